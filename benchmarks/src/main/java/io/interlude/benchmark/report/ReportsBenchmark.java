package io.interlude.benchmark.report;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.domain.identity.FetchId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
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
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.json.JsonMapper;

/// A report of 30 days by line item and day, over 1,000 line items: 30,000 rows. The fetches are
/// written to the journal, and counted by the product's own aggregator. Run with
/// `benchmarks/reports`.
public final class ReportsBenchmark {
    private static final int DAYS = 30;
    private static final int LINE_ITEMS = 1_000;
    private static final int WARM_UPS = 30;
    private static final int REQUESTS = 100;
    private static final double MICROS_IN_MILLI = 1_000.0;
    private static final Duration DEADLINE = Duration.ofMinutes(5);

    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final Instant firstDay;
    private long sequence;

    private ReportsBenchmark(RunningProduct product, BenchOrg.Made org) {
        this.product = product;
        this.org = org;
        firstDay = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(DAYS - 1, ChronoUnit.DAYS);
    }

    /// Measures the running product.
    ///
    /// @param arguments where it is: `--url`, `--data`, `--brokers`
    public static void main(String... arguments) throws IOException, InterruptedException {
        RunningProduct product = RunningProduct.parse(arguments);
        ReportsBenchmark benchmark = new ReportsBenchmark(product, product.makeOrg());
        try (SchemaRegistryClient registry = product.registry()) {
            benchmark.write(registry);
        }
        try (RawConnection connection = new RawConnection(product.url())) {
            benchmark.awaitCounted(connection);
            System.out.println("| report | rows | bytes | p50 ms | p95 ms | worst ms |");
            System.out.println("|---|---|---|---|---|---|");
            benchmark.measure(connection, "every metric", "", "application/json");
            benchmark.measure(
                    connection,
                    "fetches, clicks, spend",
                    "&metrics=fetches,uniqueClicks,spend",
                    "application/json");
            benchmark.measure(connection, "every metric, CSV", "", "text/csv");
        }
    }

    private void write(SchemaRegistryClient registry) {
        try (AvroSerde<AdFetched> serde = AvroSerde.of(registry, AdFetched.class);
                KafkaProducer<String, AdFetched> journal =
                        new KafkaProducer<>(
                                Map.of("bootstrap.servers", product.brokers(), "linger.ms", 20),
                                new StringSerializer(),
                                serde.serializer())) {
            for (int day = 0; day < DAYS; day++) {
                for (int lineItem = 0; lineItem < LINE_ITEMS; lineItem++) {
                    // A minute of the day for each line item: minutes and hours have cells too.
                    Instant at =
                            firstDay.plus(day, ChronoUnit.DAYS)
                                    .plus(lineItem % 60, ChronoUnit.MINUTES);
                    var _ =
                            journal.send(
                                    new ProducerRecord<>(
                                            Topics.FETCHES.name(),
                                            "s" + lineItem,
                                            fetched(at, lineItem)));
                }
            }
        }
    }

    private AdFetched fetched(Instant at, int lineItem) {
        sequence++;
        long made = at.toEpochMilli() << 16;
        AdFetched fetched = new AdFetched();
        fetched.setEventId(new UUID(made | 0x7000, Long.MIN_VALUE | sequence).toString());
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(at);
        fetched.setReceivedAt(at);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setOrgId(org.orgId());
        fetched.setApplicationId("app");
        fetched.setFetchId(
                new FetchId(new UUID(made | 0x8000, Long.MIN_VALUE | sequence)).toString());
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

    private void awaitCounted(RawConnection connection) throws IOException {
        byte[] total = request("granularity=total&metrics=fetches", "application/json");
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        long counted = 0;
        while (counted < (long) DAYS * LINE_ITEMS) {
            if (System.nanoTime() > endNanos) {
                throw new IllegalStateException("counted only " + counted);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            counted =
                    JsonMapper.shared()
                            .readTree(connection.exchange(total).body())
                            .at("/rows/0/fetches")
                            .asLong();
        }
    }

    private void measure(RawConnection connection, String name, String more, String accept)
            throws IOException {
        byte[] request = request("granularity=day&groupBy=lineItem" + more, accept);
        Histogram micros = new Histogram(3);
        RawConnection.Answer answer = connection.exchange(request);
        for (int number = 1; number < WARM_UPS; number++) {
            connection.exchange(request);
        }
        for (int number = 0; number < REQUESTS; number++) {
            long startNanos = System.nanoTime();
            answer = connection.exchange(request);
            micros.recordValue((System.nanoTime() - startNanos) / 1_000);
        }
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.body());
        }
        System.out.printf(
                "| %s | %,d | %,d | %.0f | %.0f | %.0f |%n",
                name,
                DAYS * LINE_ITEMS,
                answer.body().length(),
                micros.getValueAtPercentile(50) / MICROS_IN_MILLI,
                micros.getValueAtPercentile(95) / MICROS_IN_MILLI,
                micros.getMaxValue() / MICROS_IN_MILLI);
    }

    private byte[] request(String query, String accept) {
        return RawConnection.request(
                "GET",
                product.url(),
                "/v1/reports?from=%s&%s".formatted(firstDay, query),
                product.authorization(org.managementKey()) + "Accept: " + accept + "\r\n",
                "");
    }
}
