package io.interlude.manage.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topics;
import io.interlude.web.access.KeyUses;
import io.interlude.web.access.KeyUses.Day;
import io.interlude.web.keyuse.KeyUseLog;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyUseIT {
    private static final OrgId ACME = new OrgId("acme");
    private static final KeyId KEY = new KeyId("key");
    private static final Caller CALLER = new Caller(ACME, KEY, KeyKind.FETCH, null);

    @TempDir private Path folder;

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-03-01T10:00:00Z"));

    @Test
    void addsUpWhatProcessesCountedAndKeepsItOverRestarts() throws Exception {
        try (TestBroker broker = TestBroker.start(folder)) {
            broker.create(List.of(Topics.KEY_USE.name()), 1);
            KafkaClients clients =
                    new KafkaClients(
                            broker.bootstrapServers(),
                            new InProcessSchemaRegistryClient(
                                    SchemaRegistry.load(new InMemorySchemaJournal())));
            KeyUses first = new KeyUses(now::get);
            KeyUses second = new KeyUses(now::get);
            try (CountingProcess firstProcess = process(clients, first);
                    CountingProcess secondProcess = process(clients, second)) {
                // when both count, and the first writes twice
                use(first, 2);
                firstProcess.log().write();
                now.set(Instant.parse("2026-03-02T00:00:01Z"));
                use(first, 3);
                firstProcess.log().write();
                firstProcess.log().write();
                use(second, 4);

                // then what others wrote is known beside what the process itself counted
                Eventually.holds(
                        "it is read", () -> requests(secondProcess).equals(List.of(7L, 2L)));
                assertThat(firstProcess.history().lastUsedAt(ACME, KEY)).contains(now.get());
                assertThat(firstProcess.history().days(new OrgId("other"), KEY)).isEmpty();
            }

            // and when a third comes after they ended
            try (CountingProcess third = process(clients, new KeyUses(now::get))) {
                Eventually.holds("it is read", () -> requests(third).equals(List.of(7L, 2L)));
                assertThat(third.history().days(ACME, KEY).getFirst().day())
                        .isEqualTo(LocalDate.parse("2026-03-02"));
                assertThat(third.history().lastUsedAt(ACME, KEY)).contains(now.get());
            }
        }
    }

    private static void use(KeyUses uses, int times) {
        for (int i = 0; i < times; i++) {
            uses.admitted(CALLER);
        }
    }

    private static List<Long> requests(CountingProcess process) {
        return process.history().days(ACME, KEY).stream().map(Day::requests).toList();
    }

    private CountingProcess process(KafkaClients clients, KeyUses uses) {
        KeyUseLog log = new KeyUseLog(uses, () -> clients.plainProducer("test"));
        KeyUseProjection history = new KeyUseProjection(uses, log, now::get);
        TopicReader reader =
                new TopicReader(
                        "key-use",
                        List.of(Topics.KEY_USE),
                        () -> clients.projectionConsumer("key-use"),
                        clients.deserializer(),
                        history,
                        new SimpleMeterRegistry());
        log.start();
        reader.start();
        return new CountingProcess(log, history, reader);
    }

    private record CountingProcess(KeyUseLog log, KeyUseHistory history, TopicReader reader)
            implements AutoCloseable {
        @Override
        public void close() {
            log.close();
            reader.close();
        }
    }
}
