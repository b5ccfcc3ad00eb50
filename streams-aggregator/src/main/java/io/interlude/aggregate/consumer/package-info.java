/// How the aggregator reads its topics: at a pace of its own, and without asking again for what it
/// knows.
@NullMarked
package io.interlude.aggregate.consumer;

import org.jspecify.annotations.NullMarked;
