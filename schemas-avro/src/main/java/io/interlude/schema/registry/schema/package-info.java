/// Registered schemas, their text and their references.
@NullMarked
package io.interlude.schema.registry.schema;

import org.jspecify.annotations.NullMarked;
