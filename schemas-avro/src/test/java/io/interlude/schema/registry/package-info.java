/// Tests of the registry.
@NullMarked
package io.interlude.schema.registry;

import org.jspecify.annotations.NullMarked;
