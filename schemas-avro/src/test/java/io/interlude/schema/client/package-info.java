/// Tests of the clients of a registry.
@NullMarked
package io.interlude.schema.client;

import org.jspecify.annotations.NullMarked;
