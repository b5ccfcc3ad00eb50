package io.interlude.aggregate.serving;

import io.interlude.aggregate.serving.GroupView.LogEnd;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The proofs, look by look, for the stores of one store group in this process: the records of
/// their input that they include, and when they last included all that the group had committed.
///
/// A look has an order: first the committed offset is read, then the ends of the changelogs, then
/// the offsets of the stores. So whatever a store is seen to hold at the end, it holds of the
/// offset of the beginning. One thread looks, any number read.
final class PositionLog {
    /// A store that has not been seen level for so long may be anybody's former one.
    static final Duration LEVEL_MAX = Duration.ofSeconds(5);

    /// The end of a changelog lies behind the marker of its last transaction, which is no record.
    private static final long MARKER = 1;

    private final Map<Integer, Position> owned = new ConcurrentHashMap<>();
    private final Map<Integer, Followed> followed = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> changelogToEnd = new ConcurrentHashMap<>();

    /// The applied offset of a partition that runs here, or [AppliedPositions#NOT_FIT].
    long ofOwner(int partition) {
        Position position = owned.get(partition);
        return position == null ? AppliedPositions.NOT_FIT : position.applied();
    }

    /// The applied offset of a partition that is followed here, or [AppliedPositions#NOT_FIT].
    /// Asked again behind a reading, it tells whether the store was the same all along.
    long ofStandby(int partition, StandbyOffsets offsets) {
        Followed store = followed.get(partition);
        return store == null || !store.isSame(offsets)
                ? AppliedPositions.NOT_FIT
                : store.position().applied();
    }

    /// True when the partition, run or followed here, was level lately.
    boolean isLevel(int partition, long nowNanos) {
        Position position = owned.get(partition);
        Followed store = followed.get(partition);
        if (position == null && store != null) {
            position = store.position();
        }
        return position != null && nowNanos - position.levelNanos() < LEVEL_MAX.toNanos();
    }

    /// Partitions of which only the coordinator can tell what they include: they run here, and have
    /// committed nothing since they do.
    Set<Integer> unproved(Map<Integer, Long> running) {
        Map<Integer, Long> unproved = new TreeMap<>(running);
        unproved.entrySet()
                .removeIf(task -> task.getValue() >= 0 || owned.containsKey(task.getKey()));
        return unproved.keySet();
    }

    /// Takes a look at the partitions that run here.
    ///
    /// A task restores what the group had committed when it got the partition, and only it commits
    /// from then on. So what it has committed itself it includes; and what the group has committed
    /// it includes while it is the owner.
    ///
    /// @param running tasks that run, after all else was read, with what each has committed itself
    ///   since; -1 for nothing
    /// @param committed offsets that the group had committed
    /// @param given partitions that the coordinator said later are given to this process
    void lookAtOwned(
            long atNanos,
            Map<Integer, Long> running,
            Map<Integer, Long> committed,
            Set<Integer> given) {
        owned.keySet().retainAll(running.keySet());
        running.forEach((partition, own) -> {
            long all = committed.getOrDefault(partition, 0L);
            Position before = owned.get(partition);
            long applied =
                    Math.max(
                            own,
                            Math.max(
                                    before == null ? AppliedPositions.NOT_FIT : before.applied(),
                                    given.contains(partition) ? all : AppliedPositions.NOT_FIT));
            if (applied != AppliedPositions.NOT_FIT) {
                owned.put(partition, new Position(applied, level(applied, all, atNanos, before)));
            }
        });
    }

    /// Takes a look at a partition that is followed here.
    ///
    /// A standby includes what was committed if it has read its changelogs up to the last decided
    /// record. Not so where two owners write at once, of which one does not know yet that it is
    /// none: its open transaction hides what the other commits behind it. Then the end stands still
    /// while the group commits more, and nothing is proved.
    ///
    /// @param committed offset of the partition that the group had committed
    /// @param ends of the changelogs of its stores, read after that
    /// @param offsets those of the stores, read after that
    void lookAtStandby(
            int partition,
            long atNanos,
            long committed,
            Map<TopicPartition, LogEnd> ends,
            StandbyOffsets offsets) {
        Map<TopicPartition, Long> beginnings = beginnings(ends.keySet(), offsets);
        Followed store = followed.get(partition);
        Position before = store != null && store.isSame(offsets) ? store.position() : null;
        boolean more = before == null || committed > before.applied();
        boolean includes = true;
        for (Map.Entry<TopicPartition, LogEnd> end : ends.entrySet()) {
            includes &= includes(end.getKey(), end.getValue(), more, offsets);
        }
        if (includes) {
            followed.put(partition, new Followed(new Position(committed, atNanos), beginnings));
        } else if (!more && before != null) {
            followed.put(
                    partition, new Followed(new Position(before.applied(), atNanos), beginnings));
        }
    }

    private static Map<TopicPartition, Long> beginnings(
            Set<TopicPartition> changelogs, StandbyOffsets offsets) {
        return changelogs.stream()
                .collect(Collectors.toUnmodifiableMap(log -> log, offsets::beginning));
    }

    private boolean includes(
            TopicPartition changelog, LogEnd end, boolean more, StandbyOffsets offsets) {
        Long before = changelogToEnd.put(changelog, end.committed());
        boolean stuck =
                before != null && before >= end.committed() && end.written() > end.committed();
        long next = offsets.next(changelog);
        return next != StandbyOffsets.NOT_FOLLOWED
                && next + MARKER >= end.committed()
                && !(stuck && more);
    }

    /// Forgets all partitions but these.
    void follow(Set<Integer> partitions) {
        followed.keySet().retainAll(partitions);
    }

    private static long level(long applied, long all, long atNanos, @Nullable Position before) {
        if (applied >= all) {
            return atNanos;
        }
        return before == null ? atNanos - LEVEL_MAX.toNanos() : before.levelNanos();
    }

    /// @param beginnings of the changelogs of its stores, as they were when it was looked at
    private record Followed(Position position, Map<TopicPartition, Long> beginnings) {
        /// True when the stores have been followed without a break since.
        boolean isSame(StandbyOffsets offsets) {
            return beginnings.entrySet().stream()
                    .allMatch(log ->
                            log.getValue() != StandbyOffsets.NOT_FOLLOWED
                                    && log.getValue() == offsets.beginning(log.getKey()));
        }
    }

    /// @param applied every record before this offset is included
    /// @param levelNanos time when that was all that was committed
    private record Position(long applied, long levelNanos) {}
}
