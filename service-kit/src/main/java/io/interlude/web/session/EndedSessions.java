package io.interlude.web.session;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.SessionEnded;
import io.interlude.schema.topic.Topic;
import io.interlude.web.limits.Throttle;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The sessions that were signed out, and the one-time links that were used. This process knows its
/// own at once, the others as soon as they read the topic; a restart forgets none. Safe for use by
/// many threads.
public final class EndedSessions implements RecordListener {
    /// Of one org in a second. Each is kept for the life of a session, some 150 bytes in every
    /// process, so those of an org come to 65 MB at most.
    private static final int ENDS_PER_SECOND = 10;

    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Function<SessionEnded, CompletableFuture<Void>> write;
    private final Map<String, Instant> idToExpiry = new ConcurrentHashMap<>();
    private final Throttle<OrgId> rates = new Throttle<>();
    private final AtomicReference<Instant> sweepAt = new AtomicReference<>(Instant.MIN);

    /// @param write keeps a record; completes once it is safe
    public EndedSessions(
            InstantSource clock, Function<SessionEnded, CompletableFuture<Void>> write) {
        this.clock = clock;
        this.write = write;
    }

    boolean contains(Session session) {
        return idToExpiry.containsKey(session.id());
    }

    /// Ends a session, from now on in this process.
    ///
    /// @return whether this call did; completes once it holds for all processes and restarts, or
    ///   fails with [io.interlude.web.refusal.ProblemException] `rate_limited` when its org ends
    ///   too many a second
    CompletableFuture<Boolean> end(Session session) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        sweep(now);
        if (idToExpiry.containsKey(session.id())) {
            return CompletableFuture.completedFuture(false);
        }
        if (rates.take(session.orgId(), ENDS_PER_SECOND).isPositive()) {
            return CompletableFuture.failedFuture(tooMany());
        }
        if (idToExpiry.putIfAbsent(session.id(), session.expiresAt()) != null) {
            return CompletableFuture.completedFuture(false);
        }
        SessionEnded ended = new SessionEnded();
        ended.setId(session.id());
        ended.setOrgId(session.orgId().value());
        ended.setEndedAt(now);
        ended.setExpiresAt(session.expiresAt());
        return write.apply(ended).thenApply(_ -> true);
    }

    private void sweep(Instant now) {
        Instant due = sweepAt.get();
        if (!now.isBefore(due) && sweepAt.compareAndSet(due, now.plus(BETWEEN_SWEEPS))) {
            idToExpiry.values().removeIf(expiresAt -> expiresAt.isBefore(now));
        }
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
        if (clock.instant().isBefore(ended.getExpiresAt())) {
            idToExpiry.put(ended.getId(), ended.getExpiresAt());
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}
}
