/// How long a decision takes, beside a physical limit.
@NullMarked
package io.interlude.benchmark.selection;

import org.jspecify.annotations.NullMarked;
