package io.interlude.aggregate.partial;

import io.interlude.domain.matching.Contribution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// What the events of one partition added since the last flush.
///
/// A hot line item costs the second stage one record a flush and partition, not one an event. The
/// sums are a store, so that one transaction holds the events' offsets, the sums and what is
/// flushed of them: none is lost or sent twice.
public final class PendingSums {
    private final KeyValueStore<String, SpecificRecord> store;
    private final CellTimeZones timeZones;

    public PendingSums(KeyValueStore<String, SpecificRecord> store, CellTimeZones timeZones) {
        this.store = store;
        this.timeZones = timeZones;
    }

    public void add(List<Contribution> contributions) {
        for (Contribution contribution : contributions) {
            SpecificRecord partial = PartialSums.of(contribution);
            String key = PartialSums.pendingKey(partial);
            SpecificRecord before = store.get(key);
            store.put(key, before == null ? partial : PartialSums.sum(before, partial));
        }
    }

    /// Hands over every sum with its key, and forgets it. A cell whose org this process has not
    /// read yet waits for it, because its day depends on the org's time zone.
    ///
    /// @param withReach whether sums of reach are handed over too; they stay else
    public void flush(boolean withReach, BiConsumer<String, SpecificRecord> next) {
        List<String> flushed = new ArrayList<>();
        try (KeyValueIterator<String, SpecificRecord> sums = store.all()) {
            while (sums.hasNext()) {
                KeyValue<String, SpecificRecord> sum = sums.next();
                if ((!withReach && sum.key.startsWith(PartialSums.REACH))
                        || !timeZones.set(sum.value)) {
                    continue;
                }
                next.accept(PartialSums.key(sum.value), sum.value);
                flushed.add(sum.key);
            }
        }
        flushed.forEach(store::delete);
    }
}
