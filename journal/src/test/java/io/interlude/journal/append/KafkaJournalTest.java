package io.interlude.journal.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.availability.JournalUnavailableException;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaJournalTest {
    private static final ClickRecorded CLICK = new ClickRecorded();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(
                    cluster(), false, null, new StringSerializer(), new ByteArraySerializer());
    private final KafkaJournal journal =
            new KafkaJournal(producer, (_, _) -> new byte[0], 2, InstantSource.system(), meters);

    private static Cluster cluster() {
        Node node = new Node(1, "localhost", 9092);
        Node[] nodes = {node};
        String topic = Topics.CLICKS.name();
        return new Cluster(
                "cluster",
                List.of(node),
                List.of(
                        new PartitionInfo(topic, 0, node, nodes, nodes),
                        new PartitionInfo(topic, 1, node, nodes, nodes)),
                Set.of(),
                Set.of());
    }

    private CompletableFuture<JournalPosition> append() {
        return journal.append(Topics.CLICKS, 1, "fetch-1", CLICK);
    }

    private double inFlight() {
        return meters.get("journal.appends.in.flight").gauge().value();
    }

    @Test
    void completesWithThePositionOnceAcknowledged() {
        CompletableFuture<JournalPosition> appended = append();
        assertThat(appended).isNotDone();
        assertThat(inFlight()).isEqualTo(1);

        producer.completeNext();

        assertThat(appended).isCompletedWithValue(new JournalPosition(1, 0));
        assertThat(inFlight()).isZero();
        assertThat(meters.get("journal.appends").tag("topic", "ads.clicks").timer().count())
                .isEqualTo(1);
    }

    @Test
    void failsRetriablyWhenTheBrokerDoesNotAnswer() {
        CompletableFuture<JournalPosition> appended = append();

        producer.errorNext(new TimeoutException("expired"));

        assertUnavailable(appended);
    }

    @Test
    void failsAtOnceWhenTheBufferIsFull() {
        producer.sendException = new BufferExhaustedException("full");

        assertUnavailable(append());
    }

    private void assertUnavailable(CompletableFuture<?> appended) {
        assertThat(appended).isCompletedExceptionally();
        assertThatThrownBy(appended::join).hasCauseInstanceOf(JournalUnavailableException.class);
        assertThat(inFlight()).isZero();
        assertThat(
                        meters.get("journal.append.failures")
                                .tag("topic", "ads.clicks")
                                .counter()
                                .count())
                .isEqualTo(1);
    }

    @Test
    void passesOnWhatNoRetryWouldMend() {
        producer.sendException = new SerializationException("bad record");
        assertThatThrownBy(() -> append().join()).hasCauseInstanceOf(SerializationException.class);

        producer.sendException = new RecordTooLargeException("2 MiB");
        assertThatThrownBy(() -> append().join()).hasCauseInstanceOf(RecordTooLargeException.class);
    }

    @Test
    void tellsItsPartitionCountAndClosesItsProducer() {
        assertThat(journal.partitionCount()).isEqualTo(2);

        journal.close();

        assertThat(producer.closed()).isTrue();
    }

    @Test
    void isWarmWhenTheTopicsAreKnown() {
        journal.warmUp(List.of(Topics.CLICKS));
    }
}
