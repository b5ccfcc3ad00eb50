package io.interlude.benchmark.subscribers;

import io.interlude.aggregate.boot.BoundedRocksDbConfig;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.aggregate.subscriber.SubscriberFrequencyCodec;
import io.interlude.aggregate.topology.StoreNames;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.SubscriberFrequency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/// The aggregator's store of subscriber counters, on disk and with the aggregator's own memory
/// bound, with so many subscribers in it. Without the changelog, whose cost does not depend on
/// them.
final class FilledStore implements AutoCloseable {
    private static final OrgId ORG = new OrgId("org-benchmark");
    private static final long STORE_CACHE_BYTES = 64L << 20;
    private static final Instant SERVED_AT = Instant.parse("2026-06-10T16:00:00Z");
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final int PSEUDONYM_BYTES = 16;

    private final Path folder;
    private final long subscribers;
    private final KeyValueStore<String, SubscriberFrequency> store;
    private final SubscriberFrequencies frequencies;
    private final SplittableRandom random;
    private long offset;

    /// Fills it, each subscriber having been served once.
    FilledStore(Path folder, long subscribers, long seed) {
        this.folder = folder;
        this.subscribers = subscribers;
        random = new SplittableRandom(seed);
        store = open(folder);
        frequencies = new SubscriberFrequencies(store);
        for (long number = 0; number < subscribers; number++) {
            serve(number);
        }
    }

    private static KeyValueStore<String, SubscriberFrequency> open(Path folder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "subscribers");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDbConfig.class);
        settings.put(BoundedRocksDbConfig.CACHE_BYTES, STORE_CACHE_BYTES);
        var context =
                new MockProcessorContext<Void, Void>(settings, new TaskId(0, 0), folder.toFile());
        KeyValueStore<String, SubscriberFrequency> store =
                Stores.keyValueStoreBuilder(
                                Stores.persistentKeyValueStore(StoreNames.SUBSCRIBER_FREQUENCIES),
                                Serdes.String(),
                                StateSerde.<SubscriberFrequency>of(
                                        List.of(SubscriberFrequency.class)))
                        .withLoggingDisabled()
                        .build();
        store.init(context.getStateStoreContext(), store);
        return store;
    }

    /// Counts one more fetch of a subscriber that was served before.
    void serveAny() {
        serve(random.nextLong(subscribers));
    }

    /// What a fetch of such a subscriber reads.
    SubscriberCounters readAny() {
        SubscriberFrequency found = store.get(key(random.nextLong(subscribers)));
        if (found == null) {
            throw new IllegalStateException("a subscriber is missing");
        }
        return SubscriberFrequencyCodec.toDomain(found);
    }

    /// What a fetch reads of a subscriber who was never served.
    void readNew() {
        if (store.get(key(subscribers + random.nextLong(subscribers))) != null) {
            throw new IllegalStateException("a subscriber too many");
        }
    }

    private void serve(long number) {
        List<FrequencyAdvance> advances =
                List.of(
                        new FrequencyAdvance(
                                CapScope.LINE_ITEM, "line-item-" + Math.floorMod(offset, 10), 5));
        frequencies.apply(key(number), advances, SERVED_AT.plusMillis(offset), offset);
        offset++;
    }

    /// As long and as scattered as a real pseudonym.
    private static String key(long number) {
        byte[] bytes =
                ByteBuffer.allocate(PSEUDONYM_BYTES)
                        .putLong(number * SPREAD)
                        .putLong(~number * SPREAD)
                        .array();
        String pseudonym = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return SubscriberFrequencies.key(ORG, new Subscriber(pseudonym));
    }

    long bytesOnDisk() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).mapToLong(FilledStore::size).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
