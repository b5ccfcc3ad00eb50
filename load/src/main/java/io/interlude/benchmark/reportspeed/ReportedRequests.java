package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.domain.identity.FetchId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.client.SchemaRegistryClient;
import io.interlude.schema.serde.AvroSerde;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.json.JsonMapper;

/// Requests of an org of the benchmark's own, written to the journal of the running product, whose
/// aggregator counts them.
final class ReportedRequests implements AutoCloseable {
    static final int DAYS = 30;
    static final int LINE_ITEMS = 1_000;

    private static final Duration DEADLINE = Duration.ofHours(1);

    private final String orgId;
    private final AvroSerde<AdFetched> fetchSerde;
    private final AvroSerde<AdNotFilled> noFillSerde;
    private final KafkaProducer<String, AdFetched> fetches;
    private final KafkaProducer<String, AdNotFilled> noFills;
    private long sequence;

    /// @param registry of the product
    ReportedRequests(RunningProduct product, SchemaRegistryClient registry, String orgId) {
        this.orgId = orgId;
        fetchSerde = AvroSerde.of(registry, AdFetched.class);
        noFillSerde = AvroSerde.of(registry, AdNotFilled.class);
        Map<String, Object> config =
                Map.of("bootstrap.servers", product.brokers(), "linger.ms", 20);
        fetches = new KafkaProducer<>(config, new StringSerializer(), fetchSerde.serializer());
        noFills = new KafkaProducer<>(config, new StringSerializer(), noFillSerde.serializer());
    }

    /// The first of the days that are reported; the last is today.
    static Instant firstDay() {
        return Instant.now().truncatedTo(ChronoUnit.DAYS).minus(DAYS - 1, ChronoUnit.DAYS);
    }

    /// Writes a fetch that each line item (`item-<number>`) filled on each day, at another minute
    /// for each line item: minutes and hours have cells too.
    ///
    /// @return how many fetches
    long writeFetches(Instant firstDay) {
        for (int day = 0; day < DAYS; day++) {
            Instant midnight = firstDay.plus(day, ChronoUnit.DAYS);
            for (int lineItem = 0; lineItem < LINE_ITEMS; lineItem++) {
                AdFetched fetched =
                        fetched(midnight.plus(lineItem % 60, ChronoUnit.MINUTES), lineItem);
                var _ =
                        fetches.send(
                                new ProducerRecord<>(
                                        Topics.FETCHES.name(), "s" + lineItem, fetched));
            }
        }
        return (long) DAYS * LINE_ITEMS;
    }

    /// Writes a request that targeting kept every line item from.
    void writeNoFill(Instant at, String adUnitCode) {
        AdNotFilled notFilled = new AdNotFilled();
        FetchId id = nextId(at);
        notFilled.setEventId(id.uuid().toString());
        notFilled.setEventType(EventType.no_fill);
        notFilled.setOccurredAt(at);
        notFilled.setReceivedAt(at);
        notFilled.setOrgId(orgId);
        notFilled.setApplicationId("app");
        notFilled.setFetchId(id.toString());
        notFilled.setSource(EventSource.fetch);
        notFilled.setAdUnitId(adUnitCode);
        notFilled.setAdUnitCode(adUnitCode);
        notFilled.setFormat(RenderFormat.native$);
        notFilled.setAttributesJson("{}");
        CandidateVerdict verdict = new CandidateVerdict();
        verdict.setLineItemId("item-0");
        verdict.setRule("targeting");
        notFilled.setCandidates(List.of(verdict));
        notFilled.setReason("no_demand");
        var _ =
                noFills.send(
                        new ProducerRecord<>(Topics.NO_FILLS.name(), "s" + sequence, notFilled));
    }

    private FetchId nextId(Instant at) {
        sequence++;
        long made = at.toEpochMilli() << 16;
        return new FetchId(new UUID(made | 0x8000, Long.MIN_VALUE | sequence));
    }

    private AdFetched fetched(Instant at, int lineItem) {
        FetchId id = nextId(at);
        AdFetched fetched = new AdFetched();
        fetched.setEventId(
                new UUID(at.toEpochMilli() << 16 | 0x7000, Long.MIN_VALUE | sequence).toString());
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(at);
        fetched.setReceivedAt(at);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setOrgId(orgId);
        fetched.setApplicationId("app");
        fetched.setFetchId(id.toString());
        fetched.setSource(EventSource.fetch);
        fetched.setAdUnitId("unit");
        fetched.setAdUnitCode("unit");
        fetched.setFormat(RenderFormat.native$);
        fetched.setAttributesJson("{}");
        fetched.setCandidates(List.of());
        fetched.setCampaignId("campaign");
        fetched.setLineItemId("item-" + lineItem);
        fetched.setCreativeId("creative-" + lineItem);
        fetched.setCreativeVersion(1);
        fetched.setPriceModel(PriceModel.cpm);
        fetched.setPriceMicros(2_000_000);
        fetched.setBilledMicros(2_000);
        fetched.setCurrency("USD");
        fetched.setTimeZone("UTC");
        fetched.setFrequencyScopes(List.of());
        return fetched;
    }

    /// Returns once a report of the request counts so many of the metric, and fails if it does not
    /// within an hour.
    static void awaitCounted(RawConnection connection, byte[] total, String metric, long expected)
            throws IOException {
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        long counted = 0;
        while (counted < expected) {
            if (System.nanoTime() > endNanos) {
                throw new IllegalStateException("counted only " + counted);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            counted =
                    JsonMapper.shared()
                            .readTree(connection.exchange(total).body())
                            .at("/rows/0/" + metric)
                            .asLong();
        }
    }

    @Override
    public void close() {
        fetches.close();
        noFills.close();
        fetchSerde.close();
        noFillSerde.close();
    }
}
