package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.RotationStamp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The outcome of a selection.
public sealed interface SelectionOutcome {
    /// Most verdicts that are kept.
    int LARGEST_VERDICTS = 100;

    /// Disqualifications from which on only line items with a verdict are explained.
    int EXPLAINED_MAX = 5_000;

    /// What became of the candidates.
    CandidateVerdicts candidates();

    /// Verdicts on the candidates, best first, at most [#LARGEST_VERDICTS].
    default List<SelectionVerdict> verdicts() {
        return candidates().kept();
    }

    /// The broken rules of the org's line items, if that was asked for; else empty.
    List<Disqualification> disqualifications();

    /// What the disqualifications take on the heap, about, as they are and as JSON.
    default long explanationBytes() {
        return disqualifications().stream().mapToLong(Disqualification::heapBytes).sum();
    }

    /// The same with other disqualifications.
    default SelectionOutcome withDisqualifications(List<Disqualification> others) {
        return switch (this) {
            case Served served ->
                    new Served(
                            served.lineItem(),
                            served.creative(),
                            served.rotation(),
                            served.engagements(),
                            served.candidates(),
                            others);
            case NotServed not ->
                    new NotServed(
                            not.reason(), not.category(), not.message(), not.candidates(), others);
        };
    }

    /// An ad was selected.
    ///
    /// @param rotation where in the life of the line item's rotation that was
    /// @param engagements how the creatives did among which adaptive rotation chose; else empty
    record Served(
            PreparedLineItem lineItem,
            CreativeVersion creative,
            RotationStamp rotation,
            Map<CreativeId, Engagement> engagements,
            CandidateVerdicts candidates,
            List<Disqualification> disqualifications)
            implements SelectionOutcome {
        public Served {
            requireNonNull(lineItem, "lineItem is null");
            requireNonNull(creative, "creative is null");
            requireNonNull(rotation, "rotation is null");
            engagements = Map.copyOf(engagements);
            requireNonNull(candidates, "candidates is null");
            disqualifications = List.copyOf(disqualifications);
        }
    }

    /// No ad was eligible.
    ///
    /// @param category for which no ad was appropriate; null where that was not the reason
    /// @param message one sentence: which rules ruled out how many line items
    record NotServed(
            NoFillReason reason,
            @Nullable String category,
            String message,
            CandidateVerdicts candidates,
            List<Disqualification> disqualifications)
            implements SelectionOutcome {
        public NotServed {
            requireNonNull(reason, "reason is null");
            requireNonNull(message, "message is null");
            requireNonNull(candidates, "candidates is null");
            disqualifications = List.copyOf(disqualifications);
        }
    }
}
