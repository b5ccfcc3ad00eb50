package io.interlude.catalogue.snapshot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Holds back the records of one org until their revision is whole, and lets revisions through in
/// their order. Not safe for use by several threads.
///
/// A revision is one transaction over several topics, which a reader may see one partition at a
/// time. Compaction, on the other hand, takes away the records that later revisions replaced, and
/// with them whole revisions. So a revision also passes in part, or over a gap, once it is older
/// than [#PATIENCE] and the reader stands at the end of every partition.
///
/// @param <R> a record
final class RevisionGate<R> {
    /// Longer than brokers under load take to mark a transaction as committed in all of its
    /// partitions. Nobody waits so long where revisions have no gaps.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NavigableMap<Long, Revision<R>> pending = new TreeMap<>();
    private long passed;

    /// Takes one record in.
    ///
    /// @param writtenAt the broker's or writer's time of the record
    void add(long revision, int revisionSize, Instant writtenAt, R value) {
        pending.computeIfAbsent(
                        revision, _ -> new Revision<>(revisionSize, writtenAt, new ArrayList<>()))
                .records()
                .add(value);
    }

    /// Takes out the records that may be applied now, in the order of their revisions.
    ///
    /// @param atEnd whether the reader stands at the end of every partition
    List<R> pass(Instant now, boolean atEnd) {
        List<R> passing = new ArrayList<>();
        while (!pending.isEmpty() && mayPass(now, atEnd)) {
            passed = Math.max(passed, pending.firstKey());
            passing.addAll(pending.pollFirstEntry().getValue().records());
        }
        return passing;
    }

    private boolean mayPass(Instant now, boolean atEnd) {
        long number = pending.firstKey();
        Revision<R> revision = pending.firstEntry().getValue();
        boolean late = number <= passed;
        boolean whole = number == passed + 1 && revision.records().size() >= revision.size();
        boolean settled = atEnd && !revision.writtenAt().plus(PATIENCE).isAfter(now);
        return late || whole || settled;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /// The newest revision that passed; 0 before the first.
    long passed() {
        return passed;
    }

    private record Revision<R>(int size, Instant writtenAt, List<R> records) {}
}
