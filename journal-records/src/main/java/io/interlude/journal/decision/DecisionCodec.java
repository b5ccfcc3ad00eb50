package io.interlude.journal.decision;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.ShadowWin;
import io.interlude.schema.StateRead;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/// Writes decisions into the records of `ads.fetches` and `ads.no-fills`, which have the same
/// fields for them, and reads them back.
public final class DecisionCodec {
    private DecisionCodec() {}

    /// Sets every field of the record that tells how the decision was made.
    ///
    /// @param event an [AdFetched] or an [AdNotFilled]
    public static void write(RecordedDecision decision, SpecificRecordBase event) {
        event.put("adUnitId", decision.adUnitId().value());
        event.put("adUnitCode", decision.adUnitCode());
        event.put("format", format(decision.format()));
        event.put("attributesJson", AttributesJson.write(decision.attributes()));
        event.put("catalogueRevision", decision.catalogueRevision());
        event.put("seed", decision.seed());
        event.put("candidates", decision.verdicts().stream().map(VerdictCodec::write).toList());
        event.put("state", StateCodec.write(decision.state()));
        event.put("shadows", VerdictCodec.write(decision.shadows()));
    }

    /// The decision of a fetch; nothing of a record that does not tell the state, as the first ones
    /// did not.
    public static Optional<RecordedDecision> read(AdFetched event) {
        return read(
                event,
                event.getState(),
                new RecordedOutcome.Served(
                        new LineItemId(event.getLineItemId()),
                        new CreativeId(event.getCreativeId()),
                        new RotationStamp(event.getRotationEpoch(), event.getRotationSequence())));
    }

    /// The decision of a no-fill; nothing of a record that does not tell the state.
    public static Optional<RecordedDecision> read(AdNotFilled event) {
        NoFillReason reason = NoFillReason.valueOf(event.getReason().toUpperCase(Locale.ROOT));
        return read(event, event.getState(), new RecordedOutcome.NotServed(reason));
    }

    private static Optional<RecordedDecision> read(
            SpecificRecordBase event, StateRead state, RecordedOutcome outcome) {
        if (state == null || state.getFrequency() == FrequencyReading.UNKNOWN) {
            return Optional.empty();
        }
        return Optional.of(
                new RecordedDecision(
                        new AdUnitId((String) event.get("adUnitId")),
                        (String) event.get("adUnitCode"),
                        applicationId((String) event.get("applicationId")),
                        format((RenderFormat) event.get("format")),
                        AttributesJson.read((String) event.get("attributesJson")),
                        (Instant) event.get("occurredAt"),
                        (Long) event.get("catalogueRevision"),
                        (Long) event.get("seed"),
                        candidates(event).stream().map(VerdictCodec::read).toList(),
                        StateCodec.read(state),
                        outcome,
                        VerdictCodec.read(shadows(event))));
    }

    private static @Nullable ApplicationId applicationId(@Nullable String id) {
        return id == null ? null : new ApplicationId(id);
    }

    private static List<CandidateVerdict> candidates(SpecificRecordBase event) {
        return switch (event) {
            case AdFetched fetched -> fetched.getCandidates();
            case AdNotFilled notFilled -> notFilled.getCandidates();
            default -> throw new IllegalArgumentException("no decision: " + event.getSchema());
        };
    }

    private static @Nullable List<ShadowWin> shadows(SpecificRecordBase event) {
        return switch (event) {
            case AdFetched fetched -> fetched.getShadows();
            case AdNotFilled notFilled -> notFilled.getShadows();
            default -> throw new IllegalArgumentException("no decision: " + event.getSchema());
        };
    }

    private static RenderFormat format(AdFormat format) {
        return switch (format) {
            case NATIVE -> RenderFormat.native$;
            case SMS -> RenderFormat.sms;
            case BOTPLATFORM -> RenderFormat.botplatform;
            case FLOW -> RenderFormat.flow;
        };
    }

    private static AdFormat format(RenderFormat format) {
        return switch (format) {
            case native$ -> AdFormat.NATIVE;
            case sms -> AdFormat.SMS;
            case botplatform -> AdFormat.BOTPLATFORM;
            case flow -> AdFormat.FLOW;
            case UNKNOWN -> throw new IllegalArgumentException("unknown format");
        };
    }
}
