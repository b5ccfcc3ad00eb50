package io.interlude.domain.explain;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A decision as the journal keeps it: enough to make it again, with the catalogue at its revision.
/// The context is never part of it; what was made of it is, in the verdicts.
///
/// @param applicationId of the key that asked; null for a key without one
/// @param decidedAt time of the fetch, in whole milliseconds
/// @param seed seed of every random draw; from 0 to [#SEEDS], but any in records of versions before
/// @param verdicts best first, at most [SelectionOutcome#LARGEST_VERDICTS]
/// @param shadows the shadow line items that would have been served
public record RecordedDecision(
        AdUnitId adUnitId,
        String adUnitCode,
        @Nullable ApplicationId applicationId,
        AdFormat format,
        Map<String, AttributeValue> attributes,
        Instant decidedAt,
        long catalogueRevision,
        long seed,
        List<SelectionVerdict> verdicts,
        StateRead state,
        RecordedOutcome outcome,
        List<ShadowWin> shadows) {
    /// Number of seeds that new decisions draw from: each is a whole number that a binary64 number
    /// holds, so decoders without longer integers read it as it is.
    public static final long SEEDS = 1L << 53;

    public RecordedDecision {
        requireNonNull(adUnitId, "adUnitId is null");
        requireNonNull(format, "format is null");
        requireNonNull(decidedAt, "decidedAt is null");
        requireNonNull(state, "state is null");
        requireNonNull(outcome, "outcome is null");
        attributes = RequestAttributes.of(attributes).values();
        verdicts = List.copyOf(verdicts);
        shadows = List.copyOf(shadows);
    }

    /// Records a decision.
    ///
    /// @param applicationId of the key that asked; null for a key without one
    /// @param input what the decision that counted was made with
    public static RecordedDecision of(
            PreparedCatalogue catalogue,
            @Nullable ApplicationId applicationId,
            SelectionInput input,
            long seed,
            SelectionOutcome outcome) {
        return new RecordedDecision(
                input.adUnit().id(),
                input.adUnit().code(),
                applicationId,
                input.format(),
                input.attributes().values(),
                input.now(),
                catalogue.source().revision(),
                seed,
                outcome.verdicts(),
                state(catalogue, input, outcome),
                RecordedOutcome.of(outcome),
                outcome.candidates().shadows());
    }

    /// The same, had it read another state.
    public RecordedDecision in(StateRead other) {
        return new RecordedDecision(
                adUnitId,
                adUnitCode,
                applicationId,
                format,
                attributes,
                decidedAt,
                catalogueRevision,
                seed,
                verdicts,
                other,
                outcome,
                shadows);
    }

    /// Whether every candidate has a verdict; of others only the number is known.
    public boolean complete() {
        return verdicts.size() == state.candidateCount();
    }

    private static StateRead state(
            PreparedCatalogue catalogue, SelectionInput input, SelectionOutcome outcome) {
        String category = outcome instanceof SelectionOutcome.NotServed not ? not.category() : null;
        return new StateRead(
                FrequencyReading.of(input.frequency()),
                new CountersUsed(catalogue.source(), input).of(outcome),
                engagements(outcome),
                input.lost(),
                category == null ? defaultMinRelevance(input.moment().context()) : null,
                category,
                trace(input.moment().context()),
                input.moment().child(),
                ConversationRead.of(input.conversation()),
                outcome.candidates().heldOut(),
                outcome.candidates().candidateCount());
    }

    private static Map<CreativeId, Engagement> engagements(SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served served ? served.engagements() : Map.of();
    }

    private static @Nullable Double defaultMinRelevance(ContextReading context) {
        return context instanceof ContextReading.Understood understood
                ? understood.defaultMinRelevance()
                : null;
    }

    private static @Nullable ContextTrace trace(ContextReading context) {
        return context instanceof ContextReading.Understood understood
                ? new ContextTrace(understood.text(), understood.need(), understood.embedder())
                : null;
    }
}
