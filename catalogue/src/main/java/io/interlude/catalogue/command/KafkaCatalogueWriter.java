package io.interlude.catalogue.command;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.history.HistoryCodec;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.journal.kafka.Fencing;
import io.interlude.journal.outbox.DiskShares;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes catalogue changes in Kafka transactions, one after the other, by one thread, each into
/// its topic and into the history.
///
/// Of several processes one has the writer's place: its producer shuts out the one before. Whoever
/// takes the place waits until its own reads show all that was committed, so a revision is given
/// once, and only on top of the one that the change was decided on. Whoever has lost it hears so
/// from its next transaction, of which then nothing is written, and takes it back.
public final class KafkaCatalogueWriter implements CatalogueWriter, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaCatalogueWriter.class);
    private static final int LARGEST_QUEUE = 256;
    private static final Duration SHOW_DEADLINE = Duration.ofSeconds(5);
    private static final Duration LOOK_DEADLINE = Duration.ofSeconds(3);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final CatalogueProjection projection;
    private final CatalogueCatchUp catchUp;
    private final Function<OrgId, List<ProducerRecord<String, SpecificRecord>>> orgToFirstRecords;
    private final RecordBound bound;
    private final DiskShares disk;
    private final ExecutorService executor =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(LARGEST_QUEUE),
                    Thread.ofPlatform().name("catalogue-writer").daemon().factory());

    /// What this process has committed in its place, and its reads may not show yet.
    private final Map<OrgId, Long> orgToCommitted = new HashMap<>();

    /// Resources of which the history has a change by this process, and so all that comes later.
    private final Set<Resource> kept = new HashSet<>();

    private final AtomicReference<@Nullable CompletableFuture<Void>> nextLook =
            new AtomicReference<>();

    private @Nullable Producer<String, SpecificRecord> current;

    /// Whether reads have shown what was committed when the place was taken.
    private boolean caughtUp;

    /// @param producers makes transactional producers
    /// @param orgToFirstRecords what is written besides, with a new org
    /// @param bound of records and catalogues; writes values as the producers do
    /// @param disk refuses changes while it has no room for them
    public KafkaCatalogueWriter(
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            CatalogueProjection projection,
            CatalogueCatchUp catchUp,
            Function<OrgId, List<ProducerRecord<String, SpecificRecord>>> orgToFirstRecords,
            RecordBound bound,
            DiskShares disk) {
        this.producers = requireNonNull(producers, "producers is null");
        this.projection = requireNonNull(projection, "projection is null");
        this.catchUp = requireNonNull(catchUp, "catchUp is null");
        this.orgToFirstRecords = requireNonNull(orgToFirstRecords, "orgToFirstRecords is null");
        this.bound = requireNonNull(bound, "bound is null");
        this.disk = requireNonNull(disk, "disk is null");
    }

    /// Takes the writer's place now instead of at the first change: shuts out whoever wrote before
    /// and ends what a killed process left open. Call it only where changes are made; returns at
    /// once.
    public void prepare() {
        executor.execute(() -> {
            try {
                producer();
            } catch (KafkaException e) {
                LOG.warn("catalogue.writer-not-ready", e);
                leave();
            }
        });
    }

    @Override
    public CompletableFuture<Long> commit(
            OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
        if (entries.isEmpty()) {
            return CompletableFuture.completedFuture(projection.revision(orgId));
        }
        RuntimeException refusal = refusal(orgId, entries);
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        Change change = new Change(orgId, basis, entries);
        try {
            return CompletableFuture.supplyAsync(() -> write(change), executor)
                    .thenCompose(outcome ->
                            shown(orgId, outcome.revision())
                                    .thenApply(_ -> revision(change, outcome)));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new JournalUnavailableException(e));
        }
    }

    @Override
    public void requireRoom(OrgId orgId, List<CatalogueEntry<?>> entries) {
        bound.requireRoom(projection.view(orgId), projection.sizes(), entries);
    }

    /// Whoever fills the disk with changes by a key must not keep the org from revoking it.
    private @Nullable RuntimeException refusal(OrgId orgId, List<CatalogueEntry<?>> entries) {
        RuntimeException refusal = disk.refusal(orgId.value(), AppendPriority.USUAL);
        return refusal instanceof DiskShareUsedUpException && RecordBound.archives(entries)
                ? disk.refusal(orgId.value(), AppendPriority.FIRST)
                : refusal;
    }

    private static long revision(Change change, Outcome outcome) {
        if (!outcome.written()) {
            throw new StaleRevisionException(change.orgId(), change.basis(), outcome.revision());
        }
        return outcome.revision();
    }

    private CompletableFuture<@Nullable Void> shown(OrgId orgId, long revision) {
        return projection
                .whenApplied(orgId, revision)
                .orTimeout(SHOW_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((_, error) -> {
                    if (error != null) {
                        throw new JournalUnavailableException(error);
                    }
                    return null;
                });
    }

    @Override
    public CompletableFuture<Long> newest(OrgId orgId) {
        return look().thenApply(_ -> projection.revision(orgId));
    }

    /// Callers that ask while one look waits for its turn share it.
    private CompletableFuture<Void> look() {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> waiting = nextLook.compareAndExchange(null, mine);
        if (waiting != null) {
            return waiting;
        }
        try {
            executor.execute(this::lookNow);
        } catch (RejectedExecutionException e) {
            nextLook.set(null);
            mine.completeExceptionally(new JournalUnavailableException(e));
        }
        return mine;
    }

    private void lookNow() {
        CompletableFuture<Void> look = requireNonNull(nextLook.getAndSet(null), "nobody asked");
        try {
            catchUp.await(LOOK_DEADLINE);
            look.complete(null);
        } catch (KafkaException e) {
            look.completeExceptionally(new JournalUnavailableException(e));
        } catch (JournalUnavailableException e) {
            look.completeExceptionally(e);
        }
    }

    private Outcome write(Change change) {
        for (int turn = 1; ; turn++) {
            try {
                return attempt(change);
            } catch (KafkaException e) {
                giveUp(e);
                if (!Fencing.caused(e) || turn == Fencing.MOST_TURNS) {
                    LOG.warn("catalogue.write-failed orgId={}", change.orgId(), e);
                    throw new JournalUnavailableException(e);
                }
                LOG.debug("catalogue.place-lost orgId={} turn={}", change.orgId(), turn);
                Fencing.standBack(turn);
            }
        }
    }

    private Outcome attempt(Change change) {
        Producer<String, SpecificRecord> producer = place();
        long newest = newestRevision(change.orgId());
        if (newest == change.basis()) {
            return written(producer, change);
        }
        Doubt doubt = change.doubt();
        return doubt != null && catchUp.isCommitted(doubt.partition(), doubt.offset())
                ? new Outcome(change.basis() + 1, true)
                : new Outcome(newest, false);
    }

    private Outcome written(Producer<String, SpecificRecord> producer, Change change) {
        requireRoom(change.orgId(), change.entries());
        long revision = change.basis() + 1;
        writeTransaction(producer, change, revision);
        orgToCommitted.put(change.orgId(), revision);
        LOG.info(
                "catalogue.changed orgId={} revision={} records={}",
                change.orgId(),
                revision,
                change.entries().size());
        return new Outcome(revision, true);
    }

    /// The producer, with this process's reads up to date.
    private Producer<String, SpecificRecord> place() {
        Producer<String, SpecificRecord> producer = producer();
        if (!caughtUp) {
            catchUp.await(SHOW_DEADLINE);
            orgToCommitted.clear();
            caughtUp = true;
        }
        return producer;
    }

    private long newestRevision(OrgId orgId) {
        return Math.max(projection.revision(orgId), orgToCommitted.getOrDefault(orgId, 0L));
    }

    private void writeTransaction(
            Producer<String, SpecificRecord> producer, Change change, long revision) {
        OrgId orgId = change.orgId();
        List<CatalogueEntry<?>> entries = change.entries();
        List<Resource> written = new ArrayList<>();
        List<ProducerRecord<String, SpecificRecord>> records = new ArrayList<>();
        if (projection.view(orgId) == null) {
            records.addAll(orgToFirstRecords.apply(orgId));
        }
        for (CatalogueEntry<?> entry : entries) {
            CatalogueRecord value = entry.value();
            value.setRevision(revision);
            value.setRevisionSize(entries.size());
            Resource resource = new Resource(entry.topic(), orgId, value.getId());
            written.add(resource);
            records.add(new ProducerRecord<>(entry.topic().name(), entry.key(), value));
            records.add(history(entry, replaced(resource).orElse(null)));
        }
        producer.beginTransaction();
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        records.forEach(record -> sent.add(producer.send(record)));
        producer.flush();
        change.doubt(doubt(sent));
        disk.add(orgId.value(), bytes(sent));
        producer.commitTransaction();
        kept.addAll(written);
    }

    /// The change as the history keeps it. What it replaces is left out where both have no place in
    /// a record: a resource that has become too large can still be made smaller.
    private ProducerRecord<String, SpecificRecord> history(
            CatalogueEntry<?> entry, @Nullable CatalogueRecord replaced) {
        ProducerRecord<String, SpecificRecord> whole = history(HistoryCodec.write(entry, replaced));
        if (bound.admits(whole)) {
            return whole;
        }
        ProducerRecord<String, SpecificRecord> alone = history(HistoryCodec.write(entry, null));
        if (bound.admits(alone)) {
            return alone;
        }
        throw RecordBound.refusal(entry);
    }

    private static ProducerRecord<String, SpecificRecord> history(CatalogueChanged change) {
        return new ProducerRecord<>(
                Topics.CATALOGUE_HISTORY.name(), HistoryCodec.key(change), change);
    }

    /// One record of a transaction that is about to be committed: tells later whether it was.
    private static Doubt doubt(List<Future<RecordMetadata>> flushed) {
        try {
            RecordMetadata last = flushed.getFirst().get();
            for (Future<RecordMetadata> each : flushed) {
                last = each.get();
            }
            return new Doubt(new TopicPartition(last.topic(), last.partition()), last.offset());
        } catch (ExecutionException e) {
            throw new KafkaException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static long bytes(List<Future<RecordMetadata>> flushed) {
        long bytes = 0;
        for (Future<RecordMetadata> each : flushed) {
            RecordMetadata written = each.resultNow();
            bytes += written.serializedKeySize() + written.serializedValueSize();
        }
        return bytes;
    }

    /// What a change replaces that may be the first one in the history.
    private Optional<? extends CatalogueRecord> replaced(Resource resource) {
        return kept.contains(resource)
                ? Optional.empty()
                : projection.latest(resource.topic(), resource.orgId(), resource.id());
    }

    private Producer<String, SpecificRecord> producer() {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null) {
            producer = producers.get();
            current = producer;
            caughtUp = false;
            producer.initTransactions();
        }
        return producer;
    }

    /// Ends a transaction that failed. Where that works the place stays, and nobody waits for the
    /// next start of a producer; where the outcome is in doubt, or the place is lost, it is left.
    private void giveUp(KafkaException failure) {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null || !caughtUp || Fencing.caused(failure)) {
            leave();
            return;
        }
        try {
            producer.abortTransaction();
        } catch (KafkaException | IllegalStateException e) {
            LOG.debug("catalogue.abort-failed", e);
            leave();
        }
    }

    /// Gives the place up. The next producer's start aborts what this one left open.
    private void leave() {
        Producer<String, SpecificRecord> producer = current;
        current = null;
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }

    /// Writes what is queued, waiting at most 5 s for it.
    @Override
    public void close() {
        executor.execute(() -> {
            leave();
            catchUp.close();
        });
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("catalogue.writer-still-busy");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Resource(Topic<? extends CatalogueRecord> topic, OrgId orgId, String id) {}

    /// A change on its way.
    private static final class Change {
        private final OrgId orgId;
        private final long basis;
        private final List<CatalogueEntry<?>> entries;

        /// Of the latest try to commit it. Whoever loses the place in a commit does not hear how
        /// that ended.
        private @Nullable Doubt doubt;

        Change(OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
            this.orgId = orgId;
            this.basis = basis;
            this.entries = List.copyOf(entries);
        }

        OrgId orgId() {
            return orgId;
        }

        long basis() {
            return basis;
        }

        List<CatalogueEntry<?>> entries() {
            return entries;
        }

        @Nullable Doubt doubt() {
            return doubt;
        }

        void doubt(Doubt now) {
            doubt = now;
        }
    }

    private record Doubt(TopicPartition partition, long offset) {}

    /// @param revision that of the change, else the newest of the org
    private record Outcome(long revision, boolean written) {}
}
