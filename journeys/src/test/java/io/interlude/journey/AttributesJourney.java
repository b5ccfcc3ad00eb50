package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Reports by attributes of fetches that were named after the fetches.
final class AttributesJourney {
    private static final String SETTINGS = "/v1/manage/settings";
    private static final String BY_COUNTRY = "groupBy=attribute.country&metrics=fetches,clicks";

    private final Bookings booked;
    private final Api management;

    private AttributesJourney(Bookings booked) {
        this.booked = booked;
        this.management = booked.management();
    }

    static AttributesJourney declareAfterTraffic(ProductProcess product) throws Exception {
        AttributesJourney journey =
                new AttributesJourney(Bookings.make(product, "attributes").lineItem("a", ""));
        journey.declareAfterTraffic();
        return journey;
    }

    private void declareAfterTraffic() throws IOException, InterruptedException {
        // given
        String german = fetch("\"country\": \"DE\", \"tags\": [\"a\", \"b\", \"a\"]");
        fetch("\"country\": \"FR\", \"tags\": [\"b\"]");
        fetch("\"country\": \"FR\"");
        fetch("");
        click(german);
        assertThat(report("groupBy=attribute.country").statusCode()).isEqualTo(400);
        assertRefused("groupBy=attribute.country", "groupBy");
        assertRefused("attribute.country=DE", "attribute.country");

        // when
        HttpResponse<String> bad =
                management.put(
                        SETTINGS, "\"0\"", "{\"reportedAttributes\": [\"a b\", \"context\"]}");
        assertThat(bad.statusCode()).isEqualTo(422);
        assertThat(Api.JSON.readTree(bad.body()).path("violations").findValuesAsString("path"))
                .containsExactly("reportedAttributes[0]", "reportedAttributes[1]");
        HttpResponse<String> declared =
                management.put(
                        SETTINGS, "\"0\"", "{\"reportedAttributes\": [\"country\", \"tags\"]}");
        assertThat(declared.statusCode()).as(declared.body()).isEqualTo(200);
        HttpResponse<String> early = report(BY_COUNTRY);
        assertThat(early.statusCode()).isIn(200, 503);

        // then
        awaitCounts(Map.of("", 1L, "DE", 1L, "FR", 2L), Map.of("DE", 1L));
        assertThat(management.expect(200, "GET", SETTINGS, "").has("attributeProgress")).isFalse();
        Report.await(
                management,
                "groupBy=attribute.tags&metrics=fetches",
                rows ->
                        counts(rows, "attribute.tags", "fetches")
                                .equals(Map.of("", 2L, "a", 1L, "b", 2L)));
        JsonNode totals =
                Api.JSON
                        .readTree(
                                report("groupBy=attribute.tags&metrics=fetches&totals=true").body())
                        .path("totals");
        assertThat(totals.path("fetches").asLong()).as("of the whole").isEqualTo(4);
        JsonNode filtered =
                Api.JSON
                        .readTree(
                                report("attribute.tags=b&groupBy=lineItem&metrics=fetches").body())
                        .path("rows");
        assertThat(filtered.path(0).path("fetches").asLong()).isEqualTo(2);
        assertRefused("groupBy=attribute.tags,attribute.country", "groupBy");
        assertRefused("groupBy=attribute.tags&metrics=reach", "metrics");

        // when: a fetch is taken back, and more comes
        management.expect(
                201,
                "POST",
                "/v1/corrections",
                "{\"filter\": {\"messageId\": \"" + german + "\"}, \"reason\": \"a bot\"}");
        fetch("\"country\": \"ES\"");
        awaitCounts(Map.of("", 1L, "ES", 1L, "FR", 2L), Map.of());
    }

    /// Still counts after the process ended, and refuses what is no longer named.
    void isStillSo() throws IOException, InterruptedException {
        awaitCounts(Map.of("", 1L, "ES", 1L, "FR", 2L), Map.of());
        fetch("\"country\": \"ES\"");
        awaitCounts(Map.of("", 1L, "ES", 2L, "FR", 2L), Map.of());
        String tag =
                management.call("GET", SETTINGS, "").headers().firstValue("ETag").orElseThrow();
        assertThat(
                        management
                                .put(SETTINGS, tag, "{\"reportedAttributes\": [\"tags\"]}")
                                .statusCode())
                .isEqualTo(200);
        assertRefused("groupBy=attribute.country", "groupBy");
        assertThat(report("groupBy=attribute.tags").statusCode()).isEqualTo(200);
    }

    private String fetch(String attributes) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                booked.publisher()
                        .fetch("{\"adUnit\": \"pause\", \"attributes\": {" + attributes + "}}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Api.JSON.readTree(answer.body()).path("messageId").asString();
    }

    private void click(String messageId) throws IOException, InterruptedException {
        assertThat(booked.publisher().event("click", messageId).statusCode()).isEqualTo(201);
    }

    private HttpResponse<String> report(String query) throws IOException, InterruptedException {
        return management.call("GET", "/v1/reports?" + query, "");
    }

    private void assertRefused(String query, String field)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = report(query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(Api.JSON.readTree(answer.body()).path("field").asString()).isEqualTo(field);
    }

    private void awaitCounts(Map<String, Long> fetches, Map<String, Long> clicks)
            throws IOException, InterruptedException {
        Report.await(
                management,
                BY_COUNTRY,
                rows ->
                        counts(rows, "attribute.country", "fetches").equals(fetches)
                                && counts(rows, "attribute.country", "clicks").equals(clicks));
    }

    private static Map<String, Long> counts(List<JsonNode> rows, String dimension, String metric) {
        Map<String, Long> counts = new TreeMap<>();
        for (JsonNode row : rows) {
            counts.merge(row.path(dimension).asString(), row.path(metric).asLong(), Long::sum);
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
