package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.KeyUseCounted;
import io.interlude.schema.topic.Topic;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.KeyUses.Day;
import io.interlude.web.keyuse.KeyUseLog;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// The written key uses of all processes, and the counts of this one since. Safe for use by many
/// threads.
public final class KeyUseProjection implements KeyUseHistory, RecordListener {
    private final KeyUses own;
    private final String processId;
    private final InstantSource clock;
    private final KeyUseFold fold = new KeyUseFold();

    /// @param own counts of this process
    /// @param log that writes it
    public KeyUseProjection(KeyUses own, KeyUseLog log, InstantSource clock) {
        this.own = own;
        this.processId = log.processId();
        this.clock = clock;
    }

    @Override
    public synchronized void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        fold.apply((KeyUseCounted) value);
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    @Override
    public synchronized List<Day> days(OrgId orgId, KeyId keyId) {
        takeOwn(orgId, keyId);
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        return fold.days(orgId, keyId, today.minusDays(KeyUseFold.DAYS_KEPT));
    }

    @Override
    public synchronized Optional<Instant> lastUsedAt(OrgId orgId, KeyId keyId) {
        takeOwn(orgId, keyId);
        return Optional.ofNullable(fold.lastUsedAt(orgId, keyId));
    }

    /// The process's own counts need not go through Kafka to be told. They are at least as new as
    /// the records of it that were read.
    private void takeOwn(OrgId orgId, KeyId keyId) {
        own.days(orgId, keyId).forEach(day -> fold.apply(processId, day));
    }
}
