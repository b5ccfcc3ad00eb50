package io.interlude.domain.explain;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionOutcome;

/// The outcome of a decision.
public sealed interface RecordedOutcome {
    /// An ad was served.
    ///
    /// @param rotation where in the life of the line item's rotation it was served
    record Served(LineItemId lineItemId, CreativeId creativeId, RotationStamp rotation)
            implements RecordedOutcome {}

    record NotServed(NoFillReason reason) implements RecordedOutcome {}

    static RecordedOutcome of(SelectionOutcome outcome) {
        return switch (outcome) {
            case SelectionOutcome.Served served ->
                    new Served(
                            served.lineItem().lineItem().id(),
                            served.creative().id(),
                            served.rotation());
            case SelectionOutcome.NotServed notServed -> new NotServed(notServed.reason());
        };
    }
}
