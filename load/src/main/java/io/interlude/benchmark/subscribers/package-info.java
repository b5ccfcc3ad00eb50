/// Measures the cost of a subscriber's counters when there are many subscribers.
@NullMarked
package io.interlude.benchmark.subscribers;

import org.jspecify.annotations.NullMarked;
