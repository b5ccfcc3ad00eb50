package io.interlude.journal.reading;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Reads stretches of several partitions side by side from their ends and gives their records
/// newest first; within a partition always from the last offset to the first.
///
/// Kafka reads forward only, so a partition is read piece by piece, each before the one that was
/// given. Pieces grow, so that a filter that keeps few records does not ask for each alone. Used by
/// one thread.
public final class NewestFirstScan implements RecordScan {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int FIRST_PIECE_RECORDS = 64;
    private static final int LARGEST_PIECE_RECORDS = 1_024;
    private static final Comparator<ConsumerRecord<String, byte[]>> OLDEST_FIRST =
            comparingLong((ConsumerRecord<String, byte[]> last) -> last.timestamp())
                    .thenComparing(comparingInt(ConsumerRecord<String, byte[]>::partition))
                    .thenComparing(ConsumerRecord::topic, Comparator.reverseOrder());

    private final Consumer<String, byte[]> consumer;
    private final List<PartitionScan> scans = new ArrayList<>();

    /// @param consumer assigned to these partitions
    /// @param partitionToEnd exclusive
    public NewestFirstScan(
            Consumer<String, byte[]> consumer,
            Map<TopicPartition, Long> partitionToStart,
            Map<TopicPartition, Long> partitionToEnd) {
        this.consumer = consumer;
        partitionToStart.forEach((partition, start) -> {
            long end = partitionToEnd.getOrDefault(partition, 0L);
            scans.add(new PartitionScan(partition, start, Math.max(start, end)));
        });
        consumer.pause(consumer.assignment());
    }

    @Override
    public @Nullable ConsumerRecord<String, byte[]> next(long deadlineNanos) {
        List<PartitionScan> empty = scans.stream().filter(PartitionScan::awaitsMore).toList();
        while (!empty.isEmpty()) {
            if (!read(empty, deadlineNanos)) {
                return null;
            }
            empty = scans.stream().filter(PartitionScan::awaitsMore).toList();
        }
        PartitionScan newest = null;
        for (PartitionScan scan : scans) {
            ConsumerRecord<String, byte[]> last = scan.waiting.peekLast();
            ConsumerRecord<String, byte[]> best = newest == null ? null : newest.waiting.peekLast();
            if (last != null && (best == null || OLDEST_FIRST.compare(last, best) > 0)) {
                newest = scan;
            }
        }
        return newest == null ? null : newest.waiting.pollLast();
    }

    /// Reads the piece before of each partition.
    ///
    /// @return false when they are not all known by the deadline; then nothing of them is kept
    private boolean read(List<PartitionScan> empty, long deadlineNanos) {
        Map<TopicPartition, PartitionScan> unread = new HashMap<>();
        for (PartitionScan scan : empty) {
            consumer.seek(scan.partition, scan.pieceStart());
            unread.put(scan.partition, scan);
        }
        Collection<TopicPartition> partitions = List.copyOf(unread.keySet());
        consumer.resume(partitions);
        Map<TopicPartition, Deque<ConsumerRecord<String, byte[]>>> pieces = new HashMap<>();
        while (!unread.isEmpty() && System.nanoTime() < deadlineNanos) {
            ReadingTurns.next();
            for (ConsumerRecord<String, byte[]> found : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(found.topic(), found.partition());
                PartitionScan scan = unread.get(partition);
                if (scan != null && found.offset() < scan.from) {
                    pieces.computeIfAbsent(partition, _ -> new ArrayDeque<>()).add(found);
                }
            }
            unread.values()
                    .removeIf(scan -> {
                        boolean isRead = consumer.position(scan.partition) >= scan.from;
                        if (isRead) {
                            consumer.pause(List.of(scan.partition));
                        }
                        return isRead;
                    });
        }
        consumer.pause(partitions);
        if (!unread.isEmpty()) {
            return false;
        }
        empty.forEach(scan -> scan.take(pieces.getOrDefault(scan.partition, new ArrayDeque<>())));
        return true;
    }

    @Override
    public boolean exhausted() {
        return scans.stream().allMatch(scan -> scan.waiting.isEmpty() && !scan.awaitsMore());
    }

    /// For each partition the offset before which its records have not been given.
    @Override
    public Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> partitionToOffset = new HashMap<>();
        for (PartitionScan scan : scans) {
            ConsumerRecord<String, byte[]> last = scan.waiting.peekLast();
            partitionToOffset.put(scan.partition, last == null ? scan.from : last.offset() + 1);
        }
        return partitionToOffset;
    }

    /// The rest of one partition to give: the records that wait, and those before `from`.
    private static final class PartitionScan {
        private final TopicPartition partition;
        private final long start;
        private Deque<ConsumerRecord<String, byte[]>> waiting = new ArrayDeque<>();
        private long from;
        private int pieceRecords = FIRST_PIECE_RECORDS;

        PartitionScan(TopicPartition partition, long start, long end) {
            this.partition = partition;
            this.start = start;
            this.from = end;
        }

        boolean awaitsMore() {
            return waiting.isEmpty() && from > start;
        }

        long pieceStart() {
            return Math.max(start, from - pieceRecords);
        }

        void take(Deque<ConsumerRecord<String, byte[]>> piece) {
            from = pieceStart();
            waiting = piece;
            pieceRecords = Math.min(2 * pieceRecords, LARGEST_PIECE_RECORDS);
        }
    }
}
