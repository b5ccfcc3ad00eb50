package io.interlude.domain.catalogue;

/// The ranking that an org uses for line items of one priority.
public enum Ranking {
    /// Those that are relevant to the conversation first, the most relevant one before the others.
    RELEVANCE,
    /// By the expected payment of the fetch.
    VALUE,
    /// By that payment, times how much more the line item engages at this relevance than otherwise.
    BALANCED
}
