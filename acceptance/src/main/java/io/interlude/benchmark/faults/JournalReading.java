package io.interlude.benchmark.faults;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tools.jackson.databind.json.JsonMapper;

/// Reads what the journal holds of an org, as any consumer of the topics would.
public final class JournalReading {
    private static final int WIRE_HEADER_BYTES = 5;
    private static final Duration POLL = Duration.ofMillis(200);

    private final String brokers;
    private final String orgId;

    public JournalReading(String brokers, String orgId) {
        TrustedClasses.install();
        this.brokers = brokers;
        this.orgId = orgId;
    }

    /// Deliveries, each known by its number.
    public List<Placed> deliveries(IsolationLevel isolation) {
        return read(
                Topics.DELIVERIES.name(),
                isolation,
                value -> {
                    DeliveryRecorded event =
                            decode(new SpecificDatumReader<>(DeliveryRecorded.class), value);
                    String data = Objects.requireNonNullElse(event.getEventDataJson(), "{}");
                    return new Known(
                            event.getOrgId(),
                            event.getEventId(),
                            JsonMapper.shared().readTree(data).path("number").asString());
                });
    }

    /// Clicks, each known by its fetch.
    public List<Placed> clicks(IsolationLevel isolation) {
        return read(
                Topics.CLICKS.name(),
                isolation,
                value -> {
                    ClickRecorded event =
                            decode(new SpecificDatumReader<>(ClickRecorded.class), value);
                    return new Known(
                            event.getOrgId(),
                            event.getEventId(),
                            Objects.requireNonNullElse(event.getFetchId(), ""));
                });
    }

    /// Fetches, each known by its id.
    public List<Placed> fetches(IsolationLevel isolation) {
        return read(
                Topics.FETCHES.name(),
                isolation,
                value -> {
                    AdFetched event = decode(new SpecificDatumReader<>(AdFetched.class), value);
                    return new Known(
                            event.getOrgId(),
                            event.getEventId(),
                            Objects.requireNonNullElse(event.getFetchId(), ""));
                });
    }

    /// Fetches, with whom was served what.
    public List<JournaledAd> servedAds() {
        List<JournaledAd> served = new ArrayList<>();
        read(
                Topics.FETCHES.name(),
                IsolationLevel.READ_COMMITTED,
                value -> {
                    AdFetched event = decode(new SpecificDatumReader<>(AdFetched.class), value);
                    if (event.getOrgId().equals(orgId)) {
                        served.add(
                                new JournaledAd(
                                        Objects.requireNonNullElse(event.getFetchId(), ""),
                                        Objects.requireNonNullElse(event.getSubscriber(), ""),
                                        event.getLineItemId(),
                                        event.getOccurredAt()));
                    }
                    return new Known(event.getOrgId(), event.getEventId(), "");
                });
        return served;
    }

    /// Requests that served nothing.
    List<Placed> noFills(IsolationLevel isolation) {
        return read(
                Topics.NO_FILLS.name(),
                isolation,
                value -> {
                    AdNotFilled event = decode(new SpecificDatumReader<>(AdNotFilled.class), value);
                    return new Known(event.getOrgId(), event.getEventId(), event.getEventId());
                });
    }

    /// Refused events: nothing that is sent here deserves that.
    public List<Placed> rejected(IsolationLevel isolation) {
        return read(
                Topics.REJECTED.name(),
                isolation,
                value -> {
                    EventRejected event =
                            decode(new SpecificDatumReader<>(EventRejected.class), value);
                    return new Known(event.getOrgId(), event.getEventId(), event.getReason());
                });
    }

    private static <V> V decode(SpecificDatumReader<V> reader, byte[] value) {
        try {
            return reader.read(
                    null,
                    DecoderFactory.get()
                            .binaryDecoder(
                                    value,
                                    WIRE_HEADER_BYTES,
                                    value.length - WIRE_HEADER_BYTES,
                                    null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Placed> read(String topic, IsolationLevel isolation, Reader reader) {
        List<Placed> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic).stream()
                            .map(info -> new TopicPartition(topic, info.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
                    Known known = reader.read(next.value());
                    if (known.orgId().equals(orgId)) {
                        found.add(
                                new Placed(
                                        known.eventId(),
                                        known.identity(),
                                        next.partition(),
                                        next.offset()));
                    }
                }
            }
        }
        return found;
    }

    private KafkaConsumer<byte[], byte[]> consumer(IsolationLevel isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation.name().toLowerCase(Locale.ROOT)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /// A record of the journal.
    ///
    /// @param identity as of [Sent#identity]
    public record Placed(String eventId, String identity, int partition, long offset) {}

    private record Known(String orgId, String eventId, String identity) {}

    private interface Reader {
        Known read(byte[] value);
    }
}
