package io.interlude.report.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.report.boot.ReportServer;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.state.query.AggregateProjection;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PredictionHandlerIT {
    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-06-10T12:00:00Z"));

    private final HttpClient client = HttpClient.newHttpClient();
    private final ReportServer server =
            new ReportServer(
                    CLOCK,
                    Duration.ofSeconds(1),
                    new PredictionHandler(
                            new FixedKeys(),
                            new NamedCatalogue(),
                            new AggregateProjection(),
                            CLOCK));

    @AfterEach
    void close() {
        server.close();
        client.close();
    }

    private HttpResponse<String> get(String key, String query)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri("/v1/reports/prediction" + query))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void showsEachRateWithWhatItComesFrom() throws Exception {
        HttpResponse<String> answer = get("il_read_1", "?lineItem=li-1");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode body = Json.MAPPER.readTree(answer.body());
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(body.propertyNames())
                .containsExactly(
                        "lineItemId",
                        "lineItemName",
                        "asOf",
                        "version",
                        "lineItem",
                        "creatives",
                        "relevanceLifts",
                        "adUnitLifts");
        assertThat(body.path("lineItemName").asString()).isEqualTo("Readers");
        assertThat(body.path("version").intValue()).isEqualTo(1);
        JsonNode click = body.path("lineItem").path("click");
        assertThat(click.path("rate").doubleValue()).isEqualTo(0.05);
        assertThat(click.path("parentRate").doubleValue()).isEqualTo(0.05);
        assertThat(click.path("fetches").doubleValue()).isZero();
        assertThat(body.path("lineItem").propertyNames())
                .containsExactlyInAnyOrder("click", "conversion", "engagement");
        assertThat(body.path("relevanceLifts").path("click")).hasSize(6);
        assertThat(body.path("adUnitLifts").path("home").path("click").doubleValue()).isEqualTo(1);
    }

    @Test
    void refusesWhatItCannotShow() throws Exception {
        HttpResponse<String> missing = get("il_read_1", "");
        assertThat(missing.statusCode()).isEqualTo(400);
        assertThat(Json.MAPPER.readTree(missing.body()).path("field").asString())
                .isEqualTo("lineItem");
        assertThat(get("il_read_1", "?lineItem=li-9").statusCode()).isEqualTo(404);
        assertThat(get("il_fetch_1", "?lineItem=li-1").statusCode()).isEqualTo(403);
    }
}
