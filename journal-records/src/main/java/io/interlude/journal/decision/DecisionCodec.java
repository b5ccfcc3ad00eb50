package io.interlude.journal.decision;

import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.DecisionEvent;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.StateRead;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes decisions into the records of `ads.fetches` and `ads.no-fills`, which have the same
/// fields for them, and reads them back.
public final class DecisionCodec {
    private DecisionCodec() {}

    /// Sets every field of the record that tells how the decision was made.
    public static void write(RecordedDecision decision, DecisionEvent event) {
        event.setAdUnitId(decision.adUnitId().value());
        event.setAdUnitCode(decision.adUnitCode());
        event.setFormat(RenderFormatCodec.write(decision.format()));
        event.setAttributesJson(AttributesJson.write(decision.attributes()));
        event.setCatalogueRevision(decision.catalogueRevision());
        event.setSeed(decision.seed());
        event.setCandidates(
                decision.verdicts().stream().map(SelectionVerdictCodec::write).toList());
        event.setState(StateCodec.write(decision.state()));
        event.setShadows(SelectionVerdictCodec.write(decision.shadows()));
    }

    /// The decision of a fetch; nothing of a record that does not tell the state, as the first ones
    /// did not.
    public static Optional<RecordedDecision> read(AdFetched event) {
        return read(
                event,
                new RecordedOutcome.Served(
                        new LineItemId(event.getLineItemId()),
                        new CreativeId(event.getCreativeId()),
                        new RotationStamp(event.getRotationEpoch(), event.getRotationSequence())));
    }

    /// The decision of a no-fill; nothing of a record that does not tell the state.
    public static Optional<RecordedDecision> read(AdNotFilled event) {
        NoFillReason reason = NoFillReason.valueOf(event.getReason().toUpperCase(Locale.ROOT));
        return read(event, new RecordedOutcome.NotServed(reason));
    }

    private static Optional<RecordedDecision> read(DecisionEvent event, RecordedOutcome outcome) {
        StateRead state = event.getState();
        if (state == null || state.getFrequency() == FrequencyReading.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(
                new RecordedDecision(
                        new AdUnitId(event.getAdUnitId()),
                        event.getAdUnitCode(),
                        applicationId(event.getApplicationId()),
                        RenderFormatCodec.read(event.getFormat()),
                        AttributesJson.read(event.getAttributesJson()),
                        event.getOccurredAt(),
                        event.getCatalogueRevision(),
                        event.getSeed(),
                        event.getCandidates().stream().map(SelectionVerdictCodec::read).toList(),
                        StateCodec.read(state, event.getConsentAsked() && !event.getConsentGiven()),
                        outcome,
                        SelectionVerdictCodec.read(event.getShadows())));
    }

    private static @Nullable ApplicationId applicationId(@Nullable String id) {
        return id == null ? null : new ApplicationId(id);
    }
}
