/// How long an org's journal is kept readable, and the keys that make it unreadable.
@NullMarked
package io.interlude.domain.retention;

import org.jspecify.annotations.NullMarked;
