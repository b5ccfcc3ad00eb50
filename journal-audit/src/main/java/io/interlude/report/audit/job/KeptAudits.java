package io.interlude.report.audit.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.AuditRecorded;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The audits of all instances, as `catalogue.audits` has them. Safe for use by many threads.
public final class KeptAudits implements RecordListener {
    static final int OF_ORG_MAX = 20;
    static final int ALL_MAX = 200;

    private static final Comparator<Kept> OLDEST_FIRST =
            Comparator.comparing((Kept kept) -> kept.record().getStartedAt())
                    .thenComparing(kept -> kept.record().getAuditId());

    private final Writer writer;
    private final Map<String, Kept> keyToAudit = new HashMap<>();

    /// Writes a record of a key, or deletes the key's; completes once it is safe.
    @FunctionalInterface
    public interface Writer {
        CompletableFuture<Void> write(String key, @Nullable AuditRecorded value);
    }

    /// An audit.
    ///
    /// @param record without what was found
    /// @param brief what lists show of it
    /// @param found null while it runs
    /// @param begunBy the instances that began to make it. Compaction may take some of them away,
    ///   but no sooner than days after.
    record Kept(
            AuditRecorded record,
            Map<String, Object> brief,
            AuditRecords.@Nullable Packed found,
            Set<String> begunBy) {
        static Kept of(AuditRecorded record) {
            Map<String, Object> brief = AuditJson.brief(record);
            String found = record.getFound();
            record.setFound(null);
            return new Kept(
                    record,
                    brief,
                    found == null ? null : new AuditRecords.Packed(found),
                    record.getProgress() > 0 ? Set.of(record.getInstance()) : Set.of());
        }

        /// The same after earlier records.
        Kept after(Kept before) {
            // Two instances may have made it: what one of them found stays.
            if (isRunning() && !before.isRunning()) {
                return before;
            }
            Set<String> all = new HashSet<>(before.begunBy);
            all.addAll(begunBy);
            return new Kept(record, brief, found, all);
        }

        boolean isRunning() {
            return found == null;
        }
    }

    public KeptAudits(Writer writer) {
        this.writer = writer;
    }

    CompletableFuture<Void> write(AuditRecorded audit) {
        return writer.write(key(audit.getOrgId(), audit.getAuditId()), audit);
    }

    /// The org's audits.
    List<Kept> list(OrgId orgId) {
        synchronized (keyToAudit) {
            return keyToAudit.values().stream()
                    .filter(kept -> kept.record().getOrgId().equals(orgId.value()))
                    .toList();
        }
    }

    Optional<Kept> find(OrgId orgId, String id) {
        synchronized (keyToAudit) {
            return Optional.ofNullable(keyToAudit.get(key(orgId.value(), id)));
        }
    }

    /// The audits that run nowhere any more: nothing was heard of them since an instant.
    List<AuditRecorded> abandoned(Instant since) {
        synchronized (keyToAudit) {
            return keyToAudit.values().stream()
                    .filter(Kept::isRunning)
                    .map(Kept::record)
                    .filter(record -> record.getRecordedAt().isBefore(since))
                    .toList();
        }
    }

    /// How many instances have begun to make the audit.
    int begun(OrgId orgId, String id) {
        return find(orgId, id).map(kept -> kept.begunBy().size()).orElse(0);
    }

    /// Deletes the oldest ended ones, beyond what is kept of an org and of all.
    void forget(OrgId orgId) {
        List<Kept> tooMany = new ArrayList<>();
        synchronized (keyToAudit) {
            tooMany.addAll(oldest(list(orgId), OF_ORG_MAX));
            tooMany.addAll(oldest(List.copyOf(keyToAudit.values()), ALL_MAX));
        }
        for (Kept kept : tooMany) {
            var _ = writer.write(key(kept.record().getOrgId(), kept.record().getAuditId()), null);
        }
    }

    private static List<Kept> oldest(List<Kept> audits, int most) {
        return audits.stream()
                .sorted(OLDEST_FIRST)
                .limit(Math.max(0, audits.size() - most))
                .filter(kept -> !kept.isRunning())
                .toList();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        AuditRecorded record = (AuditRecorded) value;
        Kept kept = Kept.of(record);
        synchronized (keyToAudit) {
            keyToAudit.merge(
                    key(record.getOrgId(), record.getAuditId()),
                    kept,
                    (before, after) -> after.after(before));
        }
    }

    @Override
    public void onTombstone(Topic<?> topic, ConsumerRecord<String, byte[]> source) {
        synchronized (keyToAudit) {
            keyToAudit.remove(source.key());
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    private static String key(String org, String id) {
        return org + '/' + id;
    }
}
