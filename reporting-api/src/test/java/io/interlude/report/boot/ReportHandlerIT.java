package io.interlude.report.boot;

import static io.interlude.report.fixture.Cells.aCell;
import static io.interlude.report.fixture.Cells.aNoFill;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.InstanceOfAssertFactories.map;

import io.interlude.journal.json.Json;
import io.interlude.report.fixture.ParquetFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Reports over a socket.
class ReportHandlerIT {
    private static final Instant NOW = Instant.parse("2026-03-01T10:30:20Z");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ReportServer server =
            new ReportServer(InstantSource.fixed(NOW), Duration.ofSeconds(1));

    @BeforeEach
    void countSomething() {
        server.rollups()
                .add(
                        aCell("2026-03-01T10:00:00Z")
                                .setFetches(4)
                                .setSends(4)
                                .setDelivers(3)
                                .setReads(2)
                                .setClicks(2)
                                .setUniqueClicks(1)
                                .setConversionCount(1)
                                .setConversionValueMicros(12_500_000)
                                .setSpendMicros(16_000)
                                .setEngagements(1)
                                .setInvalidClicks(3)
                                .setInvalidConversions(5)
                                .build());
        server.rollups().add(aNoFill("2026-03-01T10:01:00Z").setNoFills(1).build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersEveryMetricByDefault() throws Exception {
        JsonNode body = json(get("/v1/reports?groupBy=lineItem", "application/json"));

        assertThat(body.get("rows").get(1))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"lineItem": "li-1", "currency": "USD", "requests": 4, "fills": 4,
                                 "fillRate": 1.0, "noFills": 0, "fetches": 4, "sends": 4,
                                 "delivers": 3, "reads": 2, "clicks": 2, "uniqueClicks": 1,
                                 "ctr": 0.25, "conversions": 1, "conversionValue": "12.50",
                                 "spend": "0.016", "engagements": 1}
                                """));
        assertThat(body.get("columns").size()).isEqualTo(body.get("rows").get(1).size());
        assertThat(body.get("from").asString()).isEqualTo("2026-02-28T10:30:00Z");
    }

    @Test
    void answersGrossBesideNetWhenAskedTo() throws Exception {
        String metrics =
                "clicks,invalidClicks,grossClicks,conversions,invalidConversions,grossConversions";

        JsonNode body = json(get("/v1/reports?metrics=" + metrics, "application/json"));

        assertThat(body.get("rows").get(0))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"clicks": 2, "invalidClicks": 3, "grossClicks": 5,
                                 "conversions": 1, "invalidConversions": 5, "grossConversions": 6}
                                """));
    }

    @Test
    void answersViewabilityEcpmAndConversionRateWhenAskedTo() throws Exception {
        JsonNode body =
                json(
                        get(
                                "/v1/reports?groupBy=lineItem"
                                        + "&metrics=viewability,ecpm,conversionRate",
                                "application/json"));

        assertThat(body.get("rows").get(0))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"lineItem": "li-1", "currency": "USD",
                                 "viewability": 0.6666666666666666, "ecpm": "4.00",
                                 "conversionRate": 1.0}
                                """));
    }

    @Test
    void groupsAndFiltersByGoalConversionNameAndEventName() throws Exception {
        server.rollups()
                .add(
                        aCell("2026-03-01T10:02:00Z")
                                .setConversionGoal("sale")
                                .setConversionName("purchase")
                                .setConversionCount(2)
                                .setSpendMicros(5_000_000)
                                .build());
        server.rollups()
                .add(
                        aCell("2026-03-01T10:02:00Z")
                                .setEventName("viewed")
                                .setCustomEvents(3)
                                .build());
        String groupBy = "/v1/reports?groupBy=conversionGoal,conversionName,eventName";

        JsonNode goals =
                json(
                        get(
                                groupBy + "&metrics=conversions,spend&conversionGoal=sale",
                                "application/json"));
        HttpResponse<String> events =
                get(groupBy + "&metrics=customEvents&eventName=viewed", "text/csv");
        JsonNode whole = json(get("/v1/reports?metrics=conversions", "application/json"));

        assertThat(goals.get("rows"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"conversionGoal": "sale", "conversionName": "purchase",
                                  "eventName": "", "currency": "USD", "conversions": 2,
                                  "spend": "5.00"}]
                                """));
        assertThat(events.body().lines())
                .containsExactly(
                        "conversionGoal,conversionName,eventName,customEvents", ",,viewed,3");
        assertThat(whole.at("/rows/0/conversions").asLong()).isEqualTo(3);
    }

    @Test
    void tellsWhatShadowsWouldHaveServedWhenAskedTo() throws Exception {
        server.rollups()
                .add(
                        aCell("2026-03-01T10:02:00Z")
                                .setLineItemId("li-2")
                                .setCreativeId("")
                                .setCurrency("EUR")
                                .setWouldServe(3)
                                .setWouldSpendMicros(9_000)
                                .build());
        String byLineItem = "/v1/reports?groupBy=lineItem&metrics=fetches";

        JsonNode shadowed =
                json(get(byLineItem + ",wouldServe,wouldSpend&shadow=true", "application/json"));
        JsonNode plain = json(get(byLineItem, "application/json"));
        HttpResponse<String> refused =
                get("/v1/reports?metrics=wouldServe&shadow=false", "application/json");

        assertThat(shadowed.get("rows"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"lineItem": "li-1", "currency": "USD", "fetches": 4,
                                  "wouldServe": 0, "wouldSpend": "0.00"},
                                 {"lineItem": "li-2", "currency": "EUR", "fetches": 0,
                                  "wouldServe": 3, "wouldSpend": "0.009"}]
                                """));
        assertThat(plain.get("rows"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"lineItem": "li-1", "fetches": 4}]
                                """));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("field").asString()).isEqualTo("metrics");
    }

    @Test
    void answersCsvWhenAskedTo() throws Exception {
        HttpResponse<String> answer =
                get("/v1/reports?granularity=hour&metrics=requests,spend", "text/csv");

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValue("text/csv;charset=UTF-8;header=present");
        assertThat(answer.body())
                .isEqualTo("start,currency,requests,spend\r\n2026-03-01T10:00:00Z,USD,5,0.016\r\n");
    }

    @Test
    void namesRangeAndGroupingInTheFileAndNamesInItsColumns() throws Exception {
        HttpResponse<String> answer =
                get(
                        "/v1/reports?groupBy=lineItem,format,adUnit&metrics=requests&totals=true"
                                + "&from=2026-03-01T00:00:00Z&to=2026-03-01T10:30:00Z",
                        "text/csv");

        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue(
                        "attachment; filename=\"interlude-report_2026-03-01_2026-03-01T1030Z_total"
                                + "_lineItem-format-adUnit.csv\"");
        assertThat(answer.body())
                .isEqualTo(
                        """
                        lineItem,lineItem.name,format,adUnit,adUnit.name,requests
                        ,,native,home,"Home, screen",1
                        li-1,Readers,native,home,"Home, screen",4
                        ,,,,,5
                        """
                                .replace("\n", "\r\n"));
    }

    @Test
    void namesWhatReportsHaveIdsOf() throws Exception {
        HttpResponse<String> answer = get("/v1/reports/names", "application/json");

        assertThat(json(answer))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"items": [
                                  {"dimension": "adUnit", "id": "home", "name": "Home, screen"},
                                  {"dimension": "campaign", "id": "c-1", "name": "Spring sale"},
                                  {"dimension": "lineItem", "id": "li-1", "name": "Readers"},
                                  {"dimension": "creative", "id": "quiz", "name": "quiz",
                                   "type": "flow", "archived": true},
                                  {"dimension": "conversionGoal", "id": "purchase",
                                   "name": "Purchase"}]}
                                """));
    }

    @Test
    void refusesParametersOfNames() throws Exception {
        HttpResponse<String> answer = get("/v1/reports/names?lineItem=li-1", "application/json");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("field").asString()).isEqualTo("query");
    }

    @Test
    void answersParquetWhenAskedTo(@TempDir Path folder) throws Exception {
        HttpResponse<byte[]> answer =
                CLIENT.send(
                        HttpRequest.newBuilder(
                                        server.uri(
                                                "/v1/reports?granularity=hour&groupBy=lineItem"
                                                        + "&metrics=fetches,ctr,spend&sort=-fetches"
                                                        + "&key=il_read_1"))
                                .header("Accept", "application/vnd.apache.parquet")
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());

        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValueSatisfying(name -> assertThat(name).endsWith("_hour_lineItem.parquet\""));
        Path file = Files.write(folder.resolve("report.parquet"), answer.body());
        assertThat(ParquetFiles.rows(file))
                .singleElement(map(String.class, Object.class))
                .containsExactly(
                        entry("start", Instant.parse("2026-03-01T10:00:00Z")),
                        entry("lineItem", "li-1"),
                        entry("lineItem.name", "Readers"),
                        entry("currency", "USD"),
                        entry("fetches", 4L),
                        entry("ctr", 0.25),
                        entry("spend", new BigDecimal("0.016000")));
    }

    @Test
    void comparesWithTheRangeBefore() throws Exception {
        server.rollups()
                .add(
                        aCell("2026-03-01T08:10:00Z")
                                .setFetches(10)
                                .setSpendMicros(3_000_000)
                                .build());
        server.rollups()
                .add(aCell("2026-03-01T08:20:00Z").setLineItemId("li-9").setFetches(2).build());
        String range = "&from=2026-03-01T10:00:00Z&to=2026-03-01T12:00:00Z";

        JsonNode body =
                json(
                        get(
                                "/v1/reports?groupBy=lineItem&metrics=fetches,spend,ctr"
                                        + "&compare=previous&totals=true"
                                        + range,
                                "application/json"));

        assertThat(body.path("compare").path("from").asString()).isEqualTo("2026-03-01T08:00:00Z");
        assertThat(body.path("rows"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"lineItem": "li-1", "currency": "USD", "fetches": 4,
                                  "fetches.before": 10, "spend": "0.016", "spend.before": "3.00",
                                  "ctr": 0.25, "ctr.before": 0.0},
                                 {"lineItem": "li-9", "currency": "USD", "fetches": 0,
                                  "fetches.before": 2, "spend": "0.00", "spend.before": "0.00",
                                  "ctr": 0.0, "ctr.before": 0.0}]
                                """));
        assertThat(body.path("totals"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"currency": "USD", "fetches": 4, "fetches.before": 12,
                                 "spend": "0.016", "spend.before": "3.00", "ctr": 0.25,
                                 "ctr.before": 0.0}
                                """));
    }

    @Test
    void comparesHourByHour() throws Exception {
        server.rollups().add(aCell("2026-02-28T11:10:00Z").setFetches(10).build());

        JsonNode body =
                json(
                        get(
                                "/v1/reports?granularity=hour&metrics=fetches"
                                        + "&from=2026-03-01T10:00:00Z&to=2026-03-01T12:00:00Z"
                                        + "&compare=2026-02-28T10:00:00Z/2026-02-28T12:00:00Z"
                                        + "&sort=-fetches.before",
                                "application/json"));

        assertThat(body.path("rows"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"start": "2026-03-01T11:00:00Z", "fetches": 0,
                                  "fetches.before": 10},
                                 {"start": "2026-03-01T10:00:00Z", "fetches": 4,
                                  "fetches.before": 0}]
                                """));
    }

    @ParameterizedTest
    @CsvSource({
        "compare=yesterday, compare",
        "compare=2026-03-01T00:00:00Z, compare",
        "compare=2026-03-01T00:00:00Z/2026-02-01T00:00:00Z, compare",
        "compare=2026-03-01T00:00:00Z/never, compare",
        "granularity=hour&compare=2026-03-01T00:00:00Z/2026-03-01T01:00:00Z, compare",
        "totals=perhaps, totals",
    })
    void refusesComparisonsThatCannotBe(String parameters, String field) throws Exception {
        HttpResponse<String> answer = get("/v1/reports?" + parameters, "application/json");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*/*", "text/html,*/*;q=0.8", "application/json, text/csv;q=0.5", "garbage"})
    void answersJsonOtherwise(String accept) throws Exception {
        assertThat(get("/v1/reports", accept).headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
    }

    @Test
    void sendsALargeReportPieceByPiece() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            server.rollups()
                    .add(
                            aCell(NOW.minusSeconds(600).toString())
                                    .setLineItemId("line-item-" + i)
                                    .setFetches(1)
                                    .build());
        }
        String query = "/v1/reports?groupBy=lineItem&metrics=fetches";

        HttpResponse<String> answer = get(query, "application/json");
        JsonNode rows = json(answer).get("rows");
        String csv = get(query, "text/csv").body();

        assertThat(rows.size()).isGreaterThanOrEqualTo(3_000);
        assertThat(csv.lines().count()).isEqualTo(rows.size() + 1L);
        assertThat(answer.headers().firstValue("Transfer-Encoding")).hasValue("chunked");
    }

    @Test
    void neverShowsAnotherOrg() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/v1/reports?metrics=requests&key=il_read_2"))
                        .build();

        JsonNode body = json(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()));

        assertThat(body.get("rows").get(0).get("requests").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 401, missing_api_key",
        "key=il_read_9, 401, invalid_api_key",
        "key=il_fetch_1, 403, key_not_allowed",
        "key=il_read_1&metrics=views, 400, invalid_request",
    })
    void refuses(String query, int status, String reason) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri("/v1/reports?" + query)).build();

        HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(json(answer).get("reason").asString()).isEqualTo(reason);
    }

    @Test
    void saysWhenTheCellsCannotBeRead() throws Exception {
        server.rollups().beUnavailable();

        HttpResponse<String> answer = get("/v1/reports", "*/*");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(json(answer).get("reason").asString()).isEqualTo("state_unavailable");
    }

    @Test
    void marksAReportThatLacksPartitions() throws Exception {
        server.rollups().miss(2);

        HttpResponse<String> json = get("/v1/reports", "application/json");
        HttpResponse<String> csv = get("/v1/reports", "text/csv");

        assertThat(json.statusCode()).isEqualTo(200);
        assertThat(json(json).get("partial").asBoolean()).isTrue();
        assertThat(json(json).get("missingPartitions").asInt()).isEqualTo(2);
        assertThat(json.headers().firstValue("Interlude-Partial")).hasValue("2");
        assertThat(csv.headers().firstValue("Interlude-Partial")).hasValue("2");
    }

    @Test
    void doesNotMarkAWholeReport() throws Exception {
        HttpResponse<String> answer = get("/v1/reports", "application/json");

        assertThat(json(answer).has("partial")).isFalse();
        assertThat(answer.headers().firstValue("Interlude-Partial")).isEmpty();
    }

    private HttpResponse<String> get(String path, String accept)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri(path))
                        .header("Authorization", "Bearer il_mgmt_1")
                        .header("Accept", accept)
                        .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }
}
