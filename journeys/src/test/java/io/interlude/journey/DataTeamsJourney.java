package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import tools.jackson.databind.JsonNode;

/// What a data team does with an org's topics: reads them with a stock client, and finds the
/// numbers of the report in them.
final class DataTeamsJourney {
    private static final String ORG = "data";

    private DataTeamsJourney() {}

    /// Reads by one of the examples, or a Parquet file of the journal.
    static void read(ProductProcess product, Path folder, String how)
            throws IOException, InterruptedException {
        switch (how) {
            case "kafkajs" -> readWithKafkaJs(product, folder);
            case "kafka-connect" -> readWithKafkaConnect(product, folder);
            default -> readAsParquet(product, folder.resolve(how));
        }
    }

    /// Runs `examples/kafkajs` against the product.
    private static void readWithKafkaJs(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        // given
        NodeExample example = NodeExample.install(Path.of("..", "examples", "kafkajs"), folder);
        Bookings booked = Bookings.make(product, ORG).lineItem("d", "");
        serve(booked);
        Report.await(
                booked.management(),
                "metrics=fetches,reads,spend",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 4
                                && rows.getFirst().path("reads").asLong() == 2
                                && rows.getFirst().path("spend").asString().equals("0.008"));
        // A report has what is about to be committed.
        Eventually.holds("the report's cells are published", () -> arePublished(product));

        // when
        List<JsonNode> records =
                example.run(
                        Map.of(
                                "INTERLUDE_BROKERS",
                                product.brokers(),
                                "INTERLUDE_REGISTRY",
                                product.url() + "/registry"),
                        "consume.mjs",
                        "--to-end",
                        Topics.FETCHES.name(),
                        Topics.DELIVERIES.name(),
                        Topics.ROLLUPS.name());

        // then
        List<JsonNode> fetches = of(Topics.FETCHES.name(), records);
        assertThat(fetches).hasSize(5);
        assertThat(fetches).filteredOn(fetch -> !fetch.path("test").asBoolean()).hasSize(4);
        assertThat(of(Topics.DELIVERIES.name(), records)).hasSize(2);
        assertThat(seeds(fetches)).isEqualTo(seedsInTheJournal(product, ORG));
        assertThat(seedsInTheJournal(product, ORG))
                .allSatisfy(seed -> assertThat(Long.parseLong(seed)).isBetween(0L, (1L << 53) - 1));
        assertThat(sum(records, cell -> cell.path("fetches").asLong())).isEqualTo(4);
        assertThat(sum(records, cell -> cell.path("reads").asLong())).isEqualTo(2);
        assertThat(sum(records, cell -> cell.path("spendMicros").asLong())).isEqualTo(8_000);
        assertThat(DuckDb.in(example.folder(), "output.ndjson").sink(ORG))
                .containsExactly("d fetches=4 spend=0.008000");
    }

    /// Runs the sink of `examples/kafka-connect`, stopped and started again on the way: it delivers
    /// each record at least once.
    private static void readWithKafkaConnect(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        String org = "connect";
        KafkaConnectExample example = KafkaConnectExample.build(product, folder);
        Bookings booked = Bookings.make(product, org).lineItem("d", "");
        serve(booked);
        example.runUntil(lines -> eventIds(lines, org) == 7);
        serve(booked);
        List<JsonNode> records = example.runUntil(lines -> eventIds(lines, org) == 14);
        assertThat(records)
                .filteredOn(record -> record.path("orgId").asString().equals(org))
                .filteredOn(record -> record.has("seed"))
                .extracting(record -> record.path("seed").asString())
                .containsAll(seedsInTheJournal(product, org));
    }

    private static long eventIds(List<JsonNode> records, String org) {
        return records.stream()
                .filter(record -> record.path("orgId").asString().equals(org))
                .map(record -> record.path("eventId").asString())
                .distinct()
                .count();
    }

    /// Counts a Parquet file of the journal as `examples/duckdb` does.
    private static void readAsParquet(ProductProcess product, Path folder)
            throws IOException, InterruptedException {
        // given
        Bookings booked = Bookings.make(product, "parquet").lineItem("d", "");
        serve(booked);
        Report.await(
                booked.management(),
                "groupBy=lineItem&metrics=fetches,reads",
                rows ->
                        rows.size() == 1
                                && rows.getFirst().path("fetches").asLong() == 4
                                && rows.getFirst().path("reads").asLong() == 2);

        // when
        Path file = Files.createDirectories(folder).resolve("journal.parquet");
        HttpRequest request =
                HttpRequest.newBuilder(booked.management().base().resolve("/v1/journal"))
                        .header("Authorization", "Bearer " + booked.management().key())
                        .header("Accept", "application/vnd.apache.parquet")
                        .build();
        booked.management().http().send(request, HttpResponse.BodyHandlers.ofFile(file));

        // then
        assertThat(DuckDb.in(folder, "").journal()).containsExactly("d fetches=4 reads=2");
    }

    /// Four fetches, two of them read, and a test fetch that counts nowhere.
    private static void serve(Bookings booked) throws IOException, InterruptedException {
        for (int number = 0; number < 4; number++) {
            JsonNode ad =
                    booked.publisher()
                            .expect(
                                    200,
                                    "POST",
                                    "/v1/fetch/v2",
                                    """
                                    {"adUnit": "pause", "subscriber": "reader-%d"}\
                                    """
                                            .formatted(number));
            if (number % 2 == 0) {
                booked.publisher().event("read", ad.path("messageId").asString());
            }
        }
        booked.publisher()
                .expect(
                        200,
                        "POST",
                        "/v1/fetch/v2",
                        """
                        {"adUnit": "pause", "test": true}\
                        """);
    }

    private static List<JsonNode> of(String topic, List<JsonNode> records) {
        return records.stream()
                .filter(record -> record.path("topic").asString().equals(topic))
                .map(record -> record.path("value"))
                .filter(value -> value.path("orgId").asString().equals(ORG))
                .toList();
    }

    /// Over the newest record of each minute's cell.
    private static long sum(List<JsonNode> records, ToLongFunction<JsonNode> count) {
        Map<String, JsonNode> keyToCell = new TreeMap<>();
        records.stream()
                .filter(record -> record.path("topic").asString().equals(Topics.ROLLUPS.name()))
                .forEach(record ->
                        keyToCell.put(record.path("key").asString(), record.path("value")));
        return keyToCell.values().stream()
                .filter(cell -> cell.path("orgId").asString().equals(ORG))
                .filter(cell -> cell.path("granularity").asString().equals("minute"))
                .mapToLong(count)
                .sum();
    }

    private static boolean arePublished(ProductProcess product) {
        Map<String, GenericRecord> startToNewest = new TreeMap<>();
        new Journals(product)
                .read(Topics.ROLLUPS).stream()
                        .filter(cell -> cell.get("orgId").toString().equals(ORG))
                        .filter(cell -> cell.get("granularity").toString().equals("minute"))
                        .forEach(cell -> startToNewest.put(cell.get("startsAt").toString(), cell));
        return total(startToNewest.values(), "fetches") == 4
                && total(startToNewest.values(), "reads") == 2;
    }

    private static long total(Collection<GenericRecord> cells, String metric) {
        return cells.stream().mapToLong(cell -> (long) cell.get(metric)).sum();
    }

    /// Whole numbers of 53 bits, as many as JavaScript's own numbers have.
    private static Set<String> seeds(List<JsonNode> fetches) {
        return fetches.stream()
                .map(fetch -> fetch.path("seed").asString())
                .collect(Collectors.toSet());
    }

    private static Set<String> seedsInTheJournal(ProductProcess product, String org) {
        return new Journals(product)
                .read(Topics.FETCHES).stream()
                        .filter(fetch -> fetch.get("orgId").toString().equals(org))
                        .map((GenericRecord fetch) -> fetch.get("seed").toString())
                        .collect(Collectors.toSet());
    }
}
