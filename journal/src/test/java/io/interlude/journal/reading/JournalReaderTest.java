package io.interlude.journal.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JournalReaderTest {
    private static final OrgId ACME = new OrgId("acme");
    private static final OrgId GLOBEX = new OrgId("globex");

    private final List<MockConsumer<String, byte[]>> made = new ArrayList<>();
    private final JournalReader reader =
            new JournalReader("ads.read", 1, Duration.ofMillis(20), this::consumer);

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void givesEachReadingAConsumerOfItsOwnAndClosesIt() {
        assertThat(reader.read(ACME, consumer -> 1).join()).isEqualTo(1);
        assertThat(reader.read(ACME, consumer -> 2).join()).isEqualTo(2);

        assertThat(made).hasSize(2).allMatch(MockConsumer::closed);
    }

    @Test
    void refusesWhoDoesNotGetATurnInTime() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> first =
                reader.inTurn(
                        ACME,
                        () -> {
                            begun.countDown();
                            end.await();
                            return true;
                        });
        begun.await();

        assertThatThrownBy(() -> reader.inTurn(ACME, () -> true).join())
                .hasCauseInstanceOf(StateUnavailableException.class)
                .hasMessageContaining("too many read ads.read");
        end.countDown();
        assertThat(first.join()).isTrue();
        assertThat(reader.inTurn(ACME, () -> true).join()).isTrue();
    }

    @Test
    void anOrgWithSlowReadingsLeavesReadersToOthers() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (JournalReader four =
                new JournalReader("ads.read", 4, Duration.ofSeconds(30), this::consumer)) {
            List<CompletableFuture<Boolean>> slow = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                slow.add(
                        four.inTurn(
                                ACME,
                                () -> {
                                    end.await();
                                    return true;
                                }));
            }

            assertThat(four.inTurn(GLOBEX, () -> true).join()).isTrue();

            assertThat(slow).noneMatch(CompletableFuture::isDone);
            end.countDown();
            assertThat(slow).allMatch(CompletableFuture::join);
        }
    }

    @Test
    void readsNothingForWhoHasGone() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean read = new AtomicBoolean();
        try (JournalReader one =
                new JournalReader("ads.read", 1, Duration.ofSeconds(30), this::consumer)) {
            CompletableFuture<Boolean> first =
                    one.inTurn(
                            ACME,
                            () -> {
                                end.await();
                                return true;
                            });
            CompletableFuture<Boolean> gone =
                    one.inTurn(
                            ACME,
                            () -> {
                                read.set(true);
                                return true;
                            });
            gone.cancel(false);
            end.countDown();

            assertThat(first.join()).isTrue();
            assertThat(one.inTurn(ACME, () -> true).join()).isTrue();
            assertThat(read).isFalse();
        }
    }

    @Test
    void tellsOfFaultsAsWhatTheyAre() {
        assertThatThrownBy(() -> reader.read(ACME, JournalReaderTest::fails).join())
                .hasCauseInstanceOf(StateUnavailableException.class)
                .hasMessageContaining("ads.read cannot be read");
        assertThatThrownBy(() ->
                        reader.inTurn(
                                        ACME,
                                        () -> {
                                            throw new IOException("of the reading");
                                        })
                                .join())
                .hasCauseInstanceOf(IOException.class);
        assertThat(made).allMatch(MockConsumer::closed);
        assertThat(reader.inTurn(ACME, () -> true).join()).isTrue();
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
