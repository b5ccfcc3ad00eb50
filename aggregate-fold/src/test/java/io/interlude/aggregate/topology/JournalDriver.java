package io.interlude.aggregate.topology;

import io.interlude.aggregate.matching.ServedFlows;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.reach.SubscriberHash;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FetchState;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.springframework.util.FileSystemUtils;

/// The whole topology with one partition and a clock that only moves when told to.
public final class JournalDriver implements AutoCloseable {
    static final Duration PARKED_TIMEOUT = Duration.ofMinutes(1);
    public static final AttributionWindow WINDOW = new AttributionWindow(Duration.ofDays(30));
    static final Duration FETCH_RETENTION = WINDOW.retention();
    static final Duration FLUSH_INTERVAL = Duration.ofMillis(100);

    /// A record that is read as if the registry did not answer.
    static final byte[] REGISTRY_AWAY = {'?'};

    private static final TopicSerdes SERDES = new PlainSerdes();

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final ServedAds ads = new ServedAds();
    final RunningStores running = new RunningStores();
    private final Path stateFolder = newFolder();
    private final TopologyTestDriver driver;
    private final Map<String, TestInputTopic<String, byte[]>> nameToTopic = new HashMap<>();

    public JournalDriver() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateFolder.toString());
        properties.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
                RejectingHandler.class);
        properties.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, RejectingHandler.class);
        properties.put(
                RejectingHandler.MEANS,
                new RejectingHandler.Means(SERDES, new SimpleMeterRegistry()));
        driver =
                new TopologyTestDriver(
                        AggregationTopology.build(
                                SERDES,
                                1,
                                new FoldConfig(PARKED_TIMEOUT, WINDOW, FLUSH_INTERVAL),
                                sources(ads),
                                meters,
                                running),
                        properties,
                        JournalEvents.START);
        for (Topic<?> topic : AggregationTopology.FOLDED) {
            nameToTopic.put(
                    topic.name(),
                    driver.createInputTopic(
                            topic.name(), new StringSerializer(), new ByteArraySerializer()));
        }
    }

    public static FoldSources sources(ServedFlows flows) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        return new FoldSources(
                flows,
                new SubscriberHash(new SigningKeys(List.of(secret))),
                JournalDriver::timeZone,
                InstantSource.system());
    }

    /// Of the one org that has one.
    private static Optional<ZoneId> timeZone(OrgId orgId) {
        return Optional.of(
                orgId.value().equals("kathmandu") ? ZoneId.of("Asia/Kathmandu") : ZoneOffset.UTC);
    }

    /// How many subscribers each cell reached, by its start and creative; cells of nobody left out.
    Map<String, Long> reach(Granularity granularity) {
        return reach(granularity, true);
    }

    Map<String, Long> reach(Granularity granularity, boolean corrected) {
        List<ReachCell> kept = new ArrayList<>();
        try (var cells = this.<Object, ReachCell>store(StoreNames.REACH_CELLS).all()) {
            cells.forEachRemaining(entry -> kept.add(entry.value));
        }
        return Counts.reach(kept, granularity, corrected);
    }

    /// Lets reach get to the second stage too.
    JournalDriver flushReach() {
        advance(Duration.ofSeconds(1));
        return flush();
    }

    /// Appends events, each to its topic, at the time when it was received.
    public void append(JournalEvent... events) {
        for (JournalEvent event : events) {
            Topic<?> topic = topicOf(event);
            appendBytes(topic, bytes(topic, event), event.getReceivedAt());
        }
    }

    /// Has a subscriber's state dropped.
    void erase(String orgId, String subscriber, Instant at) {
        SubscriberErased erased = new SubscriberErased(orgId, subscriber, at);
        appendBytes(Topics.ERASED_SUBSCRIBERS, bytes(Topics.ERASED_SUBSCRIBERS, erased), at);
    }

    void appendBytes(Topic<?> topic, byte[] value, Instant at) {
        TestInputTopic<String, byte[]> input = nameToTopic.get(topic.name());
        if (input == null) {
            throw new IllegalArgumentException("not a journal topic: " + topic);
        }
        input.pipeInput("key", value, at);
    }

    void advance(Duration duration) {
        driver.advanceWallClockTime(duration);
    }

    /// Lets the partial sums reach the second stage.
    public JournalDriver flush() {
        advance(FLUSH_INTERVAL);
        return this;
    }

    /// What fetches were told of their orders, in order.
    List<CorrectionRecorded> told() {
        return driver.createOutputTopic(
                        Topics.CORRECTIONS.name(),
                        new StringDeserializer(),
                        SERDES.of(Topics.CORRECTIONS).deserializer())
                .readValuesToList();
    }

    /// Lets orders be claimed, given and told of, until no fetch is told anything more.
    JournalDriver settle() {
        for (int round = 0; round < 3; round++) {
            flush();
        }
        return this;
    }

    List<EventRejected> rejected() {
        return driver.createOutputTopic(
                        Topics.REJECTED.name(),
                        new StringDeserializer(),
                        SERDES.of(Topics.REJECTED).deserializer())
                .readValuesToList();
    }

    /// The latest value of each key of a `state.*` topic, in the order of keys.
    <V extends SpecificRecord> Map<String, V> published(Topic<V> topic) {
        return new TreeMap<>(
                driver.createOutputTopic(
                                topic.name(),
                                new StringDeserializer(),
                                SERDES.of(topic).deserializer())
                        .readKeyValuesToMap());
    }

    /// The latest value of one key, which must be there.
    <V extends SpecificRecord> V published(Topic<V> topic, String key) {
        V value = published(topic).get(key);
        if (value == null) {
            throw new AssertionError("nothing on " + topic.name() + " for " + key);
        }
        return value;
    }

    List<RollupCell> cells(Granularity granularity) {
        try (var cells = this.<Object, RollupCell>store(StoreNames.ROLLUP_CELLS).all()) {
            return Stream.generate(() -> cells)
                    .takeWhile(rest -> rest.hasNext())
                    .map(rest -> rest.next().value)
                    .filter(cell -> cell.getGranularity() == granularity)
                    .sorted(Comparator.comparing(RollupCell::toString))
                    .toList();
        }
    }

    List<FetchState> fetches() {
        try (var fetches = this.<Object, FetchState>store(StoreNames.FETCHES).all()) {
            return Stream.generate(() -> fetches)
                    .takeWhile(rest -> rest.hasNext())
                    .map(rest -> rest.next().value)
                    .toList();
        }
    }

    /// Every value of a store by its key's text.
    Map<String, Object> contents(String storeName) {
        Map<String, Object> contents = new TreeMap<>();
        try (var entries = store(storeName).all()) {
            entries.forEachRemaining(entry -> contents.put(entry.key.toString(), entry.value));
        }
        return contents;
    }

    long size(String storeName) {
        long size = 0;
        try (var entries = store(storeName).all()) {
            while (entries.hasNext()) {
                entries.next();
                size++;
            }
        }
        return size;
    }

    public <K, V> KeyValueStore<K, V> store(String name) {
        KeyValueStore<K, V> store = driver.getKeyValueStore(name);
        if (store == null) {
            throw new IllegalArgumentException("no store " + name);
        }
        return store;
    }

    /// Takes over what another one keeps of fetches, counted events and cells, as a restart does.
    void restore(JournalDriver before) {
        for (String name :
                List.of(
                        StoreNames.FETCHES,
                        StoreNames.COUNTED_EVENTS,
                        StoreNames.ROLLUP_CELLS,
                        StoreNames.REACH_CELLS)) {
            KeyValueStore<Object, Object> store = store(name);
            try (var entries = before.<Object, Object>store(name).all()) {
                entries.forEachRemaining(entry -> store.put(entry.key, entry.value));
            }
        }
    }

    @Override
    public void close() {
        driver.close();
        try {
            FileSystemUtils.deleteRecursively(stateFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("aggregate");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Topic<?> topicOf(SpecificRecord event) {
        return Topics.folded().stream()
                .filter(topic -> topic.valueType() == event.getClass())
                .findFirst()
                .orElseThrow();
    }

    static <V extends SpecificRecord> byte[] bytes(Topic<V> topic, SpecificRecord event) {
        return SERDES.of(topic).serializer().serialize(topic.name(), topic.valueType().cast(event));
    }

    /// Serdes without a registry.
    public static final class PlainSerdes implements TopicSerdes {
        @Override
        public <V extends SpecificRecord> Serde<V> of(Topic<V> topic) {
            Serde<V> plain = StateSerde.of(List.of(topic.valueType()));
            return Serdes.serdeFrom(
                    plain.serializer(),
                    (name, bytes) -> {
                        if (Arrays.equals(bytes, REGISTRY_AWAY)) {
                            throw new TimeoutException("registry");
                        }
                        return plain.deserializer().deserialize(name, bytes);
                    });
        }

        @Override
        public boolean retriable(RuntimeException thrown) {
            return thrown instanceof RetriableException;
        }
    }
}
