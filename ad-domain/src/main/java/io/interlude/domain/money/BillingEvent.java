package io.interlude.domain.money;

/// The event of a fetch that bills an impression at a CPM.
public enum BillingEvent {
    /// The fetch itself.
    FETCH,
    /// The first delivery of its message.
    DELIVER,
    /// The first read of its message.
    READ
}
