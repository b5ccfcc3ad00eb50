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
    private final Counter asks;
    private final Counter records;
    private final LinkedBlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger kept = new AtomicInteger();
    private final Map<Integer, TailLane> partitionToLane = new TreeMap<>();
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
        this.asks = registry.counter("interlude.fetch.handover.asks");
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
        asks.increment();
        if (closing || waiting.get() >= MOST_WAITING) {
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("too many wait for the journal's end"));
        }
        waiting.incrementAndGet();
        CompletableFuture<End> answer = new CompletableFuture<>();
        TailLane.Ask ask = new TailLane.Ask(partition, subscriber, answer, System.nanoTime());
        steps.add(() -> partitionToLane.computeIfAbsent(partition, _ -> new TailLane()).add(ask));
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
        partitionToLane.values().forEach(lane -> lane.failed("closing"));
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
        partitionToLane.values().forEach(lane -> lane.giveUp(tooLate));
        read();
    }

    /// None while it reads: then reading waits.
    private Duration pause() {
        if (reading) {
            return Duration.ZERO;
        }
        boolean wanted = partitionToLane.values().stream().anyMatch(TailLane::isWanted);
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
                partitionToLane.entrySet().stream()
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
                            TailLane lane = partitionToLane.get(partition);
                            if (lane != null && failure == null) {
                                lane.ended(end);
                            } else if (lane != null) {
                                lane.failed("the journal does not tell its end");
                            }
                        }));
    }

    private void read() {
        Instant now = clock.instant();
        List<TopicPartition> wanted = new ArrayList<>();
        partitionToLane.forEach((partition, lane) -> {
            if (lane.isWanted() && prepare(partition, lane, now)) {
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
            TailLane lane = partitionToLane.get(place.partition());
            if (lane != null) {
                lane.readTo(consumer.position(place, POLL));
            }
        }
        boundMemory();
    }

    /// Brings the lane to its floor, and answers whom that is enough for.
    ///
    /// @return whether there is a floor
    private boolean prepare(int partition, TailLane lane, Instant now) {
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
        if (lane.raise(floor.getAsLong()) || isNew) {
            consumer.seek(place(partition), lane.position());
        }
        lane.readTo(lane.position());
        return true;
    }

    private static TopicPartition place(int partition) {
        return new TopicPartition(Topics.FETCHES.name(), partition);
    }

    private void take(ConsumerRecord<String, byte[]> source) {
        TailLane lane = partitionToLane.get(source.partition());
        if (lane == null || source.value() == null) {
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
                    lane.tail().add(new SubscriberKey(orgId, owner.get()), fetch);
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
        int size = partitionToLane.values().stream().mapToInt(lane -> lane.tail().size()).sum();
        if (size > MOST_FETCHES) {
            partitionToLane.values().stream()
                    .max(Comparator.comparingInt(lane -> lane.tail().size()))
                    .ifPresent(lane -> lane.reset("too much is not applied"));
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
        partitionToLane.values().forEach(lane -> lane.reset(cause));
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
