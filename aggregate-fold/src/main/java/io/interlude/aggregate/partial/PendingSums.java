package io.interlude.aggregate.partial;

import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.ContributionTarget;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.ReachCell;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/// The sums that the events of one partition added and that were not sent on yet.
///
/// A hot line item costs the second stage one record a commit and partition, not one an event. Sums
/// are made in memory and leave with the commit of the transaction that has their events' offsets;
/// those that cannot leave yet go into a store in the same transaction. So none is lost or sent
/// twice, and none is encoded at each event.
public final class PendingSums {
    /// Sketches are large and the second stage writes each anew, so they follow more slowly than
    /// counts.
    private static final Duration REACH_INTERVAL = Duration.ofSeconds(1);

    /// Those that stayed at a commit.
    private final KeyValueStore<String, SpecificRecord> store;

    private final CellTimeZones timeZones;
    private final Due countsDue;
    private final Due reachDue = new Due(REACH_INTERVAL);

    /// Those since the last commit.
    private final Map<ContributionTarget, Contribution> targetToSum = new LinkedHashMap<>();

    /// @param store written to by this object alone
    /// @param interval least time for which counts are collected before they leave
    public PendingSums(
            KeyValueStore<String, SpecificRecord> store,
            CellTimeZones timeZones,
            Duration interval) {
        this.store = store;
        this.timeZones = timeZones;
        countsDue = new Due(interval);
    }

    /// Adds all of the contributions or, if one cannot be added, none.
    public void add(List<Contribution> contributions) {
        Map<ContributionTarget, Contribution> changed = new LinkedHashMap<>();
        for (Contribution contribution : contributions) {
            ContributionTarget target = ContributionTarget.of(contribution);
            Contribution before = changed.getOrDefault(target, targetToSum.get(target));
            changed.put(target, before == null ? contribution : before.plus(contribution));
        }
        targetToSum.putAll(changed);
    }

    /// Hands over the sums that are due, each with its key, and keeps the others. The spend of line
    /// items is due always: once a fetch's offset is committed, its spend is on its way, so that a
    /// fetch service can tell when it knows all of an earlier one's. A cell whose org this process
    /// has not read yet is not due, because its day depends on the org's time zone. Only to be
    /// called before a commit, and before each.
    public void handOver(long nowMillis, BiConsumer<String, SpecificRecord> next) {
        boolean withCounts = countsDue.isAt(nowMillis);
        boolean withReach = reachDue.isAt(nowMillis);
        Predicate<SpecificRecord> complete =
                sum ->
                        switch (sum) {
                            case LineItemSpend _ -> true;
                            case ReachCell _ -> withReach && timeZones.set(sum);
                            default -> withCounts && timeZones.set(sum);
                        };
        targetToSum.forEach((target, contribution) ->
                PreCommitHook.part(target, () -> handOver(contribution, complete, next)));
        targetToSum.clear();
        try (KeyValueIterator<String, SpecificRecord> rest = store.all()) {
            while (rest.hasNext()) {
                KeyValue<String, SpecificRecord> kept = rest.next();
                if (kept.value == null) {
                    store.delete(kept.key);
                } else {
                    PreCommitHook.part(kept.key, () -> handOverKept(kept, complete, next));
                }
            }
        }
    }

    /// True if some stayed at the last commit, so that there must be another.
    public boolean isWaiting() {
        try (KeyValueIterator<String, SpecificRecord> rest = store.all()) {
            return rest.hasNext();
        }
    }

    private void handOver(
            Contribution contribution,
            Predicate<SpecificRecord> complete,
            BiConsumer<String, SpecificRecord> next) {
        SpecificRecord added = PartialSums.toAvro(contribution);
        String key = PartialSums.pendingKey(added);
        SpecificRecord kept = store.get(key);
        SpecificRecord sum = kept == null ? added : PartialSums.sum(kept, added);
        if (complete.test(sum)) {
            handOver(key, kept, sum, next);
        } else {
            store.put(key, sum);
        }
    }

    private void handOverKept(
            KeyValue<String, SpecificRecord> kept,
            Predicate<SpecificRecord> complete,
            BiConsumer<String, SpecificRecord> next) {
        if (complete.test(kept.value)) {
            handOver(kept.key, kept.value, kept.value, next);
        }
    }

    private void handOver(
            String key,
            @Nullable SpecificRecord kept,
            SpecificRecord sum,
            BiConsumer<String, SpecificRecord> next) {
        next.accept(PartialSums.key(sum), sum);
        if (kept != null) {
            store.delete(key);
        }
    }

    /// The time of the next hand-over. Used by one thread.
    private static final class Due {
        private final long intervalMillis;
        private long lastMillis;

        Due(Duration interval) {
            intervalMillis = interval.toMillis();
        }

        boolean isAt(long nowMillis) {
            boolean due = nowMillis - lastMillis >= intervalMillis;
            lastMillis = due ? nowMillis : lastMillis;
            return due;
        }
    }
}
