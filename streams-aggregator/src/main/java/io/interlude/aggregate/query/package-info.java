/// Answers about the state in this process.
@NullMarked
package io.interlude.aggregate.query;

import org.jspecify.annotations.NullMarked;
