package io.interlude.fetch.journal;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.FetchId;
import io.interlude.fetch.context.ContextDigest;
import io.interlude.fetch.selection.Decision;
import io.interlude.fetch.selection.DecisionRequest;

/// What the journal records of a fetch. Holds the context's digest, never the context.
public record FetchEntry(
        FetchId fetchId,
        Caller caller,
        DecisionRequest ask,
        ContextDigest context,
        Decision decision) {
    public FetchEntry {
        requireNonNull(fetchId, "fetchId is null");
        requireNonNull(caller, "caller is null");
        requireNonNull(ask, "ask is null");
        requireNonNull(context, "context is null");
        requireNonNull(decision, "decision is null");
    }
}
