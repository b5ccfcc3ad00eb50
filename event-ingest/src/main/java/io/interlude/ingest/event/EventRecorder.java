package io.interlude.ingest.event;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.event.ReportedEvent.Occurrence;
import io.interlude.ingest.identity.EventIds;
import io.interlude.ingest.rejected.RejectedEvents;
import io.interlude.ingest.rejected.Rejection;
import io.interlude.schema.EventType;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Takes reported events from their body to the journal. Safe for use by many threads.
public final class EventRecorder {
    /// What an event without a fetch is about, as far as its idempotency key goes.
    private static final String NO_FETCH = "-";

    private static final ObjectNode NO_BODY = JsonNodeFactory.instance.objectNode();

    private static final String UNAVAILABLE =
            "The event could not be made durable: send it again, with the same Idempotency-Key.";

    private final EventValidation validation;
    private final EventIds eventIds;
    private final EventSink sink;
    private final RejectedEvents rejected;
    private final MeterRegistry meters;

    public EventRecorder(
            EventValidation validation,
            EventIds eventIds,
            EventSink sink,
            RejectedEvents rejected,
            MeterRegistry meters) {
        this.validation = validation;
        this.eventIds = eventIds;
        this.sink = sink;
        this.rejected = rejected;
        this.meters = meters;
    }

    /// Completes, never exceptionally, once the event is durable or known not to be recorded.
    public CompletableFuture<EventOutcome> record(ObjectNode body, Submission submission) {
        return switch (validation.validate(body, submission)) {
            case EventVerdict.Accepted(ReportedEvent event) ->
                    append(event, eventId(event.occurrence(), submission), submission);
            case EventVerdict.Sandboxed(FetchId fetchId) ->
                    discard(eventId(fetchId.toString(), submission), submission);
            case EventVerdict.Refused refused -> refuse(refused, body, submission);
        };
    }

    /// Like [#record], for an event that was refused before. A new refusal is told and not kept,
    /// because the first one still is.
    public CompletableFuture<EventOutcome> recordAgain(
            ObjectNode body, Submission submission, UUID eventId) {
        return switch (validation.validate(body, submission)) {
            case EventVerdict.Accepted(ReportedEvent event) -> append(event, eventId, submission);
            case EventVerdict.Sandboxed _ -> discard(eventId, submission);
            case EventVerdict.Refused refused -> decline(refused, submission);
        };
    }

    /// Keeps a request that was refused before there was an event to check. One that came too early
    /// says nothing of its events, and keeping it would help who sends too much.
    public void unreadable(Problem problem, Submission submission) {
        count(EventType.UNKNOWN, submission, problem.reason().wireName());
        if (problem.reason() == Reason.RATE_LIMITED) {
            return;
        }
        keep(new EventVerdict.Refused(problem, EventType.UNKNOWN, null), NO_BODY, submission);
    }

    private CompletableFuture<EventOutcome> append(
            ReportedEvent event, UUID eventId, Submission submission) {
        return sink.append(EventCodec.entry(event, eventId, submission, sink.partitionCount()))
                .handle((_, failure) ->
                        failure == null
                                ? recorded(event.type(), eventId, submission)
                                : unrecorded(event.type(), submission, failure));
    }

    private EventOutcome recorded(EventType type, UUID eventId, Submission submission) {
        count(type, submission, "recorded");
        return new EventOutcome.Recorded(eventId);
    }

    private EventOutcome unrecorded(EventType type, Submission submission, Throwable failure) {
        EventOutcome.Declined declined = EventOutcome.Declined.unrecorded(failure, UNAVAILABLE);
        count(type, submission, declined.problem().reason().wireName());
        return declined;
    }

    private CompletableFuture<EventOutcome> discard(UUID eventId, Submission submission) {
        count(EventType.UNKNOWN, submission, "sandbox");
        return CompletableFuture.completedFuture(new EventOutcome.Discarded(eventId));
    }

    /// Nothing that names a proven sandbox fetch is written anywhere, refused or not.
    private CompletableFuture<EventOutcome> refuse(
            EventVerdict.Refused refused, ObjectNode body, Submission submission) {
        FetchId fetchId = refused.fetchId();
        if (fetchId == null || !fetchId.sandbox()) {
            keep(refused, body, submission);
        }
        return decline(refused, submission);
    }

    private void keep(EventVerdict.Refused refused, ObjectNode body, Submission submission) {
        rejected.keep(
                new Rejection(
                        submission.caller(),
                        refused.type(),
                        refused.fetchId(),
                        submission.form().source(),
                        submission.receivedAt(),
                        refused.problem(),
                        body));
    }

    private CompletableFuture<EventOutcome> decline(
            EventVerdict.Refused refused, Submission submission) {
        count(refused.type(), submission, refused.problem().reason().wireName());
        return CompletableFuture.completedFuture(new EventOutcome.Declined(refused.problem()));
    }

    private UUID eventId(Occurrence occurrence, Submission submission) {
        FetchId fetchId = occurrence.fetchId();
        Subscriber subscriber = occurrence.subscriber();
        if (fetchId != null) {
            return eventId(fetchId.toString(), submission);
        }
        return eventId(subscriber == null ? NO_FETCH : NO_FETCH + subscriber.value(), submission);
    }

    /// @param subject the fetch that it is about, or the subscriber
    private UUID eventId(String subject, Submission submission) {
        String key = submission.idempotencyKey();
        if (key == null) {
            return eventIds.next(submission.receivedAt());
        }
        String part = submission.part();
        String placed = part.isEmpty() ? key : key + '\0' + part;
        return eventIds.derive(
                submission.caller().orgId(), namespace(submission.caller()) + subject, placed);
    }

    /// The server keys of an org share their idempotency keys. A publisher tag, which everybody can
    /// read, has its own, so that nobody takes a key before the org's server does.
    private static String namespace(Caller caller) {
        return caller.kind() == KeyKind.TAG ? "tag/" + caller.keyId().value() + '\0' : "";
    }

    private void count(EventType type, Submission submission, String outcome) {
        meters.counter(
                        "interlude.ingest.events",
                        "source",
                        submission.form().source().name(),
                        "type",
                        type.name(),
                        "outcome",
                        outcome)
                .increment();
    }
}
