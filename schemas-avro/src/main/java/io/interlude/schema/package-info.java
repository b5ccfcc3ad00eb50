/// The records of every topic, generated from their schemas, and the interfaces of the fields that
/// records of a kind share.
@NullMarked
package io.interlude.schema;

import org.jspecify.annotations.NullMarked;
