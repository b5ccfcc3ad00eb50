package io.interlude.aggregate.boot;

import io.interlude.aggregate.group.GroupTopology;
import io.interlude.aggregate.query.JournalCatchUp;
import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.RejectingHandler;
import io.interlude.schema.topic.Topics;
import io.interlude.web.settings.KafkaSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/// An aggregator that counts records by key, in two versions. The second reads one more topic into
/// the store of the first, has one more store beside it, and one more sub-topology.
final class ChangingAggregator implements AutoCloseable {
    static final String COUNTED = Topics.FETCHES.name();
    static final String ALSO_COUNTED = Topics.CLICKS.name();
    static final String COUNTED_APART = Topics.NO_FILLS.name();
    static final List<String> STORES_OF_FIRST = List.of("counts", "sums");
    static final List<String> STORES_OF_SECOND = List.of("counts", "sums", "added", "apart");

    final AggregatorStreams streams;
    final GroupTopology groupTopology;
    private final Admin admin;

    ChangingAggregator(String brokers, Path stateFolder, int version) {
        KafkaSettings kafka =
                new KafkaSettings(brokers, null, AggregatorNode.PARTITIONS, (short) 1, Map.of());
        AggregateSettings settings =
                AggregatorNode.settings(stateFolder, URI.create("http://127.0.0.1:1"), 0);
        Properties properties = StreamsSettings.of(settings, kafka);
        properties.put(
                RejectingHandler.MEANS,
                new RejectingHandler.Means(
                        new JournalDriver.PlainSerdes(), new SimpleMeterRegistry()));
        // Short: whoever lost its state folder cannot end the transaction that it left open.
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), 10_000);
        admin = Admin.create(kafka.connection().adminSettings());
        groupTopology = new GroupTopology(admin, kafka.connection(), AggregatorNode.APPLICATION_ID);
        streams =
                new AggregatorStreams(
                        topology(version),
                        properties,
                        groupTopology,
                        new JournalCatchUp(
                                new AdminJournalOffsets(
                                        admin,
                                        AggregatorNode.APPLICATION_ID,
                                        AggregatorNode.PARTITIONS),
                                AggregatorNode.PARTITIONS),
                        new RunningStores(),
                        settings.closeTimeout(),
                        new SimpleMeterRegistry());
    }

    /// Runs until the parent is gone.
    ///
    /// @param args brokers, folder of the state, and version
    public static void main(String... args) throws IOException {
        Path stateFolder = Path.of(args[1]);
        StoreLibrary.load(stateFolder);
        new ChangingAggregator(args[0], stateFolder, Integer.parseInt(args[2])).streams.start();
        while (System.in.read() >= 0) {
            // Nothing is said; the stream ends with the parent.
        }
        Runtime.getRuntime().halt(1);
    }

    private static Topology topology(int version) {
        boolean second = version == 2;
        StreamsBuilder builder = new StreamsBuilder();
        (second ? STORES_OF_SECOND : STORES_OF_FIRST)
                .forEach(store ->
                        builder.addStateStore(
                                Stores.keyValueStoreBuilder(
                                        Stores.persistentKeyValueStore(store),
                                        Serdes.String(),
                                        Serdes.Long())));
        stream(builder, "journal", second ? List.of(COUNTED, ALSO_COUNTED) : List.of(COUNTED))
                .process(
                        () -> new Counting(second ? List.of("counts", "added") : List.of("counts")),
                        Named.as("fold"),
                        second ? new String[] {"counts", "added"} : new String[] {"counts"})
                .repartition(
                        Repartitioned.with(Serdes.String(), Serdes.String())
                                .withName("partial")
                                .withNumberOfPartitions(AggregatorNode.PARTITIONS))
                .process(() -> new Counting(List.of("sums")), Named.as("sum"), "sums");
        if (second) {
            stream(builder, "apart-journal", List.of(COUNTED_APART))
                    .process(() -> new Counting(List.of("apart")), Named.as("apart-fold"), "apart");
        }
        return builder.build();
    }

    private static KStream<String, String> stream(
            StreamsBuilder builder, String name, List<String> topics) {
        return builder.stream(
                topics, Consumed.with(Serdes.String(), Serdes.String()).withName(name));
    }

    /// Counts by key what the store has on this instance; empty while it has not all of it.
    Map<String, Long> counted(String store) {
        Map<String, Long> counted = new TreeMap<>();
        for (int partition = 0; partition < AggregatorNode.PARTITIONS; partition++) {
            try (KeyValueIterator<String, Long> all =
                    streams.<String, Long>open(store, partition).all()) {
                all.forEachRemaining(count -> counted.merge(count.key, count.value, Long::sum));
            } catch (InvalidStateStoreException e) {
                return Map.of();
            }
        }
        return counted;
    }

    @Override
    public void close() {
        streams.stop();
        admin.close();
    }

    /// Counts each record in every store, but in the added one only what is read since.
    private static final class Counting
            extends ContextualProcessor<String, String, String, String> {
        private final List<String> stores;

        Counting(List<String> stores) {
            this.stores = stores;
        }

        @Override
        public void process(Record<String, String> record) {
            String topic = context().recordMetadata().map(metadata -> metadata.topic()).orElse("");
            for (String name : stores) {
                if (!name.equals("added") || topic.equals(ALSO_COUNTED)) {
                    KeyValueStore<String, Long> store = context().getStateStore(name);
                    Long before = store.get(record.key());
                    store.put(record.key(), before == null ? 1 : before + 1);
                }
            }
            context().forward(record);
        }
    }
}
