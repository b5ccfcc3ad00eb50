package io.interlude.journal.kafka;

import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/// A real one-node broker in this process, on free loopback ports. Can be stopped and started again
/// with the same ports and data.
public final class TestBroker implements AutoCloseable {
    private static final String PLAIN_LOGIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final KafkaConfig config;
    private final String bootstrapServers;
    private @Nullable KafkaRaftServer server;

    private TestBroker(KafkaConfig config, String bootstrapServers) {
        this.config = config;
        this.bootstrapServers = bootstrapServers;
    }

    /// Starts on an empty folder.
    public static TestBroker start(Path folder) throws Exception {
        return start(folder, Map.of());
    }

    /// Starts on an empty folder.
    ///
    /// @param more settings besides, or in place of, those of every such broker
    public static TestBroker start(Path folder, Map<String, String> more) throws Exception {
        int port = FreePorts.one();
        int controllerPort = FreePorts.one();
        new Formatter()
                .setPrintStream(
                        new PrintStream(
                                OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName("CONTROLLER")
                .setMetadataLogDirectory(folder.toString())
                .addDirectory(folder.toString())
                .run();
        Map<String, String> settings = settings(folder, port, controllerPort);
        settings.putAll(more);
        KafkaConfig config = new KafkaConfig(settings, false);
        TestBroker broker = new TestBroker(config, "127.0.0.1:" + port);
        broker.start();
        return broker;
    }

    /// Starts on an empty folder a broker that lets in only the user `interlude` with the password.
    public static TestBroker startWithLogin(Path folder, String password) throws Exception {
        return start(
                folder,
                Map.of(
                        "listener.security.protocol.map",
                        "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "inter.broker.listener.name",
                        "PLAINTEXT",
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "sasl.mechanism.inter.broker.protocol",
                        "PLAIN",
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        "%s username=\"broker\" password=\"test-only\" user_broker=\"test-only\" user_interlude=\"%s\";"
                                .formatted(PLAIN_LOGIN, password)));
    }

    /// How a client logs in there.
    public static Map<String, String> login(String password) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "%s username=\"interlude\" password=\"%s\";".formatted(PLAIN_LOGIN, password));
    }

    /// Starts again after [#stop].
    public void start() {
        KafkaRaftServer starting = new KafkaRaftServer(config, Time.SYSTEM);
        starting.startup();
        server = starting;
    }

    /// Stops; clients find nobody at the port.
    public void stop() {
        KafkaRaftServer stopping = server;
        if (stopping != null) {
            stopping.shutdown();
            stopping.awaitShutdown();
            server = null;
        }
    }

    private static Map<String, String> settings(Path folder, int port, int controllerPort) {
        Map<String, String> settings = new HashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "1");
        settings.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        settings.put("log.dirs", folder.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "1");
        // Tests write records of any time; a busy machine is slow enough for them to be deleted.
        settings.put("log.retention.ms", "-1");
        settings.put("broker.heartbeat.interval.ms", "250");
        settings.put("controller.quorum.election.timeout.ms", "200");
        settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        return settings;
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    /// Makes topics.
    public void create(Collection<String> topics, int partitions)
            throws InterruptedException, ExecutionException, TimeoutException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<NewTopic> all =
                    topics.stream().map(name -> new NewTopic(name, partitions, (short) 1)).toList();
            admin.createTopics(all).all().get(60, TimeUnit.SECONDS);
        }
    }

    /// Waits until no transaction is open in these topics. A commit is acknowledged before its
    /// markers are in every partition: until then readers of committed records don't see it.
    public void awaitCommitted(Collection<String> topics, int partitions) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<TopicPartition> all =
                    topics.stream()
                            .flatMap(topic ->
                                    IntStream.range(0, partitions)
                                            .mapToObj(number -> new TopicPartition(topic, number)))
                            .toList();
            Eventually.holds(
                    "no transaction is open",
                    () ->
                            ends(admin, all, IsolationLevel.READ_COMMITTED)
                                    .equals(ends(admin, all, IsolationLevel.READ_UNCOMMITTED)));
        }
    }

    private static Map<TopicPartition, Long> ends(
            Admin admin, List<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(latest, new ListOffsetsOptions(isolation))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    @Override
    public void close() {
        stop();
    }
}
