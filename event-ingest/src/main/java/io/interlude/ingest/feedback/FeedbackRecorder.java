package io.interlude.ingest.feedback;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.FeedbackKind;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.append.ReportedMetadata;
import io.interlude.ingest.event.EventOutcome;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.record.FeedbackKindCodec;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;

/// Takes what readers said to the journal, once for each fetch and kind: the id of the event is
/// made from these, so that a repeat has the same one. A repeat soon after is not written again and
/// waits for nothing but what the first waits for; a later one, or one by another instance, is
/// written, and the journal's readers count an id once. Safe for use by many threads.
public final class FeedbackRecorder {
    private static final String SUBJECT = "feedback\0";

    /// Feedback of the last while, by which repeats are known.
    private static final int RECENT_MAX = 10_000;

    private static final String UNAVAILABLE =
            "The feedback could not be made durable: send it again.";

    private final EventSink sink;
    private final EventIds eventIds;
    private final HideEffect hides;
    private final MeterRegistry meters;
    private final Map<UUID, CompletableFuture<Void>> idToTaken =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(
                        Map.Entry<UUID, CompletableFuture<Void>> eldest) {
                    return size() > RECENT_MAX;
                }
            };

    public FeedbackRecorder(
            EventSink sink, EventIds eventIds, HideEffect hides, MeterRegistry meters) {
        this.sink = sink;
        this.eventIds = eventIds;
        this.hides = hides;
        this.meters = meters;
    }

    /// Completes, never with an error, once the feedback is durable and what is hidden is so for
    /// the next fetch. Feedback on a sandbox ad is thrown away.
    public Mono<EventOutcome> record(Feedback feedback) {
        UUID eventId =
                eventIds.derive(
                        feedback.orgId(), SUBJECT + feedback.fetchId(), feedback.kind().wireName());
        if (feedback.fetchId().sandbox()) {
            count(feedback, "sandbox");
            return Mono.just(new EventOutcome.Discarded(eventId));
        }
        return Mono.fromFuture(() -> taken(feedback, eventId), true)
                .then(Mono.<EventOutcome>fromSupplier(() -> recorded(feedback, eventId)))
                .onErrorResume(failure -> Mono.just(unrecorded(feedback, failure)));
    }

    /// Completes when the feedback is durable and has its effect.
    private CompletableFuture<Void> taken(Feedback feedback, UUID eventId) {
        synchronized (idToTaken) {
            CompletableFuture<Void> known = idToTaken.get(eventId);
            if (known != null && !known.isCompletedExceptionally()) {
                return known;
            }
            CompletableFuture<Void> taken =
                    sink.append(entry(feedback, eventId))
                            .thenCompose(_ -> effect(feedback).toFuture());
            idToTaken.put(eventId, taken);
            return taken;
        }
    }

    private static JournalEntry<FeedbackRecorded> entry(Feedback feedback, UUID eventId) {
        FetchId fetchId = feedback.fetchId();
        FeedbackRecorded value =
                new ReportedMetadata(
                                eventId,
                                EventType.feedback,
                                feedback.receivedAt(),
                                feedback.receivedAt(),
                                feedback.orgId(),
                                feedback.applicationId(),
                                fetchId,
                                null,
                                feedback.source(),
                                feedback.keyId())
                        .writeTo(new FeedbackRecorded());
        value.setKind(FeedbackKindCodec.write(feedback.kind()));
        return new JournalEntry<>(Topics.FEEDBACK, fetchId.partition(), fetchId.toString(), value);
    }

    private Mono<Void> effect(Feedback feedback) {
        return feedback.kind() == FeedbackKind.HIDE
                ? hides.when(feedback.fetchId().partition())
                : Mono.empty();
    }

    private EventOutcome recorded(Feedback feedback, UUID eventId) {
        count(feedback, "recorded");
        return new EventOutcome.Recorded(eventId);
    }

    private EventOutcome unrecorded(Feedback feedback, Throwable failure) {
        EventOutcome.Declined declined = EventOutcome.Declined.unrecorded(failure, UNAVAILABLE);
        count(feedback, declined.problem().reason().wireName());
        return declined;
    }

    private void count(Feedback feedback, String outcome) {
        meters.counter(
                        "interlude.ingest.events",
                        "source",
                        feedback.source().name(),
                        "type",
                        EventType.feedback.name(),
                        "outcome",
                        outcome)
                .increment();
    }
}
