@NullMarked
package io.interlude.domain.conversation;

import org.jspecify.annotations.NullMarked;
