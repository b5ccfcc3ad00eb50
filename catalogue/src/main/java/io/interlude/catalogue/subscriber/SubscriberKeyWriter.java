package io.interlude.catalogue.subscriber;

import io.interlude.catalogue.pseudonym.Puncture;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.retention.EpochKeys;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.schema.ErasureRecorded;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes subscriber keys: one thread, one change after the other, each in one transaction. An
/// erasure writes in it what drops the subscriber's state, the secrets that take the destroyed
/// one's place, its deletion, and the receipt: all of it or nothing.
///
/// A puncture is made from what the ring shows, so nobody else may change the tree meanwhile. A
/// producer of the same transactional id shuts every other out; and before its first puncture the
/// ring must show a marker that it wrote, and with it all that was written before. A writer that
/// finds itself shut out takes the place back and makes the puncture again, from the newer ring.
public final class SubscriberKeyWriter implements SubscriberErasure, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SubscriberKeyWriter.class);
    private static final int LARGEST_TRANSACTION = 500;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration READY_POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration EPOCHS_DEADLINE = Duration.ofSeconds(30);

    /// An instance that does not see a puncture at once may still serve under the old pseudonym,
    /// for two seconds at most. After that its state is dropped once more.
    private static final Duration DROP_AGAIN_AFTER = Duration.ofSeconds(3);

    /// More than the time after which the topic's file is closed by the next record.
    private static final Duration MARK_AFTER = Duration.ofSeconds(70);

    private final SubscriberKeyTransactions transactions;
    private final SubscriberKeyRing ring;
    private final SubscriberKeyRecords records;
    private final int partitionCount;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("subscriber-key-writer").daemon().factory());

    /// When a marker is due; in the past without one.
    private Instant markAt = Instant.MIN;

    /// @param producers makes transactional producers
    /// @param partitionCount of the journal
    public SubscriberKeyWriter(
            Supplier<? extends Producer<String, SpecificRecord>> producers,
            SubscriberKeyRing ring,
            ErasureReceipts receipts,
            SubscriberKeyRecords records,
            int partitionCount,
            InstantSource clock) {
        this.transactions = new SubscriberKeyTransactions(producers, ring, receipts);
        this.ring = ring;
        this.records = records;
        this.partitionCount = partitionCount;
        this.clock = clock;
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Makes the keys of orgs that have none, and wraps anew what an older signing secret wrapped.
    /// Returns at once, and goes on trying. Call it only where orgs are made.
    ///
    /// @param orgs every org; empty while not all of them are known
    public void start(Supplier<Optional<Set<OrgId>>> orgs) {
        executor.execute(() -> prepare(orgs));
    }

    private void prepare(Supplier<Optional<Set<OrgId>>> orgs) {
        Optional<Set<OrgId>> known = orgs.get();
        if (known.isEmpty()) {
            later(READY_POLL, () -> prepare(orgs));
            return;
        }
        try {
            transactions.inPlace(() -> {
                makeMissing(known.get());
                wrapAnew();
            });
            // A process before this one may have died between an erasure and its marker.
            planMark();
        } catch (KafkaException | JournalUnavailableException e) {
            LOG.warn("subscriber-keys.not-ready", e);
            later(RETRY_AFTER, () -> prepare(orgs));
        }
    }

    /// The orgs were listed before the ring was up to date, so each shows what came with it.
    private void makeMissing(Set<OrgId> orgs) {
        for (OrgId orgId : orgs) {
            if (!ring.hasSecrets(orgId)) {
                transactions.commit(records.ofNewOrg(orgId));
                LOG.info("subscriber-keys.made orgId={}", orgId);
            }
        }
    }

    private void wrapAnew() {
        List<ProducerRecord<String, SpecificRecord>> anew = new ArrayList<>();
        for (Map.Entry<KeyPlace, byte[]> outdated : ring.wrappedByOlderKeys().entrySet()) {
            anew.add(records.of(outdated.getKey(), outdated.getValue()));
            if (anew.size() == LARGEST_TRANSACTION) {
                transactions.commit(anew);
                anew.clear();
            }
        }
        transactions.commit(anew);
    }

    @Override
    public CompletableFuture<ErasureReceipt> erase(OrgId orgId, SubscriberId id, String erasedBy) {
        try {
            return CompletableFuture.supplyAsync(() -> write(orgId, id, erasedBy), executor);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new JournalUnavailableException(e));
        }
    }

    private ErasureReceipt write(OrgId orgId, SubscriberId id, String erasedBy) {
        try {
            // Of a try that lost the place it is not known whether it was written.
            List<Erased> tried = new ArrayList<>(1);
            transactions.inPlace(() -> puncture(orgId, id, erasedBy, tried));
            ErasureReceipt receipt = tried.getLast().receipt();
            LOG.info("subscriber.erased orgId={} receiptId={}", orgId, receipt.receiptId());
            later(
                    DROP_AGAIN_AFTER,
                    () -> tried.forEach(erased -> dropAgain(orgId, erased.subscriber())));
            planMark();
            return receipt;
        } catch (KafkaException e) {
            LOG.warn("subscriber.not-erased orgId={}", orgId, e);
            throw new JournalUnavailableException(e);
        }
    }

    /// Makes the keys of the org's events where it has none, from today's epoch on, and destroys
    /// those of the epochs before the first that is kept. Waits for it.
    ///
    /// @return the first epoch whose key is left
    /// @throws JournalUnavailableException when it was not done in time; asking again does it
    public int keepEpochs(OrgId orgId, int firstKept, int today) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> writeEpochs(orgId, firstKept, today), executor)
                    .get(EPOCHS_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            throw new JournalUnavailableException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalUnavailableException(e);
        }
    }

    private int writeEpochs(OrgId orgId, int firstKept, int today) {
        int[] first = new int[1];
        transactions.inPlace(() -> first[0] = replaceEpochs(orgId, firstKept, today));
        planMark();
        return first[0];
    }

    /// The secret that is replaced leads to the new one, and not the other way round.
    private int replaceEpochs(OrgId orgId, int firstKept, int today) {
        if (ring.has(orgId) && ring.of(orgId).isEmpty()) {
            throw new JournalUnavailableException("the keys of the org's events are not known");
        }
        EpochKeys kept = ring.of(orgId).orElseGet(() -> records.ofNewEpochs(today)).from(firstKept);
        if (ring.of(orgId).filter(known -> known.first() == kept.first()).isEmpty()) {
            transactions.commit(List.of(records.of(new KeyPlace.Epochs(orgId), kept.bytes())));
        }
        return kept.first();
    }

    private void puncture(OrgId orgId, SubscriberId id, String erasedBy, List<Erased> tried) {
        Subscriber subscriber = ring.of(orgId, id).orElseThrow(SubscriberKeyWriter::unknown);
        Puncture puncture = ring.puncture(orgId, id).orElseThrow(SubscriberKeyWriter::unknown);
        ErasureReceipt receipt = new ErasureReceipt(UUID.randomUUID().toString(), now(), erasedBy);
        List<ProducerRecord<String, SpecificRecord>> written = new ArrayList<>();
        written.add(erased(orgId, subscriber, receipt.erasedAt()));
        written.addAll(records.of(orgId, puncture, ring.generations(orgId)));
        written.add(recorded(orgId, receipt));
        tried.add(new Erased(subscriber, receipt));
        transactions.commit(written);
    }

    private static JournalUnavailableException unknown() {
        return new JournalUnavailableException("the org's subscriber keys are not known yet");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private void dropAgain(OrgId orgId, Subscriber subscriber) {
        attempt(List.of(erased(orgId, subscriber, now())));
    }

    /// At most one marker waits at a time; what is erased meanwhile may need one after it.
    private void planMark() {
        Instant now = clock.instant();
        boolean waits = markAt.isAfter(now);
        markAt = now.plus(MARK_AFTER);
        if (!waits) {
            later(MARK_AFTER, this::mark);
        }
    }

    private void mark() {
        attempt(List.of(SubscriberKeyRecords.marker()));
        Duration left = Duration.between(clock.instant(), markAt);
        if (left.isPositive()) {
            later(left, this::mark);
        }
    }

    private void attempt(List<ProducerRecord<String, SpecificRecord>> written) {
        try {
            transactions.inPlace(() -> transactions.commit(written));
        } catch (KafkaException | JournalUnavailableException e) {
            LOG.warn("subscriber-keys.not-written", e);
        }
    }

    private void later(Duration delay, Runnable step) {
        try {
            var _ = executor.schedule(step, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("subscriber-keys.closing", e);
        }
    }

    private ProducerRecord<String, SpecificRecord> erased(
            OrgId orgId, Subscriber subscriber, Instant at) {
        return new ProducerRecord<>(
                Topics.ERASED_SUBSCRIBERS.name(),
                JournalPartitions.of(orgId, subscriber, partitionCount),
                subscriber.value(),
                new SubscriberErased(orgId.value(), subscriber.value(), at));
    }

    private static ProducerRecord<String, SpecificRecord> recorded(
            OrgId orgId, ErasureReceipt receipt) {
        return new ProducerRecord<>(
                Topics.ERASURES.name(),
                orgId.value() + '/' + receipt.receiptId(),
                new ErasureRecorded(
                        orgId.value(),
                        receipt.receiptId(),
                        receipt.erasedAt(),
                        receipt.erasedBy()));
    }

    /// Writes what is queued, waiting at most 5 s for it.
    @Override
    public void close() {
        executor.execute(transactions::abandon);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("subscriber-keys.writer-still-busy");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// @param subscriber whose state is to be dropped
    private record Erased(Subscriber subscriber, ErasureReceipt receipt) {}
}
