package io.interlude.web.session;

import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.SessionEnded;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The sessions that were signed out, and the one-time links that were used. This process knows its
/// own at once, the others as soon as they read the topic; a restart forgets none. Safe for use by
/// many threads.
public final class EndedSessions implements RecordListener {
    private final InstantSource clock;
    private final Function<SessionEnded, CompletableFuture<Void>> write;
    private final Map<String, Instant> idToExpiry = new ConcurrentHashMap<>();

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
    /// @return whether this call did; completes once it holds for all processes and restarts
    CompletableFuture<Boolean> end(Session session) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        idToExpiry.values().removeIf(expiresAt -> expiresAt.isBefore(now));
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
