package io.interlude.benchmark.stateread;

import io.interlude.aggregate.query.StorePartitions;
import io.interlude.aggregate.serving.AppliedPositions;
import io.interlude.aggregate.serving.RunningStreams;
import io.interlude.aggregate.serving.StandbyOffsets;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.state.wire.StoreGroup;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/// Counters in memory, of which every partition is here: what is left is the way to them.
final class MemoryStores implements StorePartitions, RunningStreams, AppliedPositions {
    private static final Instant SERVED_AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final int TIMES = 3;

    private final Map<Object, SubscriberFrequency> keyToFrequency = new ConcurrentHashMap<>();

    MemoryStores(OrgId orgId, int subscribers) {
        for (int i = 0; i < subscribers; i++) {
            List<FrequencyCounter> counters =
                    List.of(
                            counter(CapScope.lineItem, "line-item-" + i % 10),
                            counter(CapScope.campaign, "campaign-" + i % 4),
                            counter(CapScope.adUnit, "ad-unit"),
                            counter(CapScope.creative, "creative-" + i % 20));
            keyToFrequency.put(
                    SubscriberFrequencies.key(orgId, new Subscriber("s" + i)),
                    new SubscriberFrequency((long) i, counters, List.of()));
        }
    }

    private static FrequencyCounter counter(CapScope scope, String id) {
        return new FrequencyCounter(
                scope,
                id,
                (long) TIMES,
                List.of(SERVED_AT, SERVED_AT.plusSeconds(60), SERVED_AT.plusSeconds(90)));
    }

    @Override
    public <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition) {
        return new ReadOnlyKeyValueStore<>() {
            @Override
            @SuppressWarnings("unchecked") // The counters are the only store that is read.
            public @Nullable V get(K key) {
                return (V) keyToFrequency.get(key);
            }

            @Override
            public KeyValueIterator<K, V> range(K from, K to) {
                throw new UnsupportedOperationException("only counters are here");
            }

            @Override
            public KeyValueIterator<K, V> all() {
                throw new UnsupportedOperationException("only counters are here");
            }

            @Override
            public long approximateNumEntries() {
                return keyToFrequency.size();
            }
        };
    }

    @Override
    public long ofOwner(StoreGroup group, int partition) {
        return keyToFrequency.size();
    }

    @Override
    public long ofStandby(StoreGroup group, int partition) {
        return NOT_FIT;
    }

    @Override
    public Set<ThreadMetadata> threads() {
        return Set.of();
    }

    @Override
    public Collection<StreamsMetadata> clients() {
        return List.of();
    }

    @Override
    public StandbyOffsets standbyOffsets() {
        return new StandbyOffsets();
    }
}
