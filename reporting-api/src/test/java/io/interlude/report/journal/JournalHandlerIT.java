package io.interlude.report.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.history.HistoryQuery.OffsetRange;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.report.fixture.ParquetFiles;
import io.interlude.report.manifest.SealedHours;
import io.interlude.schema.AdFetched;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The journal over a socket.
class JournalHandlerIT {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final Instant AT = Instant.parse("2026-03-02T09:00:00Z");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final FetchIdProof PROOF =
            new FetchIdProof(new SigningKeys(List.of(new byte[32])));
    private static final FetchId FETCH = id(Cells.ORG, 1);
    private static final FetchId FOREIGN = id("org-2", 2);
    private static final FetchId NEVER_MADE = id(Cells.ORG, 3);

    private final InMemoryHistory history = new InMemoryHistory(3);
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        AdFetched fetched = aFetch(FETCH, Cells.ORG);
        AdFetched foreign = aFetch(FOREIGN, "org-2");
        history.add(AT, fetched, CountingVerdict.COUNTED, fetched);
        history.add(AT, foreign, CountingVerdict.COUNTED, foreign);
        history.add(AT.plusSeconds(1), aClick(null), CountingVerdict.COUNTED, fetched);
        history.add(AT.plusSeconds(2), aClick(null), CountingVerdict.REPEAT, fetched);
        history.add(
                AT.plusSeconds(3),
                aClick("declared_bot"),
                CountingVerdict.INVALID_TRAFFIC,
                fetched);
        history.add(AT.plusSeconds(4), aConversion(), CountingVerdict.COUNTED, fetched);
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new JournalHandler(
                                        new FixedKeys(),
                                        history,
                                        JournalHandlerIT::sealed,
                                        PROOF,
                                        InstantSource.fixed(NOW))),
                        new SimpleMeterRegistry());
        endpoint.start();
    }

    /// The hour from 09:00 has one manifest, at 7 in the list: of two clicks and another org's
    /// fetch.
    private static CompletableFuture<Map<TopicPartition, OffsetRange>> sealed(
            OrgId orgId, SealedHours.Asked hour) {
        boolean asked = hour.start().equals(AT) && hour.fromOffset() <= 7 && hour.toOffset() > 7;
        return CompletableFuture.completedFuture(
                asked ? Map.of(InMemoryHistory.PLACE, new OffsetRange(1, 4)) : Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "verdict=repeat, 1",
        "'verdict=repeat,invalid_traffic', 2",
        "verdict=repeat&adUnit=elsewhere, 0",
        "verdict=repeat&order=desc, 1",
    })
    void filtersByWhatIsKnownOfTheFetch(String parameters, int count) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://127.0.0.1:"
                                                        + endpoint.port()
                                                        + "/v1/journal?key=il_read_1&limit=100&"
                                                        + parameters))
                                .header("Accept", "application/x-ndjson")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body().lines().count()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource({"order=backwards, order", "verdict=lost, verdict"})
    void refusesFiltersThatThereAreNot(String parameters, String field) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                "http://127.0.0.1:"
                                                        + endpoint.port()
                                                        + "/v1/journal?key=il_read_1&"
                                                        + parameters))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(Json.MAPPER.readTree(answer.body()).path("field").asString()).isEqualTo(field);
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @Test
    void tellsAFetchsWholeLife() throws Exception {
        JsonNode story = json(get("/" + FETCH, "*/*"));

        assertThat(story.get("messageId").asString()).isEqualTo(FETCH.toString());
        assertThat(verdicts(story.get("items")))
                .containsExactly("counted", "counted", "repeat", "invalid_traffic", "counted");
        assertThat(story.get("complete").asBoolean()).isTrue();
        assertThat(story.get("items").get(3))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"eventId": "c-1", "eventType": "click", "messageId": "%s",
                                 "occurredAt": "2026-03-02T09:00:00Z",
                                 "receivedAt": "2026-03-02T09:00:00Z",
                                 "journaledAt": "2026-03-02T09:00:03Z",
                                 "verdict": "invalid_traffic", "source": "api", "test": false,
                                 "subscriber": "someone", "keyId": "k-1", "campaignId": "c-1",
                                 "lineItemId": "li-1", "creativeId": "card",
                                 "creativeVersion": 2, "adUnit": "home", "format": "native",
                                 "actionIndex": 0, "invalidTraffic": "declared_bot"}
                                """
                                        .formatted(FETCH)));
    }

    @Test
    void saysNothingOfOthersFetches() throws Exception {
        for (String id :
                List.of(
                        FOREIGN.toString(),
                        NEVER_MADE.toString(),
                        "native-0195531c-8800-8000-8000-000000000001",
                        PROOF.make(
                                        new OrgId(Cells.ORG),
                                        AT.toEpochMilli(),
                                        FetchId.SANDBOX_PARTITION,
                                        1)
                                .toString(),
                        "x")) {
            HttpResponse<String> answer = get("/" + id, "*/*");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(json(answer).get("reason").asString()).isEqualTo("not_found");
        }
    }

    @Test
    void pagesGiveAllOfTheOrgInOrder() throws Exception {
        List<String> types = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(get("?limit=2" + cursor, "application/json"));
            page.get("items").forEach(item -> types.add(item.get("eventType").asString()));
            cursor = page.has("nextCursor") ? "&cursor=" + page.get("nextCursor").asString() : "";
        } while (!cursor.isEmpty());

        assertThat(types).containsExactly("fetch", "click", "click", "click", "conversion");
    }

    @ParameterizedTest
    @CsvSource({
        "?eventType=click, 3",
        "?eventType=click;conversion, 4",
        "?eventType=fetch&eventType=conversion, 2",
        "?messageId=FETCH, 5",
        "?lineItem=li-1, 5",
        "?lineItem=li-2, 0",
        "?from=2026-03-02T09:00:02Z, 3",
        "?from=2026-03-02T08:00:00Z&to=2026-03-02T09:00:01Z, 1",
    })
    void filters(String query, int items) throws Exception {
        String filter = query.replace("FETCH", FETCH.toString()).replace(';', ',');

        assertThat(get(filter, "application/x-ndjson").body().lines()).hasSize(items);
    }

    @ParameterizedTest
    @CsvSource({
        "sealedHour=2026-03-02T09:00:00Z, 2",
        "sealedHour=2026-03-02T09:00:00Z&verdict=repeat, 1",
        "sealedHour=2026-03-02T08:00:00Z, 0",
        "sealedHour=2026-03-02T09:00:00Z&sealedFrom=AQAAAAAAAAAH&sealedTo=AQAAAAAAAAAI, 2",
        "sealedHour=2026-03-02T09:00:00Z&sealedFrom=AQAAAAAAAAAI, 0",
        "sealedHour=2026-03-02T09:00:00Z&sealedTo=AQAAAAAAAAAH, 0",
    })
    void givesWhatWasSealed(String query, int items) throws Exception {
        assertThat(get("?" + query, "application/x-ndjson").body().lines()).hasSize(items);
    }

    @ParameterizedTest
    @CsvSource({
        "sealedHour, sealedHour=2026-03-02T09:30:00Z",
        "sealedHour, sealedHour=nine",
        "from, sealedHour=2026-03-02T09:00:00Z&from=2026-03-02T09:00:00Z",
        "to, sealedHour=2026-03-02T09:00:00Z&to=2026-03-02T10:00:00Z",
        "sealedFrom, sealedHour=2026-03-02T09:00:00Z&sealedFrom=x",
        "sealedTo, sealedTo=AQAAAAAAAAAH",
    })
    void refusesWhatIsNoSealedHour(String field, String query) throws Exception {
        HttpResponse<String> answer = get("?" + query, "application/x-ndjson");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("field").asString()).isEqualTo(field);
    }

    @Test
    void streamsAllAsCsv() throws Exception {
        HttpResponse<String> answer = get("", "text/csv");

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/csv"));
        List<String> lines = answer.body().lines().toList();
        assertThat(lines).hasSize(6);
        assertThat(lines.getFirst()).startsWith("eventId,eventType,messageId,occurredAt");
        assertThat(lines.getLast())
                .startsWith("v-1,conversion," + FETCH)
                .endsWith(",12.50,USD,\"{\"\"basket\"\":3}\"");
    }

    @Test
    void streamsAsParquetWhatItStreamsAsCsv(@TempDir Path folder) throws Exception {
        // given
        Path file = folder.resolve("journal.parquet");

        // when
        HttpResponse<Path> answer =
                CLIENT.send(
                        request("", "application/vnd.apache.parquet"),
                        HttpResponse.BodyHandlers.ofFile(file));

        // then
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("application/vnd.apache.parquet");
        List<Map<String, @Nullable Object>> rows = ParquetFiles.rows(file);
        List<String> lines = get("", "text/csv").body().lines().toList();
        assertThat(rows).hasSize(lines.size() - 1);
        assertThat(String.join(",", rows.getFirst().keySet())).isEqualTo(lines.getFirst());
        assertThat(rows)
                .extracting(row -> row.get("eventId") + "," + row.get("eventType"))
                .isEqualTo(
                        lines.stream()
                                .skip(1)
                                .map(line -> line.substring(0, line.indexOf(",native-")))
                                .toList());
        assertThat(rows.getLast())
                .containsEntry("verdict", "counted")
                .containsEntry("journaledAt", AT.plusSeconds(4))
                .containsEntry("test", false)
                .containsEntry("creativeVersion", 2)
                .containsEntry("value", new BigDecimal("12.500000"))
                .containsEntry("eventData", "{\"basket\":3}")
                .containsEntry("reason", null);
        Files.delete(file);
    }

    @Test
    void readsNoFurtherThanTheClientDoes() throws Exception {
        for (int number = 0; number < 30_000; number++) {
            history.add(AT, aClick(null), CountingVerdict.COUNTED, aFetch(FETCH, Cells.ORG));
        }
        HttpRequest request = request("", "application/x-ndjson");
        try (var body = CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            assertThat(body.read()).isEqualTo('{');
        }

        assertThat(history.pages.get()).isLessThan(9_000);
    }

    @ParameterizedTest
    @CsvSource({
        "?from=yesterday, from",
        "?from=2026-03-02T09:00:00Z&to=2026-03-02T09:00:00Z, from",
        "?limit=0, limit",
        "?limit=1001, limit",
        "?cursor=x, cursor",
        "?cursor=AQEB, cursor",
        "?eventType=bought, eventType",
        "?messageId=x, messageId",
        "?lineitem=li-1, lineitem",
    })
    void namesTheParameterAtFault(String query, String field) throws Exception {
        for (String accept :
                List.of(
                        "*/*",
                        "application/x-ndjson",
                        "text/csv",
                        "application/vnd.apache.parquet")) {
            HttpResponse<String> answer = get(query, accept);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(json(answer).get("reason").asString()).isEqualTo("invalid_request");
            assertThat(json(answer).get("field").asString()).isEqualTo(field);
        }
    }

    @Test
    void needsAKeyThatMayRead() throws Exception {
        for (String path : List.of("", "/" + FETCH)) {
            HttpRequest request = HttpRequest.newBuilder(uri(path + "?key=il_fetch_1")).build();
            assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void saysWhenTheJournalCannotBeRead() throws Exception {
        history.beUnavailable();

        for (String path : List.of("", "/" + FETCH)) {
            HttpResponse<String> answer = get(path, "*/*");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(json(answer).get("reason").asString()).isEqualTo("state_unavailable");
        }
    }

    private static List<String> verdicts(JsonNode items) {
        List<String> verdicts = new ArrayList<>();
        items.forEach(item -> verdicts.add(item.get("verdict").asString()));
        return verdicts;
    }

    private HttpResponse<String> get(String rest, String accept) throws Exception {
        return CLIENT.send(request(rest, accept), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String rest, String accept) {
        return HttpRequest.newBuilder(uri(rest))
                .header("Authorization", "Bearer il_read_1")
                .header("Accept", accept)
                .build();
    }

    private URI uri(String rest) {
        return URI.create("http://127.0.0.1:" + endpoint.port() + "/v1/journal" + rest);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }

    private static FetchId id(String org, long sequence) {
        return PROOF.make(new OrgId(org), AT.toEpochMilli(), 0, sequence);
    }

    private static AdFetched aFetch(FetchId id, String org) {
        AdFetched fetched = new AdFetched();
        fetched.setEventId(id.uuid().toString());
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(AT);
        fetched.setReceivedAt(AT);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setOrgId(org);
        fetched.setFetchId(id.toString());
        fetched.setSubscriber("someone");
        fetched.setSource(EventSource.fetch);
        fetched.setAttributesJson("{}");
        fetched.setAdUnitCode("home");
        fetched.setFormat(RenderFormat.native$);
        fetched.setCampaignId("c-1");
        fetched.setLineItemId("li-1");
        fetched.setCreativeId("card");
        fetched.setCreativeVersion(2);
        fetched.setPriceModel(PriceModel.cpc);
        fetched.setCurrency("USD");
        return fetched;
    }

    private static ClickRecorded aClick(@Nullable String invalidTraffic) {
        ClickRecorded click = new ClickRecorded();
        click.setEventId("c-1");
        click.setEventType(EventType.click);
        click.setOccurredAt(AT);
        click.setReceivedAt(AT);
        click.setOrgId(Cells.ORG);
        click.setFetchId(FETCH.toString());
        click.setSource(EventSource.api);
        click.setKeyId("k-1");
        click.setActionIndex(0);
        click.setInvalidTraffic(invalidTraffic);
        return click;
    }

    private static ConversionRecorded aConversion() {
        ConversionRecorded conversion = new ConversionRecorded();
        conversion.setEventId("v-1");
        conversion.setEventType(EventType.conversion);
        conversion.setOccurredAt(AT);
        conversion.setReceivedAt(AT);
        conversion.setOrgId(Cells.ORG);
        conversion.setFetchId(FETCH.toString());
        conversion.setSource(EventSource.offline);
        conversion.setConversionName("order");
        conversion.setValueMicros(12_500_000L);
        conversion.setCurrency("USD");
        conversion.setEventDataJson("{\"basket\":3}");
        return conversion;
    }
}
