/// Tests of this package.
@NullMarked
package io.interlude.journal.loopback;

import org.jspecify.annotations.NullMarked;
