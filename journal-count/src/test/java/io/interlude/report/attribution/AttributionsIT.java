package io.interlude.report.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.journal.json.Json;
import io.interlude.journal.kafka.KafkaClients;
import io.interlude.journal.kafka.SeldomWriter;
import io.interlude.journal.kafka.TestBroker;
import io.interlude.journal.projection.TopicReader;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.rollup.ReportReader;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.PriceModel;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.InProcessSchemaRegistryClient;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.boot.KitConfiguration;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Versions over a real broker and a socket. Each test is a process of its own; the journal and the
/// versions stay.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AttributionsIT {
    private static final long DAY = 86_400;
    private static final InstantSource CLOCK =
            InstantSource.fixed(AuditedEvents.AT.plusSeconds(40 * DAY));
    private static final String RANGE =
            "/v1/reports?from=2026-03-01T00:00:00Z&metrics=conversions,spend";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir private static Path folder;

    private static TestBroker broker;
    private static KafkaClients clients;
    private static Producer<String, SpecificRecord> journal;
    private static final AuditedEvents EVENTS = new AuditedEvents();
    private static final InMemoryRollups BOOKED = new InMemoryRollups();
    private static AdFetched fetched;

    private Attributions attributions;
    private TopicReader reader;
    private SeldomWriter writer;
    private HttpEndpoint endpoint;

    /// Of a line item at 5 mills for a conversion: two within the booked 30 days of the click, on
    /// day 1 and on day 20, and one that came after the service's own window.
    @BeforeAll
    static void writeTheJournal() throws Exception {
        broker = TestBroker.start(folder);
        broker.create(Topics.folded().stream().map(Topic::name).toList(), 2);
        broker.create(List.of(Topics.ATTRIBUTIONS.name()), 1);
        clients =
                new KafkaClients(
                        broker.bootstrapServers(),
                        new InProcessSchemaRegistryClient(
                                SchemaRegistry.load(new InMemorySchemaJournal())));
        journal = clients.plainProducer("test");
        fetched = EVENTS.fetched(PriceModel.cpa, "s");
        fetched.setEventId(FetchId.parse(fetched.getFetchId()).orElseThrow().uuid().toString());
        fetched.setCountsNames(true);
        fetched.setConversionGoals(
                List.of(
                        new ConversionGoal(
                                "purchase",
                                List.of("purchase"),
                                true,
                                Duration.ofDays(30).toMillis(),
                                0L,
                                null)));
        write(Topics.FETCHES, fetched);
        write(Topics.CLICKS, EVENTS.click(fetched, 60));
        convert(1, false);
        convert(20, false);
        convert(33, true);
        book(1);
        book(20);
    }

    private static void convert(long day, boolean late) {
        ConversionRecorded conversion = EVENTS.conversion(fetched, 0, "USD");
        conversion.setConversionName("purchase");
        conversion.setOccurredAt(AuditedEvents.AT.plusSeconds(day * DAY));
        conversion.setReceivedAt(conversion.getOccurredAt());
        conversion.setLate(late);
        write(Topics.CONVERSIONS, conversion);
    }

    private static void book(long day) {
        BOOKED.add(
                AuditedEvents.cell()
                        .setStartsAt(AuditedEvents.AT.plusSeconds(day * DAY))
                        .setConversionGoal("purchase")
                        .setConversionName("purchase")
                        .setConversionCount(1)
                        .setSpendMicros(5_000)
                        .build());
    }

    private static void write(Topic<?> topic, SpecificRecord event) {
        Instant at = (Instant) event.get(2);
        var _ = journal.send(new ProducerRecord<>(topic.name(), 0, at.toEpochMilli(), "", event));
        journal.flush();
    }

    @AfterAll
    static void stopTheBroker() {
        journal.close();
        broker.close();
    }

    @BeforeEach
    void start() {
        writer = new SeldomWriter(clients, "test-attributions");
        attributions =
                new Attributions(
                        (key, value) -> writer.write(Topics.ATTRIBUTIONS, key, value),
                        (orgId, memory) ->
                                KafkaOrgFold.begin(
                                        orgId,
                                        memory,
                                        clients,
                                        (_, _) -> {},
                                        CLOCK,
                                        new SimpleMeterRegistry()));
        reader =
                KitConfiguration.reader(
                        "attribution-commands",
                        List.of(Topics.ATTRIBUTIONS),
                        clients,
                        attributions,
                        new SimpleMeterRegistry());
        reader.start();
        FixedKeys keys = new FixedKeys();
        NamedCatalogue catalogue = new NamedCatalogue();
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new AttributionHandler(keys, attributions, catalogue, CLOCK),
                                new ReportHandler(
                                        keys,
                                        new ReportReader(
                                                BOOKED, new InMemoryReach(), Duration.ofSeconds(5)),
                                        attributions,
                                        catalogue,
                                        catalogue,
                                        CLOCK)),
                        new SimpleMeterRegistry());
        endpoint.start();
        Eventually.holds("the versions are read", reader::ready);
    }

    @AfterEach
    void stop() {
        endpoint.stop();
        reader.close();
        attributions.close();
        writer.close();
    }

    @Test
    @Order(1)
    void countsByAShorterAndALongerWindowBesideWhatIsBooked() {
        // when
        HttpResponse<String> week = begin("week", "P7D");
        begin("again", "P30D");
        begin("year", "P365D");

        // then
        assertThat(week.statusCode()).isEqualTo(202);
        assertThat(week.headers().firstValue("Location")).contains("/v1/attributions/week");
        JsonNode current = awaitCurrent("week");
        assertThat(current.path("progress").asDouble()).isEqualTo(1);
        assertThat(current.path("overrides").toString())
                .isEqualTo("{\"purchase\":{\"clickWindow\":\"P7D\"}}");
        awaitCurrent("again");
        awaitCurrent("year");
        assertThat(row("")).isEqualTo("2 for 0.01");
        assertThat(row("&attribution=week")).isEqualTo("1 for 0.01");
        assertThat(row("&attribution=again")).isEqualTo("2 for 0.01");
        assertThat(row("&attribution=year")).isEqualTo("3 for 0.01");
        assertThat(
                        get(
                                        "il_mgmt_1",
                                        RANGE
                                                + "&groupBy=conversionGoal&attribution=year&granularity=day")
                                .body())
                .contains("\"start\":\"2026-04-03T00:00:00Z\",\"conversionGoal\":\"purchase\"");
    }

    @Test
    @Order(2)
    void isThereAgainAfterARestartAndGoesOn() {
        // given
        awaitCurrent("week");
        awaitCurrent("year");
        assertThat(row("&attribution=week")).isEqualTo("1 for 0.01");

        // when
        convert(2, false);
        book(2);

        // then
        awaitRow("2 for 0.015", "&attribution=week");
        awaitRow("4 for 0.015", "&attribution=year");
        JsonNode items = json(get("il_read_1", "/v1/attributions")).path("items");
        assertThat(items)
                .extracting(item -> item.path("id").asString())
                .containsExactlyInAnyOrder("week", "again", "year");
        assertThat(json(get("il_read_2", "/v1/attributions")).path("items").isEmpty()).isTrue();
    }

    @Test
    @Order(3)
    void countsWhatIsTakenBackNoMore() {
        // given
        awaitCurrent("year");

        // when
        write(Topics.CORRECTIONS, EVENTS.correction(fetched));

        // then: the booked cells are not told of it here
        awaitRow("3 for 0.015", "&attribution=year");
        assertThat(row("&attribution=year&corrections=exclude")).isEqualTo("4 for 0.015");
    }

    @Test
    @Order(4)
    void refusesWhatIsTakenUnknownOrBroken() {
        assertThat(begin("week", "P1D").statusCode()).isEqualTo(409);
        assertThat(get("il_read_1", "/v1/attributions/none").statusCode()).isEqualTo(404);
        assertThat(get("il_read_2", "/v1/attributions/week").statusCode()).isEqualTo(404);
        assertThat(get("il_fetch_1", "/v1/attributions").statusCode()).isEqualTo(403);
        HttpResponse<String> unknown = get("il_read_1", RANGE + "&attribution=none");
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(json(unknown).path("field").asString()).isEqualTo("attribution");
        HttpResponse<String> broken =
                post(
                        """
                        {"id": "Week", "name": "A week",
                         "overrides": {"none": {}, "purchase": {"clickWindow": "P401D", "count": "two"}}}\
                        """);
        assertThat(broken.statusCode()).isEqualTo(422);
        assertThat(json(broken).path("violations"))
                .extracting(each -> each.path("path").asString())
                .containsExactlyInAnyOrder(
                        "id",
                        "overrides.none",
                        "overrides.purchase.clickWindow",
                        "overrides.purchase.count");
        assertThat(post("{\"id\": \"a\"}").statusCode()).isEqualTo(400);
        assertThat(json(post("{\"id\": \"a\", \"name\": 1}")).path("field").asString())
                .isEqualTo("name");
    }

    @Test
    @Order(5)
    void ignoresUnknownFieldsWithAWarningOrRefusesThemWhereThatIsAskedFor() {
        String body =
                """
                {"id": "typo", "name": "A typo", "colour": "red",
                 "overrides": {"purchase": {"clickWindw": "P1D"}}}\
                """;

        HttpResponse<String> strict = post("?strict=true", body);
        assertThat(strict.statusCode()).isEqualTo(422);
        assertThat(json(strict).path("violations"))
                .allMatch(each -> each.path("rule").asString().equals("unknown_field"))
                .extracting(each -> each.path("path").asString())
                .containsExactly("colour", "overrides.purchase.clickWindw");
        HttpResponse<String> begun = post(body);
        assertThat(begun.statusCode()).isEqualTo(202);
        assertThat(json(begun).path("warnings"))
                .extracting(each -> each.path("path").asString())
                .containsExactly("colour", "overrides.purchase.clickWindw");
        assertThat(json(get("il_mgmt_1", "/v1/attributions/typo")).has("warnings")).isFalse();
    }

    private HttpResponse<String> begin(String id, String window) {
        return post(
                """
                {"id": "%s", "name": "A version", "overrides": {"purchase": {"clickWindow": "%s"}}}\
                """
                        .formatted(id, window));
    }

    private JsonNode awaitCurrent(String id) {
        String path = "/v1/attributions/" + id;
        Eventually.holds(
                id + " is current",
                () -> json(get("il_mgmt_1", path)).path("status").asString().equals("current"));
        return json(get("il_mgmt_1", path));
    }

    private void awaitRow(String row, String more) {
        Eventually.holds(row + more, () -> row(more).equals(row));
    }

    /// Conversions and spend.
    private String row(String more) {
        HttpResponse<String> answer = get("il_mgmt_1", RANGE + more);
        JsonNode row = json(answer).path("rows").path(0);
        return row.path("conversions").asLong() + " for " + row.path("spend").asString();
    }

    private HttpResponse<String> post(String body) {
        return post("", body);
    }

    private HttpResponse<String> post(String query, String body) {
        return send(
                request("il_mgmt_1", "/v1/attributions" + query)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> get(String key, String path) {
        return send(request(key, path));
    }

    private HttpRequest.Builder request(String key, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path))
                .header("Authorization", "Bearer " + key);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()).join();
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }
}
