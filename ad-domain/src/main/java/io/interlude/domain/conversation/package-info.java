/// How many ads one conversation takes, and how far apart.
@NullMarked
package io.interlude.domain.conversation;

import org.jspecify.annotations.NullMarked;
