package io.interlude.report.nofill;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.rollup.ReportReader;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The funnel over a socket.
class NoFillHandlerIT {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final String OLD = "2026-03-02T09:59:30Z";
    private static final String NEW = "2026-03-02T10:00:30Z";

    private final HttpClient client = HttpClient.newHttpClient();
    private final InMemoryHistory history = new InMemoryHistory(3);
    private final InMemoryRollups rollups = new InMemoryRollups();
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        Duration deadline = Duration.ofSeconds(30);
        NoFillHandler handler =
                new NoFillHandler(
                        new FixedKeys(),
                        new NamedCatalogue(),
                        history,
                        new ReportReader(rollups, new InMemoryReach(), deadline),
                        () -> NOW,
                        deadline);
        endpoint = LoopbackServer.of(List.of(handler), new SimpleMeterRegistry());
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
        client.close();
    }

    @Test
    void readsCellsAlone() throws Exception {
        history.beUnavailable();
        rollups.add(Cells.aCell(NEW).setFetches(2).build());
        rollups.add(
                Cells.aNoFill(NEW)
                        .setNoFills(5)
                        .setNoFillsBy(
                                Map.of(
                                        "reason.no_demand", 4L,
                                        "reason.frequency_capped", 1L,
                                        "rule.flight", 3L,
                                        "rule.budget", 2L))
                        .build());

        assertThat(row(expect200("")))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"requests": 7, "eligible": 4, "matched": 4, "served": 2,
                                 "noFills": 5, "undecided": 0,
                                 "reasons": {"frequency_capped": 1, "no_demand": 4},
                                 "stoppedBy": {"budget": 2, "flight": 3}}
                                """));
        assertThat(history.pages).hasValue(0);
    }

    /// An upgrade at ten: the hour before it has no-fills of which cells know the number alone.
    @Test
    void readsTheHourBeforeAnUpgradeFromTheJournal() throws Exception {
        rollups.add(Cells.aNoFill(OLD).setNoFills(1).build());
        history.add(
                Instant.parse(OLD),
                NoFillFoldTest.aNoFill("home", 1, Instant.parse(OLD), "pacing"),
                CountingVerdict.COUNTED,
                null);
        rollups.add(
                Cells.aNoFill(NEW)
                        .setNoFills(1)
                        .setNoFillsBy(Map.of("reason.no_demand", 1L, "rule.floor", 1L))
                        .build());
        history.add(
                Instant.parse(NEW),
                NoFillFoldTest.aNoFill("home", 1, Instant.parse(NEW), "targeting"),
                CountingVerdict.COUNTED,
                null);

        JsonNode row = row(expect200("?from=2026-03-02T09:00:00Z&to=2026-03-02T11:00:00Z"));
        assertThat(row.path("noFills").asInt()).isEqualTo(2);
        assertThat(row.path("stoppedBy").propertyNames())
                .containsExactlyInAnyOrder("pacing", "floor");

        history.beUnavailable();
        assertThat(get("?from=2026-03-02T09:00:00Z&to=2026-03-02T11:00:00Z").statusCode())
                .isEqualTo(503);
        assertThat(get("?from=2026-03-02T10:00:00Z&to=2026-03-02T11:00:00Z").statusCode())
                .isEqualTo(200);
    }

    private static JsonNode row(JsonNode body) {
        return body.path("rows").path(0);
    }

    private JsonNode expect200(String query) throws Exception {
        HttpResponse<String> answer = get(query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.MAPPER.readTree(answer.body());
    }

    private HttpResponse<String> get(String query) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.port() + "/v1/reports/no-fill" + query);
        return client.send(
                HttpRequest.newBuilder(uri).header("Authorization", "Bearer il_read_1").build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
