/// The time for which an org's journal stays readable, and the keys that end it.
@NullMarked
package io.interlude.domain.retention;

import org.jspecify.annotations.NullMarked;
