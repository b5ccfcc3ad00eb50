/// Tests of the registry's REST interface.
@NullMarked
package io.interlude.schema.registry.rest;

import org.jspecify.annotations.NullMarked;
