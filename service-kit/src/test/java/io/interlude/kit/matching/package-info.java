/// Tests of reading journal records.
@NullMarked
package io.interlude.kit.matching;

import org.jspecify.annotations.NullMarked;
