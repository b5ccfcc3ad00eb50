/// The numbers that clients may send, and those that are not there.
@NullMarked
package io.interlude.domain.number;

import org.jspecify.annotations.NullMarked;
