package io.interlude.state.query;

import io.interlude.journal.append.GroupOffsets;
import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.reading.RangeReading;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells whether the views show what line items spent before this process started. An earlier
/// process that was killed took what it knew of its last fetches with it: until the aggregator
/// tells of them, it is not known what they left of a budget. Ready once it does, and from then on.
///
/// One thread follows what the journal held at the start through the aggregator: until the first
/// stage has committed it, until the second has committed the sums that this made, and until the
/// views have read what that published. It ends then.
public final class EarlierSpend implements ReadinessCheck, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EarlierSpend.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final Duration RETRY_AFTER = Duration.ofMillis(250);

    /// Longer than a transaction may be open.
    private static final Duration STALLED_AFTER = Duration.ofMinutes(2);

    private final Supplier<Admin> admins;
    private final Supplier<? extends Consumer<?, ?>> consumers;
    private final String applicationId;
    private final TopicReader views;
    private final Thread thread =
            Thread.ofPlatform().name("earlier-spend").daemon().unstarted(this::run);
    private @Nullable Map<TopicPartition, Long> held;
    private volatile boolean shown;

    /// @param consumers makes consumers of committed records, that start where they are told to
    /// @param applicationId the aggregator's
    /// @param views reads what the aggregator publishes of line items
    public EarlierSpend(
            Supplier<Admin> admins,
            Supplier<? extends Consumer<?, ?>> consumers,
            String applicationId,
            TopicReader views) {
        this.admins = admins;
        this.consumers = consumers;
        this.applicationId = applicationId;
        this.views = views;
    }

    /// Begins. What the journal holds a moment later counts as held at the start.
    public void start() {
        thread.start();
    }

    @Override
    public String name() {
        return "earlier-spend";
    }

    @Override
    public boolean ready() {
        return shown;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (!tried()) {
                pause(RETRY_AFTER);
            }
            shown = true;
        } catch (InterruptedException | InterruptException | CancellationException e) {
            LOG.debug("event=earlier_spend_given_up", e);
        }
    }

    /// Whether Kafka was there all the time.
    private boolean tried() throws InterruptedException {
        try (Admin admin = admins.get();
                Consumer<?, ?> consumer = consumers.get()) {
            follow(admin, consumer);
            return true;
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException | ExecutionException | TimeoutException e) {
            LOG.warn("event=earlier_spend_unknown cause={}", e.toString());
            return false;
        }
    }

    private void follow(Admin admin, Consumer<?, ?> consumer)
            throws InterruptedException, ExecutionException, TimeoutException {
        GroupOffsets offsets = new GroupOffsets(admin, applicationId, TIMEOUT);
        if (held == null) {
            held = held(offsets, consumer);
        }
        if (!held.isEmpty()) {
            awaitCommitted(offsets, held);
            List<TopicPartition> sums =
                    places(consumer, AdminAppliedJournal.sumsTopic(applicationId));
            awaitCommitted(
                    offsets,
                    behindRecords(consumer, get(offsets.committed()), ends(offsets, sums)));
            views.whenShown(ends(offsets, places(consumer, Topics.PACING.name()))).get();
        }
    }

    /// Where the journal's partitions end that are not empty. What corrects the journal is left
    /// out: it is of transactions, whose last offset is no record.
    private static Map<TopicPartition, Long> held(GroupOffsets offsets, Consumer<?, ?> consumer)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<TopicPartition> places =
                Topics.folded().stream()
                        .filter(topic -> !topic.equals(Topics.CORRECTIONS))
                        .map(Topic::name)
                        .flatMap(topic -> places(consumer, topic).stream())
                        .toList();
        Map<TopicPartition, Long> starts = get(offsets.of(places, OffsetSpec.earliest()));
        Map<TopicPartition, Long> ends = ends(offsets, places);
        ends.entrySet().removeIf(end -> end.getValue() <= starts.getOrDefault(end.getKey(), 0L));
        return ends;
    }

    private static List<TopicPartition> places(Consumer<?, ?> consumer, String topic) {
        return consumer.partitionsFor(topic, TIMEOUT).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private static Map<TopicPartition, Long> ends(GroupOffsets offsets, List<TopicPartition> places)
            throws InterruptedException, ExecutionException, TimeoutException {
        return get(offsets.of(places, OffsetSpec.latest()));
    }

    /// Behind the last committed record of each partition that has one in between. The end itself
    /// lies behind the marker of a transaction, which nobody commits to have read.
    private static <K, V> Map<TopicPartition, Long> behindRecords(
            Consumer<K, V> consumer,
            Map<TopicPartition, Long> placeToStart,
            Map<TopicPartition, Long> placeToEnd) {
        consumer.assign(placeToEnd.keySet());
        placeToEnd
                .keySet()
                .forEach(place -> consumer.seek(place, placeToStart.getOrDefault(place, 0L)));
        RangeReading<K, V> range = new RangeReading<>(consumer, placeToEnd, STALLED_AFTER);
        Map<TopicPartition, Long> behind = new HashMap<>();
        while (range.hasMore()) {
            for (ConsumerRecord<K, V> record : range.next()) {
                behind.put(
                        new TopicPartition(record.topic(), record.partition()),
                        record.offset() + 1);
            }
        }
        return behind;
    }

    private static void awaitCommitted(GroupOffsets offsets, Map<TopicPartition, Long> placeToEnd)
            throws InterruptedException, ExecutionException, TimeoutException {
        while (true) {
            Map<TopicPartition, Long> committed = get(offsets.committed());
            if (placeToEnd.entrySet().stream()
                    .allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
                return;
            }
            pause(BETWEEN);
        }
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private static <T> T get(Future<T> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(2 * TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
