/// The aggregator's consumers: they read at a pace of their own, and do not ask again for what they
/// know.
@NullMarked
package io.interlude.aggregate.consumer;

import org.jspecify.annotations.NullMarked;
