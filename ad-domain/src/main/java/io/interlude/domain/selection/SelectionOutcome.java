package io.interlude.domain.selection;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.rotation.RotationStamp;
import java.util.List;

/// What a selection came to.
public sealed interface SelectionOutcome {
    /// Most verdicts that are kept.
    int LARGEST_VERDICTS = 100;

    /// Verdicts on the candidates, best first, at most [#LARGEST_VERDICTS].
    List<Verdict> verdicts();

    /// Every broken rule of every line item of the org, if that was asked for; else empty.
    List<Disqualification> disqualifications();

    /// An ad was selected.
    ///
    /// @param rotation where in the life of the line item's rotation that was
    record Served(
            PreparedLineItem lineItem,
            CreativeVersion creative,
            RotationStamp rotation,
            List<Verdict> verdicts,
            List<Disqualification> disqualifications)
            implements SelectionOutcome {
        public Served {
            requireNonNull(lineItem, "lineItem is null");
            requireNonNull(creative, "creative is null");
            requireNonNull(rotation, "rotation is null");
            verdicts = List.copyOf(verdicts);
            disqualifications = List.copyOf(disqualifications);
        }
    }

    /// No ad was eligible.
    ///
    /// @param message one sentence: which rules ruled out how many line items
    record NotServed(
            NoFillReason reason,
            String message,
            List<Verdict> verdicts,
            List<Disqualification> disqualifications)
            implements SelectionOutcome {
        public NotServed {
            requireNonNull(reason, "reason is null");
            requireNonNull(message, "message is null");
            verdicts = List.copyOf(verdicts);
            disqualifications = List.copyOf(disqualifications);
        }
    }
}
