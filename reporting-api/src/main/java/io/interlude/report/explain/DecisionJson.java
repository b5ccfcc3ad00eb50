package io.interlude.report.explain;

import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.explain.ContextTrace;
import io.interlude.domain.explain.ConversationRead;
import io.interlude.domain.explain.DecisionTrace;
import io.interlude.domain.explain.Difference;
import io.interlude.domain.explain.Recomputation;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.explain.RecordedOutcome;
import io.interlude.domain.explain.StateRead;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.schema.AdFetched;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A past decision as clients see it. It has no subscriber and nothing of a context but its length.
final class DecisionJson {
    private DecisionJson() {}

    static Map<String, Object> of(
            PlacedRecord record,
            RecordedDecision recorded,
            Recomputation again,
            DecisionTrace trace) {
        JsonFields fields =
                new JsonFields()
                        .put("messageId", record.event().getFetchId())
                        .put("eventId", record.event().getEventId())
                        .put("eventType", record.event().getEventType().name())
                        .put("test", record.event().getTest())
                        .put("decidedAt", recorded.decidedAt().toString())
                        .put("adUnit", recorded.adUnitCode())
                        .put("format", recorded.format().wireName())
                        .put("attributes", attributes(record.event()))
                        .put("contextBytes", field(record.event(), "contextBytes"))
                        .put("catalogueRevision", recorded.catalogueRevision());
        putOutcome(fields, record.event(), recorded, again);
        return fields.put("candidateCount", recorded.state().candidateCount())
                .put("candidates", trace.candidates().stream().map(CandidateJson::of).toList())
                .put(
                        "disqualifications",
                        CandidateJson.disqualifications(again.outcome().disqualifications()))
                .putUnlessEmpty(
                        "shadows", recorded.shadows().stream().map(CandidateJson::of).toList())
                .put("context", context(recorded.state()))
                .put("state", state(recorded.state()))
                .put("draw", ChoiceJson.draw(recorded.seed(), trace.draw()))
                .put(
                        "rotation",
                        trace.rotation() == null ? null : ChoiceJson.rotation(trace.rotation()))
                .put("recomputed", recomputed(again))
                .map();
    }

    private static void putOutcome(
            JsonFields fields,
            SpecificRecord event,
            RecordedDecision recorded,
            Recomputation again) {
        switch (recorded.outcome()) {
            case RecordedOutcome.Served served -> {
                fields.put("filled", true).put("lineItemId", served.lineItemId().value());
                fields.put("creativeId", served.creativeId().value());
                if (event instanceof AdFetched fetched) {
                    fields.put("campaignId", fetched.getCampaignId());
                    fields.put("creativeVersion", fetched.getCreativeVersion());
                }
            }
            case RecordedOutcome.NotServed notServed -> {
                fields.put("filled", false).put("reason", notServed.reason().wireName());
                if (again.outcome() instanceof SelectionOutcome.NotServed now) {
                    fields.put("message", now.message());
                }
            }
        }
    }

    private static @Nullable JsonNode attributes(SpecificRecord event) {
        try {
            return Json.MAPPER.readTree(String.valueOf(field(event, "attributesJson")));
        } catch (JacksonException _) {
            return null;
        }
    }

    private static @Nullable Object field(SpecificRecord event, String name) {
        return event.get(event.getSchema().getField(name).pos());
    }

    /// What was made of the context, never a word of it; null without one.
    private static @Nullable Map<String, Object> context(StateRead state) {
        ContextTrace context = state.context();
        return context == null
                ? null
                : new JsonFields()
                        .put("read", context.text().extent().wireName())
                        .put("language", context.text().language())
                        .put("category", state.sensitiveCategory())
                        .put("need", context.need())
                        .put("embedder", context.embedder())
                        .map();
    }

    private static Map<String, Object> state(StateRead state) {
        return new JsonFields()
                .put("frequency", state.frequency().name().toLowerCase(Locale.ROOT))
                .put("counters", state.counters().stream().map(DecisionJson::counter).toList())
                .put(
                        "lostLineItems",
                        state.lost().stream().map(LineItemId::value).sorted().toList())
                .put("defaultMinRelevance", state.defaultMinRelevance())
                .put("sensitiveCategory", state.sensitiveCategory())
                .put("conversation", conversation(state.conversation()))
                .putUnlessEmpty("heldOut", state.heldOut().stream().map(LineItemId::value).toList())
                .map();
    }

    /// Null where the request named no conversation and no turn.
    private static @Nullable Map<String, Object> conversation(ConversationRead read) {
        return read.equals(ConversationRead.NONE)
                ? null
                : new JsonFields()
                        .put(
                                "frequency",
                                read.withheld()
                                        ? "withheld"
                                        : read.frequency().name().toLowerCase(Locale.ROOT))
                        .put("turn", read.turn())
                        .map();
    }

    private static Map<String, Object> counter(FrequencyCounter counter) {
        return new JsonFields()
                .put("scope", counter.scope().wireName())
                .put("id", counterId(counter.scope(), counter.id()))
                .put("lifetime", counter.lifetime())
                .put("times", counter.times().stream().map(Instant::toString).toList())
                .map();
    }

    /// A conversation's counters are named without its pseudonym.
    static String counterId(CapScope scope, String id) {
        return scope == CapScope.CONVERSATION ? ConversationCounters.withoutPseudonym(id) : id;
    }

    private static Map<String, Object> recomputed(Recomputation again) {
        return new JsonFields()
                .put("matches", again.differences().isEmpty())
                .put("complete", again.complete())
                .put(
                        "differences",
                        again.differences().stream().map(DecisionJson::difference).toList())
                .map();
    }

    private static Map<String, Object> difference(Difference difference) {
        return new JsonFields()
                .put("what", difference.what())
                .put("recorded", difference.recorded())
                .put("recomputed", difference.recomputed())
                .map();
    }
}
