package io.interlude.report.attribute;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.journal.history.RecordDecoder;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.journal.record.EventBounds;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.schema.AdFetched;
import io.interlude.schema.JournalEvent;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads the journal for some folds, with one thread: each from where it stands, so that one which
/// comes behind holds no other up but for the records in between. Waits while there are none. What
/// is read on from the journal's end is kept at once; else much at a time, giving way to others.
///
/// A step in a flow counts by what was served, which the catalogue may show a moment later: until
/// then reading waits.
final class JournalFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFollower.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final int PAUSES_FOR_FLOW = 50;
    private static final long NEAR = 5_000;
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();

    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final RecordDecoder decoder;
    private final PlainCount count;
    private final Ledger ledger = new Ledger();
    private final AttributionWindow window;
    private final Share share;
    private final java.util.function.Consumer<AttributeFold> reached;
    private final List<AttributeFold> folds = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private final GivingWay way = new GivingWay();
    private int pausesForFlow;

    /// Of the journal's partitions those whose number leaves this rest.
    ///
    /// @param goesOn whether it is read on from their ends, or a fold is left there
    record Share(int rest, int of, boolean goesOn) {
        static final Share TAIL = new Share(0, 1, true);

        boolean has(int partition) {
            return partition % of == rest;
        }
    }

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param flows what a fetch served; empty as long as it is not known
    /// @param window after which events of a fetch do not count
    /// @param reached is told, in the reading thread, of a fold that has read these partitions at
    ///   least up to where they ended when it came
    JournalFollower(
            String name,
            Supplier<? extends Consumer<String, byte[]>> consumers,
            RecordDecoder decoder,
            Function<AdFetched, Optional<FlowOutline>> flows,
            AttributionWindow window,
            Share share,
            java.util.function.Consumer<AttributeFold> reached) {
        this.consumers = consumers;
        this.decoder = decoder;
        this.count = new PlainCount(fetched -> known(flows.apply(fetched)));
        this.window = window;
        this.share = share;
        this.reached = reached;
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Also reads for this fold.
    void add(AttributeFold fold) {
        synchronized (folds) {
            folds.add(fold);
            folds.notifyAll();
        }
    }

    private List<AttributeFold> folds() {
        synchronized (folds) {
            folds.removeIf(AttributeFold::isDropped);
            return List.copyOf(folds);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        synchronized (folds) {
            folds.notifyAll();
        }
        try {
            thread.join(CLOSE_DEADLINE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void run() {
        while (awaitFold()) {
            try (Consumer<String, byte[]> consumer = consumers.get()) {
                follow(consumer);
            } catch (FlowNotKnownException _) {
                pausesForFlow++;
                pause(PAUSE);
            } catch (RuntimeException e) {
                LOG.warn("event=attributes_read_again thread={}", thread.getName(), e);
                pause(PAUSE);
            }
        }
    }

    private boolean awaitFold() {
        synchronized (folds) {
            while (folds.isEmpty() && !isClosing()) {
                try {
                    folds.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return !isClosing();
        }
    }

    private void pause(Duration pause) {
        try {
            var _ = closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    private void follow(Consumer<String, byte[]> consumer) {
        List<TopicPartition> places = places(consumer);
        consumer.assign(places);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(places);
        ReadingOrder order = new ReadingOrder(consumer);
        Map<AttributeFold, FoldBatch> foldToBatch = new HashMap<>();
        Map<AttributeFold, Map<TopicPartition, Long>> foldToEnds = new HashMap<>();
        Set<AttributeFold> known = new HashSet<>();
        for (List<AttributeFold> now = folds(); !now.isEmpty() && !isClosing(); now = folds()) {
            known.retainAll(now);
            foldToBatch.keySet().retainAll(now);
            foldToEnds.keySet().retainAll(now);
            for (AttributeFold fold : now) {
                if (known.add(fold)) {
                    foldToEnds.put(fold, begin(fold, consumer, begins, known.size() == 1));
                    order.look(foldToEnds.get(fold));
                }
            }
            if (!share.goesOn()) {
                order.choose();
            }
            order.read(read(consumer, now, foldToBatch));
            for (Map.Entry<AttributeFold, Map<TopicPartition, Long>> each :
                    Map.copyOf(foldToEnds).entrySet()) {
                AttributeFold fold = each.getKey();
                if (fold.hasRead(each.getValue())) {
                    Map<TopicPartition, Long> ends = look(fold, consumer, begins);
                    order.look(ends);
                    foldToEnds.put(fold, ends);
                    if (isNear(fold, ends)) {
                        foldToEnds.remove(fold);
                        ended(fold);
                    }
                }
            }
        }
    }

    /// What is left is read in a moment.
    private static boolean isNear(AttributeFold fold, Map<TopicPartition, Long> ends) {
        long left = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            left += Math.max(0, end.getValue() - fold.position(end.getKey()));
        }
        return left <= NEAR;
    }

    private void ended(AttributeFold fold) {
        if (!share.goesOn()) {
            synchronized (folds) {
                folds.remove(fold);
            }
        }
        reached.accept(fold);
    }

    private List<TopicPartition> places(Consumer<String, byte[]> consumer) {
        int partitions = consumer.partitionsFor(TOPICS.getFirst()).size();
        return IntStream.range(0, partitions)
                .filter(share::has)
                .boxed()
                .flatMap(partition ->
                        TOPICS.stream().map(topic -> new TopicPartition(topic, partition)))
                .toList();
    }

    /// Goes back to where the fold stands.
    private static Map<TopicPartition, Long> begin(
            AttributeFold fold,
            Consumer<String, byte[]> consumer,
            Map<TopicPartition, Long> begins,
            boolean first) {
        begins.forEach((place, begin) -> {
            long from = Math.max(begin, fold.position(place));
            if (first || from < consumer.position(place)) {
                consumer.seek(place, from);
            }
        });
        return look(fold, consumer, begins);
    }

    private static Map<TopicPartition, Long> look(
            AttributeFold fold,
            Consumer<String, byte[]> consumer,
            Map<TopicPartition, Long> begins) {
        Map<TopicPartition, Long> ends = Map.copyOf(consumer.endOffsets(begins.keySet()));
        begins.forEach((place, begin) -> fold.look(place, begin, ends.getOrDefault(place, begin)));
        return ends;
    }

    private ConsumerRecords<String, byte[]> read(
            Consumer<String, byte[]> consumer,
            List<AttributeFold> now,
            Map<AttributeFold, FoldBatch> foldToBatch) {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        for (AttributeFold fold : now) {
            FoldBatch batch =
                    foldToBatch.computeIfAbsent(
                            fold, _ -> new FoldBatch(fold, count, ledger, window));
            for (ConsumerRecord<String, byte[]> found : records) {
                add(found, fold, batch);
            }
            for (TopicPartition place : consumer.assignment()) {
                batch.readTo(place, consumer.position(place));
            }
            if (share.goesOn() || records.isEmpty() || batch.isDue()) {
                batch.keep();
                foldToBatch.remove(fold);
                pausesForFlow = 0;
                if (!share.goesOn()) {
                    pause(way.rest());
                }
            }
        }
        return records;
    }

    /// Each fold makes the record smaller in its own way.
    private void add(ConsumerRecord<String, byte[]> found, AttributeFold fold, FoldBatch batch) {
        TopicPartition place = new TopicPartition(found.topic(), found.partition());
        if (found.offset() < batch.position(place)) {
            return;
        }
        Optional<JournalEvent> event =
                decoder.event(found)
                        .filter(read -> fold.orgId().value().equals(read.getOrgId()))
                        .filter(read -> EventBounds.fits(read, found.timestamp()));
        if (event.isPresent()) {
            add(found, event.get(), batch);
        }
    }

    private static void add(
            ConsumerRecord<String, byte[]> found, JournalEvent event, FoldBatch batch) {
        try {
            batch.add(
                    found.partition(),
                    new PlacedEvent(
                            TOPICS.indexOf(found.topic()),
                            found.offset(),
                            found.timestamp(),
                            false,
                            event));
        } catch (RuntimeException e) {
            LOG.error(
                    "event=attributes_poison topic={} partition={} offset={}",
                    found.topic(),
                    found.partition(),
                    found.offset(),
                    e);
        }
    }

    private Optional<FlowOutline> known(Optional<FlowOutline> flow) {
        if (flow.isEmpty() && pausesForFlow < PAUSES_FOR_FLOW) {
            throw new FlowNotKnownException();
        }
        return flow;
    }

    /// The catalogue does not show what a fetch served.
    static final class FlowNotKnownException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FlowNotKnownException() {
            super("the flow is not known", null, false, false);
        }
    }
}
