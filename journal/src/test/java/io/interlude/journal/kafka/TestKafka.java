package io.interlude.journal.kafka;

import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;

/// A broker with topics for the tests of one class, and a process's clients of it. What a test
/// opened is closed after it, the last first.
public final class TestKafka implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private final Map<String, Integer> topicToPartitions = new LinkedHashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable Running running;

    /// With further topics, of so many partitions each.
    public TestKafka with(int partitions, Collection<? extends Topic<?>> topics) {
        topics.forEach(topic -> topicToPartitions.put(topic.name(), partitions));
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Path folder = Files.createTempDirectory("interlude-kafka");
        TestBroker broker = TestBroker.start(folder);
        running =
                new Running(
                        folder,
                        broker,
                        new KafkaClients(
                                broker.bootstrapServers(),
                                new InProcessSchemaRegistryClient(
                                        SchemaRegistry.load(new InMemorySchemaJournal()))));
        for (Map.Entry<String, Integer> topic : topicToPartitions.entrySet()) {
            broker.create(List.of(topic.getKey()), topic.getValue());
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (AutoCloseable part : opened.reversed()) {
            part.close();
        }
        opened.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        Running ending = running();
        ending.broker.close();
        FileSystemUtils.deleteRecursively(ending.folder);
    }

    private Running running() {
        if (running == null) {
            throw new IllegalStateException("the broker runs only while tests do");
        }
        return running;
    }

    public TestBroker broker() {
        return running().broker;
    }

    public KafkaClients clients() {
        return running().clients;
    }

    /// Keeps the part until the test is over.
    public <T extends AutoCloseable> T opened(T part) {
        opened.add(part);
        return part;
    }

    /// Has the listener follow the topics, and returns once it knows what they hold.
    public TopicReader follow(
            String name,
            Collection<? extends Topic<?>> topics,
            RecordListener listener,
            MeterRegistry meters) {
        KafkaClients clients = clients();
        TopicReader reader =
                opened(
                        new TopicReader(
                                name,
                                topics,
                                () -> clients.projectionConsumer(name),
                                clients.deserializer(),
                                listener,
                                meters));
        reader.start();
        Eventually.holds(name + " is caught up", reader::ready);
        return reader;
    }

    private record Running(Path folder, TestBroker broker, KafkaClients clients) {}
}
