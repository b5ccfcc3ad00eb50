/// Answers other services' questions about the state in this process.
@NullMarked
package io.interlude.aggregate.serving;

import org.jspecify.annotations.NullMarked;
