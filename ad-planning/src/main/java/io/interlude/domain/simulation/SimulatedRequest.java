package io.interlude.domain.simulation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.explain.Recompute;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionVerdict;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A recorded request that is decided again. What depends on no other request is worked out as it
/// is made: requests may be made side by side. Immutable.
public final class SimulatedRequest {
    private final RecordedDecision decision;
    private final @Nullable String subscriber;
    private final PreparedCatalogue then;
    private final PreparedCatalogue changed;
    private final Map<LineItemId, SelectionVerdict> idToVerdict;
    private final @Nullable SelectionOutcome again;

    /// @param subscriber pseudonym of the subscriber; null without one
    /// @param then the org's catalogue at the recorded revision
    /// @param changed the same with the changes that are simulated; the same object without any
    public SimulatedRequest(
            RecordedDecision decision,
            @Nullable String subscriber,
            PreparedCatalogue then,
            PreparedCatalogue changed) {
        this.decision = requireNonNull(decision, "decision is null");
        this.subscriber = subscriber;
        this.then = requireNonNull(then, "then is null");
        this.changed = requireNonNull(changed, "changed is null");
        this.idToVerdict = HashMap.newHashMap(decision.verdicts().size());
        decision.verdicts().forEach(verdict -> idToVerdict.put(verdict.lineItemId(), verdict));
        // Where a record does not hold every candidate, what is drawn among the others cannot be
        // drawn again.
        this.again =
                then == changed && decision.complete() ? Recompute.outcome(decision, then) : null;
    }

    RecordedDecision decision() {
        return decision;
    }

    @Nullable String subscriber() {
        return subscriber;
    }

    PreparedCatalogue then() {
        return then;
    }

    PreparedCatalogue changed() {
        return changed;
    }

    /// What the record tells of a candidate; null for nothing.
    @Nullable SelectionVerdict verdict(LineItemId id) {
        return idToVerdict.get(id);
    }

    /// What the decision comes to once more; null where it is changed, or cannot be made again.
    @Nullable SelectionOutcome again() {
        return again;
    }

    /// Whose counters the fetch advances; null without subscriber and conversation.
    @Nullable String owner() {
        return subscriber == null ? decision.state().conversation().conversation() : subscriber;
    }
}
