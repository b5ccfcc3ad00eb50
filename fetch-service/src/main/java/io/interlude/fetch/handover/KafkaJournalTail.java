package io.interlude.fetch.handover;

import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.overlay.SubscriberKey;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.AdFetched;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the end of `ads.fetches` on demand, with one thread and one consumer.
///
/// Everybody who waits for one partition shares one question for its end and the reading up to
/// there, both under way at the same time; and what was read stays in memory as long as it is
/// needed. So each record is read once, and not at all in a partition that nobody asks for, and an
/// answer takes about as long as one question to Kafka.
public final class KafkaJournalTail implements JournalTail, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaJournalTail.class);
    private static final Duration FLOOR_INTERVAL = Duration.ofSeconds(1);
    private static final Duration POLL = Duration.ofMillis(2);
    private static final Duration IDLE = Duration.ofMillis(200);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final int MOST_WAITING = 20_000;
    private static final int MOST_FETCHES = 1_000_000;

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final JournalEnds ends;
    private final Deserializer<? extends SpecificRecord> deserializer;
    private final InstantSource clock;
    private final Counter requests;
    private final Counter records;
    private final LinkedBlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger kept = new AtomicInteger();
    private final Map<Integer, PartitionTailReader> partitionToReader = new TreeMap<>();
    private final AppliedFloors floors = new AppliedFloors();
    private final TailCodec codec = new TailCodec();
    private final Thread thread;
    private @Nullable Consumer<String, byte[]> current;
    private long floorsAskedNanos = Long.MIN_VALUE;
    private boolean reading;
    private volatile boolean closing;

    /// @param consumers makes consumers that start where they are told to
    KafkaJournalTail(
            Supplier<? extends Consumer<String, byte[]>> consumers,
            JournalEnds ends,
            Deserializer<? extends SpecificRecord> deserializer,
            InstantSource clock,
            MeterRegistry registry) {
        this.consumers = consumers;
        this.ends = ends;
        this.deserializer = deserializer;
        this.clock = clock;
        this.requests = registry.counter("interlude.fetch.handover.asks");
        this.records = registry.counter("interlude.fetch.handover.records");
        registry.gauge("interlude.fetch.handover.kept", kept, AtomicInteger::get);
        this.thread = Thread.ofPlatform().name("journal-tail").daemon().unstarted(this::run);
    }

    /// Begins to follow what the aggregator commits. Call once.
    public void start() {
        thread.start();
    }

    @Override
    public CompletableFuture<End> fetches(SubscriberKey subscriber, int partition) {
        requests.increment();
        if (closing || waiting.get() >= MOST_WAITING) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("too many wait for the journal's end"));
        }
        waiting.incrementAndGet();
        CompletableFuture<End> answer = new CompletableFuture<>();
        PartitionTailReader.TailRequest request =
                new PartitionTailReader.TailRequest(
                        partition, subscriber, answer, System.nanoTime());
        steps.add(() ->
                partitionToReader
                        .computeIfAbsent(partition, _ -> new PartitionTailReader())
                        .add(request));
        return answer.whenComplete((_, _) -> waiting.decrementAndGet());
    }

    private void run() {
        while (!closing) {
            try {
                turn();
            } catch (InterruptException e) {
                closing = true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                closing = true;
            } catch (TimeoutException e) {
                // As long as a partition has no leader, its position is not sure.
                LOG.warn("handover.tail-not-read cause=\"{}\"", e.getMessage());
                reset("the journal's end is not known");
            } catch (RuntimeException e) {
                LOG.warn("handover.tail-not-read", e);
                reset("the journal's end cannot be read");
            }
        }
        reset("closing");
        partitionToReader.values().forEach(reader -> reader.failed("closing"));
        ends.close();
    }

    /// Takes in what was asked and answered, asks on, and reads a little where somebody waits.
    private void turn() throws InterruptedException {
        Duration pause = pause();
        Runnable step = steps.poll(pause.toMillis(), TimeUnit.MILLISECONDS);
        for (; step != null; step = steps.poll()) {
            step.run();
        }
        askForFloors();
        askForEnds();
        long tooLate = System.nanoTime() - LONGEST_WAIT.toNanos();
        partitionToReader.values().forEach(reader -> reader.giveUp(tooLate));
        read();
    }

    /// None while it reads: then reading waits.
    private Duration pause() {
        if (reading) {
            return Duration.ZERO;
        }
        boolean wanted =
                partitionToReader.values().stream().anyMatch(PartitionTailReader::isWanted);
        return wanted ? POLL : IDLE;
    }

    private void askForFloors() {
        long now = System.nanoTime();
        if (floorsAskedNanos != Long.MIN_VALUE
                && now - floorsAskedNanos < FLOOR_INTERVAL.toNanos()) {
            return;
        }
        floorsAskedNanos = now;
        Instant askedAt = clock.instant();
        var _ =
                ends.committed()
                        .whenComplete((committed, failure) -> {
                            if (failure == null) {
                                steps.add(() -> floors.committed(askedAt, committed));
                            } else {
                                LOG.debug("handover.applied-unknown", failure);
                            }
                        });
    }

    private void askForEnds() {
        List<Integer> asking =
                partitionToReader.entrySet().stream()
                        .filter(entry -> entry.getValue().beginAsking())
                        .map(Map.Entry::getKey)
                        .toList();
        if (!asking.isEmpty()) {
            ends.ends(asking).forEach(this::awaitEnd);
        }
    }

    private void awaitEnd(int partition, CompletableFuture<Long> asked) {
        var _ =
                asked.whenComplete((end, failure) ->
                        steps.add(() -> {
                            PartitionTailReader reader = partitionToReader.get(partition);
                            if (reader != null && failure == null) {
                                reader.ended(end);
                            } else if (reader != null) {
                                reader.failed("the journal does not tell its end");
                            }
                        }));
    }

    private void read() {
        Instant now = clock.instant();
        List<TopicPartition> wanted = new ArrayList<>();
        partitionToReader.forEach((partition, reader) -> {
            if (reader.isWanted() && prepare(partition, reader, now)) {
                wanted.add(place(partition));
            }
        });
        reading = !wanted.isEmpty();
        if (!reading) {
            return;
        }
        Consumer<String, byte[]> consumer = consumer();
        Set<TopicPartition> idle =
                consumer.assignment().stream()
                        .filter(place -> !wanted.contains(place))
                        .collect(Collectors.toSet());
        consumer.pause(idle);
        consumer.resume(wanted);
        consumer.poll(POLL).forEach(this::take);
        for (TopicPartition place : wanted) {
            PartitionTailReader reader = partitionToReader.get(place.partition());
            if (reader != null) {
                reader.readTo(consumer.position(place, POLL));
            }
        }
        boundMemory();
    }

    /// Brings the reader to its floor, and answers whom that is enough for.
    ///
    /// @return whether there is a floor
    private boolean prepare(int partition, PartitionTailReader reader, Instant now) {
        OptionalLong floor = floors.of(partition, now);
        if (floor.isEmpty()) {
            return false;
        }
        Consumer<String, byte[]> consumer = consumer();
        boolean isNew = !consumer.assignment().contains(place(partition));
        if (isNew) {
            List<TopicPartition> all = new ArrayList<>(consumer.assignment());
            all.add(place(partition));
            consumer.assign(all);
        }
        if (reader.raise(floor.getAsLong()) || isNew) {
            consumer.seek(place(partition), reader.position());
        }
        reader.readTo(reader.position());
        return true;
    }

    private static TopicPartition place(int partition) {
        return new TopicPartition(Topics.FETCHES.name(), partition);
    }

    private void take(ConsumerRecord<String, byte[]> source) {
        PartitionTailReader reader = partitionToReader.get(source.partition());
        if (reader == null || source.value() == null) {
            return;
        }
        records.increment();
        try {
            if (deserializer.deserialize(source.topic(), source.value())
                    instanceof AdFetched fetched) {
                TailFetch fetch = codec.read(source.offset(), fetched);
                Optional<Subscriber> owner =
                        ConversationCounters.owner(fetched.getSubscriber(), fetch.advances());
                if (owner.isPresent() && !fetched.getTest()) {
                    OrgId orgId = new OrgId(fetched.getOrgId());
                    reader.tail().add(new SubscriberKey(orgId, owner.get()), fetch);
                }
            }
        } catch (RuntimeException e) {
            // The aggregator rejects it too, and so it counts nowhere.
            LOG.warn(
                    "handover.poison partition={} offset={}",
                    source.partition(),
                    source.offset(),
                    e);
        }
    }

    /// While the aggregator is away for long the tail grows: the longest is read anew where it is
    /// asked for.
    private void boundMemory() {
        int size =
                partitionToReader.values().stream().mapToInt(reader -> reader.tail().size()).sum();
        if (size > MOST_FETCHES) {
            partitionToReader.values().stream()
                    .max(Comparator.comparingInt(reader -> reader.tail().size()))
                    .ifPresent(reader -> reader.reset("too much is not applied"));
        }
        kept.set(size);
    }

    private Consumer<String, byte[]> consumer() {
        Consumer<String, byte[]> consumer = current;
        if (consumer == null) {
            consumer = consumers.get();
            current = consumer;
        }
        return consumer;
    }

    private void reset(String cause) {
        reading = false;
        partitionToReader.values().forEach(reader -> reader.reset(cause));
        Consumer<String, byte[]> consumer = current;
        current = null;
        if (consumer != null) {
            try {
                consumer.close();
            } catch (KafkaException e) {
                LOG.debug("handover.consumer-not-closed", e);
            }
        }
    }

    /// Stops to read and waits for that, at most 5 s.
    @Override
    public void close() {
        closing = true;
        if (thread.isAlive()) {
            steps.add(() -> {});
            try {
                thread.join(CLOSE_DEADLINE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } else {
            ends.close();
        }
    }
}
