package io.interlude.kit.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.journal.JournalUnavailableException;
import io.interlude.schema.CatalogueChanged;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes catalogue changes in Kafka transactions, one after the other, by one thread, each into
/// its topic and into the history. A second process that writes shuts this one's producer out; the
/// next change then makes a new one.
public final class KafkaCatalogueWriter implements CatalogueWriter, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaCatalogueWriter.class);
    private static final int LARGEST_QUEUE = 256;
    private static final Duration SHOW_DEADLINE = Duration.ofSeconds(5);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Supplier<? extends Producer<String, SpecificRecord>> producers;
    private final CatalogueProjection projection;
    private final Function<OrgId, List<ProducerRecord<String, SpecificRecord>>> orgToFirstRecords;
    private final ExecutorService executor =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(LARGEST_QUEUE),
                    Thread.ofPlatform().name("catalogue-writer").daemon().factory());

    private final Map<OrgId, Long> orgToAssigned = new HashMap<>();

    /// Resources of which the history has a change by this process, and so all that comes later.
    private final Set<Resource> kept = new HashSet<>();

    private @Nullable Producer<String, SpecificRecord> current;

    /// @param producers makes transactional producers
    /// @param orgToFirstRecords what is written besides, with a new org
    public KafkaCatalogueWriter(
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            CatalogueProjection projection,
            Function<OrgId, List<ProducerRecord<String, SpecificRecord>>> orgToFirstRecords) {
        this.producers = requireNonNull(producers, "producers is null");
        this.projection = requireNonNull(projection, "projection is null");
        this.orgToFirstRecords = requireNonNull(orgToFirstRecords, "orgToFirstRecords is null");
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
                closeProducer();
            }
        });
    }

    @Override
    public CompletableFuture<Long> commit(OrgId orgId, List<CatalogueEntry<?>> entries) {
        List<CatalogueEntry<?>> copy = List.copyOf(entries);
        if (copy.isEmpty()) {
            return CompletableFuture.completedFuture(projection.revision(orgId));
        }
        try {
            return CompletableFuture.supplyAsync(() -> write(orgId, copy), executor)
                    .thenCompose(revision -> show(orgId, revision));
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new JournalUnavailableException(e));
        }
    }

    private CompletableFuture<Long> show(OrgId orgId, long revision) {
        return projection
                .whenApplied(orgId, revision)
                .orTimeout(SHOW_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .handle((_, error) -> {
                    if (error != null) {
                        throw new JournalUnavailableException(error);
                    }
                    return revision;
                });
    }

    private long write(OrgId orgId, List<CatalogueEntry<?>> entries) {
        long newest = Math.max(projection.revision(orgId), orgToAssigned.getOrDefault(orgId, 0L));
        long revision = newest + 1;
        orgToAssigned.put(orgId, revision);
        try {
            writeTransaction(producer(), orgId, revision, entries);
            LOG.info(
                    "catalogue.changed orgId={} revision={} records={}",
                    orgId,
                    revision,
                    entries.size());
            return revision;
        } catch (KafkaException e) {
            LOG.warn("catalogue.write-failed orgId={} revision={}", orgId, revision, e);
            closeProducer();
            throw new JournalUnavailableException(e);
        }
    }

    private void writeTransaction(
            Producer<String, SpecificRecord> producer,
            OrgId orgId,
            long revision,
            List<CatalogueEntry<?>> entries) {
        List<Resource> written = new ArrayList<>();
        producer.beginTransaction();
        if (projection.view(orgId) == null) {
            for (ProducerRecord<String, SpecificRecord> first : orgToFirstRecords.apply(orgId)) {
                Future<RecordMetadata> _ = producer.send(first);
            }
        }
        for (CatalogueEntry<?> entry : entries) {
            SpecificRecord value = entry.value();
            CatalogueHeader.setRevision(value, revision, entries.size());
            Resource resource = new Resource(entry.topic(), orgId, CatalogueHeader.of(value).id());
            CatalogueChanged change = HistoryCodec.write(entry, replaced(resource).orElse(null));
            written.add(resource);
            // A failed send fails the commit.
            Future<RecordMetadata> _ =
                    producer.send(new ProducerRecord<>(entry.topic().name(), entry.key(), value));
            Future<RecordMetadata> _ =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.CATALOGUE_HISTORY.name(),
                                    HistoryCodec.key(change),
                                    change));
        }
        producer.commitTransaction();
        kept.addAll(written);
    }

    /// What a change replaces that may be the first one in the history.
    private Optional<? extends SpecificRecord> replaced(Resource resource) {
        return kept.contains(resource)
                ? Optional.empty()
                : projection.latest(resource.topic(), resource.orgId(), resource.id());
    }

    private Producer<String, SpecificRecord> producer() {
        Producer<String, SpecificRecord> producer = current;
        if (producer == null) {
            producer = producers.get();
            current = producer;
            producer.initTransactions();
        }
        return producer;
    }

    /// The next producer's start aborts what this one left open.
    private void closeProducer() {
        Producer<String, SpecificRecord> producer = current;
        current = null;
        if (producer != null) {
            producer.close(Duration.ZERO);
        }
    }

    /// Writes what is queued, waiting at most 5 s for it.
    @Override
    public void close() {
        executor.execute(this::closeProducer);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("catalogue.writer-still-busy");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Resource(Topic<?> topic, OrgId orgId, String id) {}
}
