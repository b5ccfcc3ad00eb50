package io.interlude.aggregate.boot;

import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.topology.AggregationTopology;
import io.interlude.aggregate.topology.FoldConfig;
import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.RandomJournal;
import io.interlude.aggregate.topology.RejectingHandler;
import io.interlude.aggregate.topology.ServedAds;
import io.interlude.web.settings.KafkaSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.springframework.util.unit.DataSize;

/// The aggregator, with its own topology and settings, as a process that can be killed. It ends
/// with the process that started it.
final class AggregatorProcess {
    static final String APPLICATION_ID = "killed-aggregate";
    static final int PARTITIONS = RandomJournal.PARTITIONS;

    /// Longer than any run, so that no event is rejected for want of its fetch.
    private static final Duration PARKED_TIMEOUT = Duration.ofHours(1);

    /// Short, since whoever lost its state folder cannot end the transaction that it left open.
    private static final int TRANSACTION_TIMEOUT_MS = 3_000;

    private AggregatorProcess() {}

    /// Runs until the parent is gone.
    ///
    /// @param args brokers, and the folder of the state
    public static void main(String... args) throws IOException {
        Path stateFolder = Path.of(args[1]);
        StoreLibrary.load(stateFolder);
        KafkaStreams streams = streams(args[0], stateFolder);
        streams.start();
        while (System.in.read() >= 0) {
            // Nothing is said; the stream ends with the parent.
        }
        Runtime.getRuntime().halt(1);
    }

    /// Starts a process, whose output goes to the file.
    static Process start(String brokers, Path stateFolder, Path log) throws IOException {
        return start(AggregatorProcess.class, log, brokers, stateFolder.toString());
    }

    /// Starts a process of this class path, whose output goes to the file.
    static Process start(Class<?> main, Path log, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-Xmx384m");
        command.add("-cp");
        command.add(
                System.getProperty("java.class.path", "")
                        + File.pathSeparator
                        + System.getProperty("surefire.test.class.path", ""));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    static KafkaStreams streams(String brokers, Path stateFolder) {
        AggregateSettings settings =
                new AggregateSettings(
                        APPLICATION_ID,
                        stateFolder,
                        1,
                        Duration.ofMillis(100),
                        Duration.ofMillis(100),
                        DataSize.ofMegabytes(32),
                        PARKED_TIMEOUT,
                        Duration.ofDays(30),
                        Duration.ofSeconds(10),
                        null,
                        0,
                        null,
                        Duration.ofSeconds(60));
        Properties properties =
                StreamsSettings.of(
                        settings,
                        new KafkaSettings(brokers, null, PARTITIONS, (short) 1, Map.of()));
        properties.put(
                RejectingHandler.MEANS,
                new RejectingHandler.Means(
                        new JournalDriver.PlainSerdes(), new SimpleMeterRegistry()));
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                TRANSACTION_TIMEOUT_MS);
        KafkaStreams streams =
                new KafkaStreams(
                        AggregationTopology.build(
                                new JournalDriver.PlainSerdes(),
                                PARTITIONS,
                                new FoldConfig(
                                        PARKED_TIMEOUT,
                                        JournalDriver.WINDOW,
                                        settings.flushInterval()),
                                JournalDriver.sources(new ServedAds()),
                                new SimpleMeterRegistry(),
                                new RunningStores()),
                        properties);
        streams.setUncaughtExceptionHandler(_ -> StreamThreadExceptionResponse.REPLACE_THREAD);
        return streams;
    }
}
