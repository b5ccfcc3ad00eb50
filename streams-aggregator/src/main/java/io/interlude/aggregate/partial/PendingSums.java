package io.interlude.aggregate.partial;

import io.interlude.domain.matching.Contribution;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/// What the events of one partition added since the last flush.
///
/// A hot line item costs the second stage one record a flush and partition, not one an event. The
/// sums are a store, so that one transaction holds the events' offsets, the sums and what is
/// flushed of them: none is lost or sent twice. They are kept beside it as records too: to read
/// back at each event what was written at the one before took nearly half of the time that an event
/// takes here.
public final class PendingSums {
    private final KeyValueStore<String, SpecificRecord> store;
    private final CellTimeZones timeZones;

    /// What the store holds.
    private final Map<String, SpecificRecord> keyToSum = new LinkedHashMap<>();

    /// @param store nobody else writes to it
    public PendingSums(KeyValueStore<String, SpecificRecord> store, CellTimeZones timeZones) {
        this.store = store;
        this.timeZones = timeZones;
        try (KeyValueIterator<String, SpecificRecord> sums = store.all()) {
            sums.forEachRemaining(sum -> keyToSum.put(sum.key, sum.value));
        }
    }

    public void add(List<Contribution> contributions) {
        for (Contribution contribution : contributions) {
            SpecificRecord partial = PartialSums.of(contribution);
            String key = PartialSums.pendingKey(partial);
            store.put(key, keyToSum.merge(key, partial, PartialSums::sum));
        }
    }

    /// Hands over every sum with its key, and forgets it. A cell whose org this process has not
    /// read yet waits for it, because its day depends on the org's time zone.
    ///
    /// @param withReach whether sums of reach are handed over too; they stay else
    public void flush(boolean withReach, BiConsumer<String, SpecificRecord> next) {
        Iterator<Map.Entry<String, SpecificRecord>> sums = keyToSum.entrySet().iterator();
        while (sums.hasNext()) {
            Map.Entry<String, SpecificRecord> sum = sums.next();
            if ((withReach || !sum.getKey().startsWith(PartialSums.REACH))
                    && timeZones.set(sum.getValue())) {
                next.accept(PartialSums.key(sum.getValue()), sum.getValue());
                store.delete(sum.getKey());
                sums.remove();
            }
        }
    }
}
