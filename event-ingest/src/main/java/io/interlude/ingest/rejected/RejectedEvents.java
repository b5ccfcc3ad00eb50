package io.interlude.ingest.rejected;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.append.ReportedMetadata;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.schema.EventRejected;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Keeps refused events in `ads.rejected`. Best effort: the answer neither waits for it nor depends
/// on it. Safe for use by many threads.
public final class RejectedEvents {
    private final EventSink sink;
    private final EventIds eventIds;
    private final Counter lost;

    public RejectedEvents(EventSink sink, EventIds eventIds, MeterRegistry meters) {
        this.sink = sink;
        this.eventIds = eventIds;
        lost =
                Counter.builder("interlude.ingest.rejected.lost")
                        .description("Refused events that could not be kept in ads.rejected")
                        .register(meters);
    }

    public void keep(Rejection rejection) {
        try {
            var _ = sink.append(entry(rejection)).whenComplete((_, failure) -> count(failure));
        } catch (RuntimeException e) {
            count(e);
        }
    }

    private void count(@Nullable Throwable failure) {
        if (failure != null) {
            lost.increment();
        }
    }

    private JournalEntry<EventRejected> entry(Rejection rejection) {
        ReportedMetadata metadata = metadata(rejection);
        EventRejected value = metadata.writeTo(new EventRejected());
        Problem problem = rejection.problem();
        value.setReason(problem.reason().wireName());
        value.setDescription(problem.description());
        value.setField(problem.fields().get("field") instanceof String field ? field : null);
        value.setStage(RejectionStage.ingress);
        value.setBodyJson(ScrubbedBody.of(rejection.type(), rejection.body()));
        FetchId fetchId = rejection.fetchId();
        return fetchId == null
                ? new JournalEntry<>(Topics.REJECTED, anywhere(metadata.eventId()), null, value)
                : new JournalEntry<>(
                        Topics.REJECTED, fetchId.partition(), fetchId.toString(), value);
    }

    private int anywhere(UUID eventId) {
        return JournalPartitions.of(eventId.toString(), sink.partitionCount());
    }

    private ReportedMetadata metadata(Rejection rejection) {
        return new ReportedMetadata(
                eventIds.next(rejection.receivedAt()),
                rejection.type(),
                rejection.receivedAt(),
                rejection.receivedAt(),
                rejection.caller().orgId(),
                rejection.caller().applicationId(),
                rejection.fetchId(),
                null,
                rejection.source(),
                rejection.caller().keyId());
    }
}
