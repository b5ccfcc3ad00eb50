/// The registry's REST interface, without an HTTP server.
@NullMarked
package io.interlude.schema.registry.rest;

import org.jspecify.annotations.NullMarked;
