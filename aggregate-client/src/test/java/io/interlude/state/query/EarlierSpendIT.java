package io.interlude.state.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The aggregator's part is played by the test: its commits, its two stages' transactions.
class EarlierSpendIT {
    private static final String AGGREGATOR = "aggregator";
    private static final String SUMS = AdminAppliedJournal.sumsTopic(AGGREGATOR);
    private static final LineItemId SHOES = new LineItemId("shoes");
    private static final OrgId ACME = new OrgId("acme");

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka()
                    .with(
                            1,
                            Stream.of(Topics.folded(), List.of(Topics.PACING, Topics.ENGAGEMENT))
                                    .<Topic<?>>flatMap(List::stream)
                                    .toList());

    private final AggregateProjection views = new AggregateProjection();
    private final AtomicInteger looks = new AtomicInteger();

    private EarlierSpend started() {
        TopicReader reader =
                KAFKA.follow(
                        "aggregates",
                        List.of(Topics.PACING, Topics.ENGAGEMENT),
                        views,
                        new SimpleMeterRegistry());
        EarlierSpend spend =
                KAFKA.opened(
                        new EarlierSpend(
                                this::countingAdmin,
                                KAFKA.clients()::readingConsumer,
                                AGGREGATOR,
                                reader));
        spend.start();
        return spend;
    }

    /// Counts how often it is asked for what the aggregator has committed.
    private Admin countingAdmin() {
        Admin admin = KAFKA.clients().admin();
        return (Admin)
                Proxy.newProxyInstance(
                        Admin.class.getClassLoader(),
                        new Class<?>[] {Admin.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("listStreamsGroupOffsets")) {
                                looks.incrementAndGet();
                            }
                            return method.invoke(admin, arguments);
                        });
    }

    /// Returns when it has looked at what is committed now.
    private void awaitLook() {
        int before = looks.get();
        Eventually.holds("it looks", () -> looks.get() > before + 1);
    }

    @Test
    void emptyJournalHasNothingToTell() {
        Eventually.holds("it is known", started()::ready);
    }

    @Test
    void isKnownOnceTheViewsShowWhatTheJournalHeld() throws Exception {
        // given
        KAFKA.broker().create(List.of(SUMS), 1);
        KAFKA.clients().prepare(Topics.PACING);
        try (KafkaProducer<String, byte[]> stages = transactions()) {
            write(stages, Topics.CLICKS.name(), new byte[1]);
            EarlierSpend spend = started();
            awaitLook();
            assertThat(spend.ready()).isFalse();

            // when: the first stage
            write(stages, SUMS, new byte[1]);
            commit(Topics.CLICKS.name(), 2);
            awaitLook();
            assertThat(spend.ready()).isFalse();

            // when: the second, which has read the sum, and not what ends its transaction
            stages.beginTransaction();
            var _ = stages.send(new ProducerRecord<>(Topics.PACING.name(), "acme/shoes", seven()));
            stages.flush();
            int before = looks.get();
            commit(SUMS, 1);
            Eventually.holds("it looks", () -> looks.get() > before);
            assertThat(spend.ready()).isFalse();
            stages.commitTransaction();

            // then
            Eventually.holds("it is known", spend::ready);
            assertThat(views.spend(ACME, SHOES).lifetimeFetches()).isEqualTo(7);
        }
    }

    private static KafkaProducer<String, byte[]> transactions() {
        KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                KAFKA.broker().bootstrapServers(),
                                "transactional.id",
                                "stages"),
                        new StringSerializer(),
                        new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    private static void write(KafkaProducer<String, byte[]> producer, String topic, byte[] value) {
        producer.beginTransaction();
        var _ = producer.send(new ProducerRecord<>(topic, "key", value));
        producer.commitTransaction();
    }

    private static byte[] seven() {
        return KAFKA.clients()
                .serializer()
                .serialize(
                        Topics.PACING.name(),
                        LineItemSpend.newBuilder()
                                .setOrgId(ACME.value())
                                .setLineItemId(SHOES.value())
                                .setLifetimeFetches(7)
                                .setLifetimeSpentMicros(0)
                                .build());
    }

    /// As the aggregator commits.
    private static void commit(String topic, long offset) {
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers",
                        KAFKA.broker().bootstrapServers(),
                        "group.id",
                        AGGREGATOR);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.commitSync(
                    Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)));
        }
    }
}
