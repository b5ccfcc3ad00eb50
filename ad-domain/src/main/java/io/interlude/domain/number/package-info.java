/// The numbers that clients may send, and how they are written.
@NullMarked
package io.interlude.domain.number;

import org.jspecify.annotations.NullMarked;
