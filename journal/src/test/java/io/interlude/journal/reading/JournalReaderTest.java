package io.interlude.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.journal.availability.StateUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JournalReaderTest {
    private final List<MockConsumer<String, byte[]>> made = new ArrayList<>();
    private final JournalReader reader =
            new JournalReader("ads.read", 1, Duration.ofMillis(20), this::consumer);

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void givesEachReadingAConsumerOfItsOwnAndClosesIt() {
        assertThat(reader.read(consumer -> 1).join()).isEqualTo(1);
        assertThat(reader.read(consumer -> 2).join()).isEqualTo(2);

        assertThat(made).hasSize(2).allMatch(MockConsumer::closed);
    }

    @Test
    void refusesWhoDoesNotGetATurnInTime() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> first =
                reader.inTurn(() -> {
                    begun.countDown();
                    end.await();
                    return true;
                });
        begun.await();

        assertThatThrownBy(() -> reader.inTurn(() -> true).join())
                .hasCauseInstanceOf(StateUnavailableException.class)
                .hasMessageContaining("too many read ads.read");
        end.countDown();
        assertThat(first.join()).isTrue();
        assertThat(reader.inTurn(() -> true).join()).isTrue();
    }

    @Test
    void tellsOfFaultsAsWhatTheyAre() {
        assertThatThrownBy(() -> reader.read(JournalReaderTest::fails).join())
                .hasCauseInstanceOf(StateUnavailableException.class)
                .hasMessageContaining("ads.read cannot be read");
        assertThatThrownBy(() ->
                        reader.inTurn(
                                        () -> {
                                            throw new IOException("of the reading");
                                        })
                                .join())
                .hasCauseInstanceOf(IOException.class);
        assertThat(made).allMatch(MockConsumer::closed);
        assertThat(reader.inTurn(() -> true).join()).isTrue();
    }

    private static Integer fails(Consumer<String, byte[]> consumer) {
        throw new KafkaException("of the broker");
    }

    private Consumer<String, byte[]> consumer() {
        MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
        made.add(consumer);
        return consumer;
    }
}
