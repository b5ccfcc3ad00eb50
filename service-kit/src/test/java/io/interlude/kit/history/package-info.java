/// Tests of reading the journal again.
@NullMarked
package io.interlude.kit.history;

import org.jspecify.annotations.NullMarked;
