@NullMarked
package io.interlude.kit.outbox;

import org.jspecify.annotations.NullMarked;
