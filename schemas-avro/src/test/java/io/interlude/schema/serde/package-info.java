/// Tests of the serdes.
@NullMarked
package io.interlude.schema.serde;

import org.jspecify.annotations.NullMarked;
