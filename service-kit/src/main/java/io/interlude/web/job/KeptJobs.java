package io.interlude.web.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.JobRecord;
import io.interlude.schema.topic.Topic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/// The jobs of a kind of all instances, as their topic has them. Safe for use by many threads.
public final class KeptJobs<Q, F, R extends JobRecord> implements RecordListener {
    /// Jobs that are kept of an org.
    public static final int OF_ORG_MAX = 20;

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private final JobForm<Q, F, R> form;
    private final Class<R> type;
    private final int most;
    private final Writer<R> writer;
    private final Map<String, Kept<R>> keyToJob = new HashMap<>();

    /// Writes a record of a key, or deletes the key's; completes once it is safe.
    @FunctionalInterface
    public interface Writer<R> {
        CompletableFuture<Void> write(String key, @Nullable R value);
    }

    /// A job.
    ///
    /// @param record without what was found
    /// @param brief what lists show of it
    /// @param found its JSON; null while it runs
    /// @param begunBy the instances that began to make it. Compaction may take some of them away,
    ///   but no sooner than days after.
    public record Kept<R extends JobRecord>(
            String key,
            R record,
            Map<String, Object> brief,
            @Nullable Packed found,
            Set<String> begunBy) {
        /// Whether nobody has ended it.
        public boolean isRunning() {
            return found == null;
        }

        /// The same after earlier records.
        Kept<R> after(Kept<R> before) {
            // Two instances may have made it: what one of them found stays.
            if (isRunning() && !before.isRunning()) {
                return before;
            }
            Set<String> all = new HashSet<>(before.begunBy);
            all.addAll(begunBy);
            return new Kept<>(key, record, brief, found, all);
        }
    }

    /// The JSON of an ended job as it is held in memory, for the few requests for it.
    public static final class Packed {
        private final byte[] gzip;

        Packed(String found) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
                out.write(found.getBytes(UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            gzip = bytes.toByteArray();
        }

        Map<String, Object> unpacked() {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
                return Json.MAPPER.readValue(in.readAllBytes(), OBJECT);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// @param most jobs that are kept of all orgs
    public KeptJobs(JobForm<Q, F, R> form, Class<R> type, int most, Writer<R> writer) {
        this.form = form;
        this.type = type;
        this.most = most;
        this.writer = writer;
    }

    JobForm<Q, F, R> form() {
        return form;
    }

    CompletableFuture<Void> write(Job<Q, F> job, String instance, Instant now) {
        return writer.write(key(job.orgId(), job.id()), form.record(job, instance, now));
    }

    /// The org's jobs.
    public List<Kept<R>> list(OrgId orgId) {
        synchronized (keyToJob) {
            return keyToJob.values().stream()
                    .filter(kept -> kept.record().getOrgId().equals(orgId.value()))
                    .toList();
        }
    }

    /// The org's job of an id.
    public Optional<Kept<R>> find(OrgId orgId, String id) {
        synchronized (keyToJob) {
            return Optional.ofNullable(keyToJob.get(key(orgId, id)));
        }
    }

    Map<String, Object> json(Kept<R> kept) {
        Packed found = kept.found();
        return found == null ? form.json(job(kept.record())) : found.unpacked();
    }

    private Job<Q, F> job(R record) {
        Job<Q, F> job = form.job(record);
        job.advance(record.getProgress());
        return job;
    }

    /// The jobs that run nowhere any more: nothing was heard of them since an instant.
    List<Job<Q, F>> abandoned(Instant since) {
        synchronized (keyToJob) {
            return keyToJob.values().stream()
                    .filter(Kept::isRunning)
                    .map(Kept::record)
                    .filter(record -> record.getRecordedAt().isBefore(since))
                    .map(form::job)
                    .toList();
        }
    }

    /// How many instances have begun to make the job.
    public int begun(OrgId orgId, String id) {
        return find(orgId, id).map(kept -> kept.begunBy().size()).orElse(0);
    }

    /// Deletes the oldest ended ones, beyond what is kept of an org and of all.
    public void forget(OrgId orgId) {
        List<Kept<R>> tooMany = new ArrayList<>();
        synchronized (keyToJob) {
            tooMany.addAll(oldest(list(orgId), OF_ORG_MAX));
            tooMany.addAll(oldest(keyToJob.values(), most));
        }
        for (Kept<R> kept : tooMany) {
            var _ = writer.write(kept.key(), null);
        }
    }

    private List<Kept<R>> oldest(Collection<Kept<R>> jobs, int kept) {
        return jobs.stream()
                .sorted(
                        Comparator.comparing((Kept<R> job) -> job.record().getStartedAt())
                                .thenComparing(Kept::key))
                .limit(Math.max(0, jobs.size() - kept))
                .filter(job -> !job.isRunning())
                .toList();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        Kept<R> kept = kept(source.key(), type.cast(value));
        synchronized (keyToJob) {
            keyToJob.merge(kept.key(), kept, (before, after) -> after.after(before));
        }
    }

    private Kept<R> kept(String key, R record) {
        String found = record.getFound();
        record.setFound(null);
        return new Kept<>(
                key,
                record,
                found == null ? form.brief(job(record)) : brief(found),
                found == null ? null : new Packed(found),
                record.getProgress() > 0 ? Set.of(record.getInstance()) : Set.of());
    }

    private Map<String, Object> brief(String found) {
        Map<String, Object> brief = Json.MAPPER.readValue(found, OBJECT);
        form.details().forEach(brief::remove);
        return brief;
    }

    @Override
    public void onTombstone(Topic<?> topic, ConsumerRecord<String, byte[]> source) {
        synchronized (keyToJob) {
            keyToJob.remove(source.key());
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    private static String key(OrgId orgId, String id) {
        return orgId.value() + '/' + id;
    }
}
