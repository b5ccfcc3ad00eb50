package io.interlude.fetch.journal;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.FetchId;
import io.interlude.fetch.consent.Consent;
import io.interlude.fetch.context.ContextDigest;
import io.interlude.fetch.repeat.KeptAnswer;
import io.interlude.fetch.selection.Decision;
import io.interlude.fetch.selection.DecisionRequest;
import org.jspecify.annotations.Nullable;

/// The journal's record of a fetch. Holds the context's digest, never the context.
///
/// @param kept the answer, for repeats; null for a fetch without an `Idempotency-Key`
public record FetchEntry(
        FetchId fetchId,
        Caller caller,
        DecisionRequest request,
        Consent consent,
        ContextDigest context,
        Decision decision,
        @Nullable KeptAnswer kept) {
    public FetchEntry {
        requireNonNull(fetchId, "fetchId is null");
        requireNonNull(caller, "caller is null");
        requireNonNull(request, "request is null");
        requireNonNull(consent, "consent is null");
        requireNonNull(context, "context is null");
        requireNonNull(decision, "decision is null");
    }
}
