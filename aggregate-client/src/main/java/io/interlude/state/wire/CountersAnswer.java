package io.interlude.state.wire;

import io.interlude.state.query.SubscriberState;

/// An instance's answer about one subscriber.
public sealed interface CountersAnswer {
    /// The counters.
    ///
    /// @param state with what is applied of the partition, always known
    record Known(SubscriberState state) implements CountersAnswer {}

    /// The partition is not here, or not fit to be read.
    record NotHere() implements CountersAnswer {}

    CountersAnswer NOT_HERE = new NotHere();
}
