package io.interlude.benchmark.rebalance;

import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.AdFetched;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.serde.AvroSerde;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/// Writes fetches straight into the journal, each once. For one thread.
final class JournalWriter implements AutoCloseable {
    private final RebalanceAudience audience;
    private final InstantSource clock;
    private final SchemaRegistryClient registry;
    private final AvroSerde<OrgChanged> orgs;
    private final AvroSerde<AdFetched> fetches;
    private final KafkaProducer<String, byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private long sequence;

    JournalWriter(
            RebalanceAudience audience, InstantSource clock, String brokers, String registryUrl) {
        this.audience = audience;
        this.clock = clock;
        registry = new HttpSchemaRegistryClient(HttpRegistryConfig.at(registryUrl));
        orgs = AvroSerde.of(registry, OrgChanged.class);
        fetches = AvroSerde.of(registry, AdFetched.class);
        producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", 20),
                        new StringSerializer(),
                        new ByteArraySerializer());
        // Unlike that of any other run over the same journal.
        sequence = clock.millis() << 16 & Long.MAX_VALUE >> 2;
    }

    /// Puts the org into the catalogue, so that its cells need not wait for its time zone.
    void writeOrg() {
        OrgChanged org =
                OrgChanged.newBuilder()
                        .setOrgId(RebalanceAudience.ORG.value())
                        .setId(RebalanceAudience.ORG.value())
                        .setVersion(1)
                        .setRevision(1)
                        .setRevisionSize(1)
                        .setChangedAt(Instant.EPOCH)
                        .setChangedBy(null)
                        .setName("Rebalance")
                        .build();
        send(
                new ProducerRecord<>(
                        Topics.ORGS.name(),
                        CatalogueKeys.of(RebalanceAudience.ORG, RebalanceAudience.ORG.value()),
                        bytes(orgs, Topics.ORGS.name(), org)),
                _ -> {});
        flush();
    }

    /// Serves the subscriber once more.
    ///
    /// @param written is told the offset
    void write(int number, LongConsumer written) {
        Subscriber subscriber = audience.subscriber(number);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        AdFetched fetch = audience.fetch(number, subscriber, sequence++, now);
        send(
                new ProducerRecord<>(
                        Topics.FETCHES.name(),
                        audience.partition(subscriber),
                        fetch.getFetchId(),
                        bytes(fetches, Topics.FETCHES.name(), fetch)),
                written);
    }

    private static <V extends SpecificRecord> byte[] bytes(
            AvroSerde<V> serde, String topic, V value) {
        return serde.serializer().serialize(topic, value);
    }

    private void send(ProducerRecord<String, byte[]> record, LongConsumer written) {
        var _ =
                producer.send(
                        record,
                        (metadata, thrown) -> {
                            if (thrown == null) {
                                written.accept(metadata.offset());
                            } else {
                                failure.set(thrown);
                            }
                        });
    }

    /// Waits until everything is in the journal.
    void flush() {
        producer.flush();
        Exception thrown = failure.get();
        if (thrown != null) {
            throw new IllegalStateException("the journal took a fetch not", thrown);
        }
    }

    @Override
    public void close() {
        producer.close();
        orgs.close();
        fetches.close();
        try {
            registry.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
