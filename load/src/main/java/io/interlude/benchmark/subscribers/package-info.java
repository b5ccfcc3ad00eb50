/// What the counters of a subscriber cost when there are many subscribers.
@NullMarked
package io.interlude.benchmark.subscribers;

import org.jspecify.annotations.NullMarked;
