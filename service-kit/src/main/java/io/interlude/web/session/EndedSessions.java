package io.interlude.web.session;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.SessionEnded;
import io.interlude.schema.topic.Topic;
import io.interlude.web.limits.Throttle;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The sessions that were signed out, and the one-time links that were used. This process knows its
/// own at once, the others as soon as they read the topic; a restart forgets none. Safe for use by
/// many threads.
public final class EndedSessions implements RecordListener {
    /// Of one org in a second. Each is kept for the life of a session, 22 bytes in every process at
    /// most, so those of an org come to 10 MB at most.
    private static final int ENDS_PER_SECOND = 10;

    private final InstantSource clock;
    private final Function<SessionEnded, CompletableFuture<Void>> write;
    private final EndedIds ids = new EndedIds();
    private final Throttle<OrgId> rates = new Throttle<>();

    /// @param write keeps a record; completes once it is safe
    public EndedSessions(
            InstantSource clock, Function<SessionEnded, CompletableFuture<Void>> write) {
        this.clock = clock;
        this.write = write;
    }

    boolean contains(Session session) {
        return ids.contains(session.id(), session.expiresAt());
    }

    /// Ends a session, from now on in this process.
    ///
    /// @return whether this call did; completes once it holds for all processes and restarts, or
    ///   fails with [io.interlude.web.refusal.ProblemException] `rate_limited` when its org ends
    ///   too many a second
    CompletableFuture<Boolean> end(Session session) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (contains(session)) {
            return CompletableFuture.completedFuture(false);
        }
        if (rates.take(session.orgId(), ENDS_PER_SECOND).isPositive()) {
            return CompletableFuture.failedFuture(tooMany());
        }
        if (!ids.add(session.id(), session.expiresAt(), now)) {
            return CompletableFuture.completedFuture(false);
        }
        SessionEnded ended = new SessionEnded();
        ended.setId(session.id());
        ended.setOrgId(session.orgId().value());
        ended.setEndedAt(now);
        ended.setExpiresAt(session.expiresAt());
        return write.apply(ended).thenApply(_ -> true);
    }

    private static ProblemException tooMany() {
        return Problem.of(
                        Reason.RATE_LIMITED,
                        "Too many of your org sign out in this second: send it again in a second.")
                .exception();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        SessionEnded ended = (SessionEnded) value;
        Instant now = clock.instant();
        if (now.isBefore(ended.getExpiresAt())) {
            var _ = ids.add(ended.getId(), ended.getExpiresAt(), now);
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}
}
