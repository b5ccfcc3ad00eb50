package io.interlude.fetch.handover;

import io.interlude.journal.append.Journal;
import io.interlude.state.query.FrequencyQuery;

/// Takes subscribers over from other fetch instances.
public interface Handover extends AutoCloseable {
    /// For a single instance: no subscriber comes from another.
    Handover NONE = (query, _) -> query;

    /// Counters that include what other instances served just before.
    ///
    /// @param journal that this instance writes to
    FrequencyQuery over(FrequencyQuery query, Journal journal);

    /// Begins to follow the journal.
    default void start() {}

    @Override
    default void close() {}
}
