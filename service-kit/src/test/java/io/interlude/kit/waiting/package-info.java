/// Waiting in tests.
@NullMarked
package io.interlude.kit.waiting;

import org.jspecify.annotations.NullMarked;
