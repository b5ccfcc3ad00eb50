/// Tests of the schemas against every released version.
@NullMarked
package io.interlude.schema.released;

import org.jspecify.annotations.NullMarked;
