package io.interlude.state.query;

import io.interlude.journal.append.GroupOffsets;
import io.interlude.journal.availability.StateUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/// Asks the broker how far the aggregator's two stages have committed.
///
/// The first stage commits the journal's offsets with the sums that it still holds, so what is
/// committed is in a cell after the next flush, its commit, and the second stage's own. The flush
/// leaves no trace, so it is waited for by the clock, and the second stage by its offsets.
public final class AdminAppliedJournal implements AppliedJournal {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /// Reach is flushed once a second, everything else more often; twice that is a late flush.
    private static final Duration FLUSH = Duration.ofSeconds(2);

    /// The end of a partition lies behind the marker of its last transaction, which is no record.
    private static final long MARKERS_MAX = 1;

    /// A partition that lacks a marker at most, and goes on lacking it, has nothing left to apply.
    private static final Duration SETTLED = Duration.ofMillis(500);

    private final GroupOffsets offsets;
    private final String applicationId;
    private final int partitionCount;

    public AdminAppliedJournal(Admin admin, String applicationId, int partitionCount) {
        offsets = new GroupOffsets(admin, applicationId, TIMEOUT);
        this.applicationId = applicationId;
        this.partitionCount = partitionCount;
    }

    @Override
    public void await(Map<TopicPartition, Long> placeToEnd, Duration deadline) {
        long endNanos = System.nanoTime() + deadline.toNanos();
        awaitCommitted(placeToEnd, endNanos);
        LockSupport.parkNanos(FLUSH.toNanos());
        awaitCommitted(sumEnds(), endNanos);
    }

    private void awaitCommitted(Map<TopicPartition, Long> placeToEnd, long endNanos) {
        Map<TopicPartition, Long> before = Map.of();
        long unchangedSinceNanos = System.nanoTime();
        while (true) {
            Map<TopicPartition, Long> open = open(placeToEnd);
            long now = System.nanoTime();
            if (!open.equals(before)) {
                unchangedSinceNanos = now;
                before = open;
            }
            boolean markersOnly = open.values().stream().allMatch(left -> left <= MARKERS_MAX);
            if (open.isEmpty() || (markersOnly && now - unchangedSinceNanos > SETTLED.toNanos())) {
                return;
            }
            if (now > endNanos || Thread.currentThread().isInterrupted()) {
                throw new StateUnavailableException("the aggregator is behind the journal");
            }
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
    }

    /// How many offsets each partition lacks that lacks any.
    private Map<TopicPartition, Long> open(Map<TopicPartition, Long> placeToEnd) {
        Map<TopicPartition, Long> committed = get(offsets.committed());
        Map<TopicPartition, Long> open = new HashMap<>();
        placeToEnd.forEach((place, end) -> {
            long left = end - committed.getOrDefault(place, 0L);
            if (left > 0) {
                open.put(place, left);
            }
        });
        return open;
    }

    /// Where the sums that are on their way to the second stage end.
    private Map<TopicPartition, Long> sumEnds() {
        String topic = sumsTopic(applicationId);
        List<TopicPartition> places =
                IntStream.range(0, partitionCount)
                        .mapToObj(partition -> new TopicPartition(topic, partition))
                        .toList();
        return get(offsets.of(places, OffsetSpec.latest()));
    }

    /// The topic in which sums are on their way from the aggregator's first stage to its second.
    static String sumsTopic(String applicationId) {
        return applicationId + "-partial-sums-repartition";
    }

    private static <T> T get(Future<T> answer) {
        try {
            return answer.get(2 * TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StateUnavailableException("the broker does not tell offsets", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
    }
}
