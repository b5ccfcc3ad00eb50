package io.interlude.aggregate.state;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With words that are counted. The driver commits after each record, a sentence.
class ChangedValuesTest {
    private static final String STORE = "counts";

    private TopologyTestDriver driver;
    private TestInputTopic<String, String> sentences;
    private TestOutputTopic<String, Long> counts;

    @BeforeEach
    void open(@TempDir Path folder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(topology(), properties);
        sentences =
                driver.createInputTopic(
                        "sentences", new StringSerializer(), new StringSerializer());
        counts =
                driver.createOutputTopic(
                        "counts", new StringDeserializer(), new LongDeserializer());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void writesAndForwardsEachChangedValueOnceACommit() {
        sentences.pipeInput("to be or not to be");

        assertThat(counts.readKeyValuesToList())
                .containsExactlyInAnyOrder(
                        KeyValue.pair("to", 2L),
                        KeyValue.pair("be", 2L),
                        KeyValue.pair("or", 1L),
                        KeyValue.pair("not", 1L));
        assertThat(stored("to")).isEqualTo(2);
    }

    @Test
    void goesOnWithWhatIsStored() {
        sentences.pipeInput("to be");
        counts.readKeyValuesToList();

        sentences.pipeInput("be be");

        assertThat(counts.readKeyValuesToList()).containsExactly(KeyValue.pair("be", 3L));
        assertThat(stored("to")).isEqualTo(1);
    }

    @Test
    void writesNothingWhenNothingChanged() {
        sentences.pipeInput("to be");
        counts.readKeyValuesToList();

        sentences.pipeInput("");

        assertThat(counts.isEmpty()).isTrue();
    }

    private long stored(String word) {
        KeyValueStore<String, Long> store = driver.getKeyValueStore(STORE);
        return store.get(word);
    }

    private static Topology topology() {
        return new Topology()
                .addSource(
                        "sentences",
                        new StringDeserializer(),
                        new StringDeserializer(),
                        "sentences")
                .addProcessor("count", WordCount::new, "sentences")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                        Stores.inMemoryKeyValueStore(STORE),
                                        Serdes.String(),
                                        Serdes.Long())
                                .withLoggingEnabled(Map.of()),
                        "count")
                .addStateStore(PreCommitHook.builder(STORE), "count")
                .addSink("counts", "counts", new StringSerializer(), new LongSerializer(), "count");
    }

    private static final class WordCount implements Processor<String, String, String, Long> {
        private @Nullable ChangedValues<String, Long> values;

        @Override
        public void init(ProcessorContext<String, Long> context) {
            values = ChangedValues.of(context, STORE, (word, _) -> word);
        }

        @Override
        public void process(Record<String, String> record) {
            ChangedValues<String, Long> open = requireNonNull(values, "not initialised");
            for (String word : record.value().split(" ", -1)) {
                if (!word.isEmpty()) {
                    open.merge(word, 1L, Long::sum);
                }
            }
        }
    }
}
