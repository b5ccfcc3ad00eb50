package io.interlude.journal.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.KafkaSchemaJournal;
import io.interlude.schema.registry.SchemaJournalEntry;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Every kind of client, on a real broker that lets in only who logs in.
class KafkaSecurityIT {
    private static final String PASSWORD = "test-only-right";
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir static Path folder;
    private static TestBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.startWithLogin(folder, PASSWORD);
        try (Admin admin = Admin.create(connection(PASSWORD).adminSettings())) {
            admin.createTopics(List.of(new NewTopic(Topics.SCHEMAS_TOPIC, 1, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static KafkaConnection connection(String password) {
        return new KafkaConnection(broker.bootstrapServers(), TestBroker.login(password));
    }

    private static KafkaClients clients(String password) {
        SchemaRegistryClient registry =
                new InProcessSchemaRegistryClient(SchemaRegistry.load(new InMemorySchemaJournal()));
        return new KafkaClients(connection(password), registry);
    }

    @Test
    void everyConsumerLogsIn() {
        KafkaClients clients = clients(PASSWORD);
        List<Supplier<Consumer<?, ?>>> consumers =
                List.of(
                        () -> clients.projectionConsumer("test"),
                        clients::readingConsumer,
                        clients::replayConsumer,
                        clients::sealingConsumer,
                        clients::scanConsumer);
        for (Supplier<Consumer<?, ?>> made : consumers) {
            try (Consumer<?, ?> consumer = made.get()) {
                assertThat(consumer.listTopics(DEADLINE)).containsKey(Topics.SCHEMAS_TOPIC);
            }
        }
    }

    @Test
    void everyProducerLogsIn() {
        KafkaClients clients = clients(PASSWORD);
        try (Producer<?, ?> plain = clients.plainProducer("test");
                Producer<?, ?> transactional = clients.transactionalProducer("test")) {
            assertThat(plain.partitionsFor(Topics.SCHEMAS_TOPIC)).hasSize(1);
            transactional.initTransactions();
        }
    }

    @Test
    void theSchemaRegistryLogsIn() {
        List<SchemaJournalEntry> read = new ArrayList<>();
        try (KafkaSchemaJournal journal =
                KafkaSchemaJournal.open(connection(PASSWORD).settings(), DEADLINE)) {
            journal.append(new SchemaJournalEntry("{}", null));
            journal.read(read::add);
        }
        assertThat(read).containsExactly(new SchemaJournalEntry("{}", null));
    }

    @Test
    void theWrongPasswordIsRefusedAtOnceAndNotLogged() {
        String wrong = "test-only-wrong";
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(log);

        try (Consumer<?, ?> consumer = clients(wrong).readingConsumer();
                Admin admin = Admin.create(connection(wrong).adminSettings())) {
            assertThatThrownBy(() -> consumer.listTopics(DEADLINE))
                    .isInstanceOf(SaslAuthenticationException.class);
            assertThatThrownBy(() -> admin.describeCluster().nodes().get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }

        root.detachAppender(log);
        assertThat(List.copyOf(log.list))
                .noneMatch(event -> event.getFormattedMessage().contains(wrong));
    }

    @Test
    void printsNoPassword() {
        assertThat(connection(PASSWORD).toString()).doesNotContain(PASSWORD).contains("sasl");
    }
}
