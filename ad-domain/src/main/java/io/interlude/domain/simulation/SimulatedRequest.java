package io.interlude.domain.simulation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.prepared.PreparedCatalogue;
import org.jspecify.annotations.Nullable;

/// A recorded request that is decided again.
///
/// @param subscriber who asked, a pseudonym; null for nobody
/// @param then the org's catalogue at the recorded revision
/// @param changed the same with the changes that are simulated; the same object without any
public record SimulatedRequest(
        RecordedDecision decision,
        @Nullable String subscriber,
        PreparedCatalogue then,
        PreparedCatalogue changed) {
    public SimulatedRequest {
        requireNonNull(decision, "decision is null");
        requireNonNull(then, "then is null");
        requireNonNull(changed, "changed is null");
    }

    /// Whose counters the fetch advances; null without subscriber and conversation.
    @Nullable String owner() {
        return subscriber == null ? decision.state().conversation().conversation() : subscriber;
    }
}
