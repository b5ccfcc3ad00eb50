package io.interlude.state.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.append.JournalPosition;
import io.interlude.journal.append.KafkaJournal;
import io.interlude.journal.kafka.TestKafka;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The parts that talk to Kafka, on a real KAFKA.broker().
class KafkaPartsIT {
    private static final OrgId ACME = new OrgId("acme");

    @RegisterExtension
    static final TestKafka KAFKA =
            new TestKafka().with(4, List.of(Topics.PACING, Topics.ENGAGEMENT, Topics.FETCHES));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void appendsAndSkipsPoison() throws Exception {
        // given
        KafkaJournal journal =
                KAFKA.opened(
                        new KafkaJournal(
                                KAFKA.clients().journalProducer(),
                                KAFKA.clients().serializer(),
                                4,
                                InstantSource.system(),
                                meters));
        KAFKA.clients().prepare(Topics.PACING);
        journal.warmUp(List.of(Topics.PACING));
        Map<String, Object> settings =
                Map.of("bootstrap.servers", KAFKA.broker().bootstrapServers());
        try (KafkaProducer<String, byte[]> vandal =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            byte[] poison = "no record".getBytes(StandardCharsets.UTF_8);
            vandal.send(new ProducerRecord<>(Topics.PACING.name(), 2, "k", poison))
                    .get(60, TimeUnit.SECONDS);
        }

        // when
        JournalPosition position =
                journal.append(Topics.PACING, 2, "acme/shoes", spend(7)).get(60, TimeUnit.SECONDS);

        // then
        assertThat(position).isEqualTo(new JournalPosition(2, 1));
        AggregateProjection projection = new AggregateProjection();
        KAFKA.follow("aggregates", List.of(Topics.PACING, Topics.ENGAGEMENT), projection, meters);
        assertThat(projection.spend(ACME, new LineItemId("shoes")).lifetimeFetches()).isEqualTo(7);
        assertThat(meters.counter("projection.poison", "projection", "aggregates").count())
                .isEqualTo(1);
    }

    private static LineItemSpend spend(long fetches) {
        return LineItemSpend.newBuilder()
                .setOrgId("acme")
                .setLineItemId("shoes")
                .setLifetimeFetches(fetches)
                .setLifetimeSpentMicros(0)
                .build();
    }
}
