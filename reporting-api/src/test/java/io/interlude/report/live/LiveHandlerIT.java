package io.interlude.report.live;

import static io.interlude.report.fixture.Cells.aCell;
import static io.interlude.report.fixture.Cells.aNoFill;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.boot.ReportServer;
import io.interlude.report.fixture.InMemoryVersions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/// The live stream over a socket, with a message every 20 ms.
@Timeout(60)
class LiveHandlerIT {
    private static final Instant NOW = Instant.parse("2026-03-01T10:30:20Z");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ReportServer server =
            new ReportServer(InstantSource.fixed(NOW), Duration.ofMillis(20));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sendsTheLastMinuteByAdUnitAndLineItem() throws Exception {
        server.rollups().add(aCell(NOW.toString()).setFetches(3).setSpendMicros(12_000).build());
        server.rollups().add(aNoFill(NOW.toString()).setNoFills(1).build());

        try (Stream stream = open("il_read_1")) {
            JsonNode message = stream.nextMessage();

            assertThat(message.at("/totals/requests").asInt()).isEqualTo(4);
            assertThat(message.at("/totals/fillRate").asDouble()).isEqualTo(0.75);
            assertThat(message.at("/adUnits/0/adUnit").asString()).isEqualTo("home");
            assertThat(message.at("/adUnits/0/name").asString()).isEqualTo("Home screen");
            assertThat(message.at("/adUnits/0/requests").asInt()).isEqualTo(4);
            assertThat(message.at("/lineItems/0/lineItem").asString()).isEqualTo("li-1");
            assertThat(message.at("/lineItems/0/name").asString()).isEqualTo("Readers");
            assertThat(message.at("/lineItems/0/campaignName").asString()).isEqualTo("Spring sale");
            assertThat(message.at("/lineItems/0/fetches").asInt()).isEqualTo(3);
            assertThat(message.at("/lineItems/0/money/0/currency").asString()).isEqualTo("USD");
            assertThat(message.at("/lineItems/0/money/0/spend").asString()).isEqualTo("0.012");
            assertThat(message.at("/lineItems").size()).isEqualTo(1);
        }
    }

    @Test
    void showsWhatArrivesWhileWatching() throws Exception {
        try (Stream stream = open("il_read_1")) {
            stream.nextMessage();
            server.rollups().add(aCell(NOW.toString()).setFetches(1).build());

            int fetches = 0;
            while (fetches == 0) {
                fetches = stream.nextMessage().at("/totals/fetches").asInt();
            }
            assertThat(fetches).isEqualTo(1);
        }
    }

    @Test
    void countsByAVersionOfAttributionOnceItIsFolded() throws Exception {
        server.rollups().add(aCell(NOW.toString()).setFetches(3).setConversionCount(2).build());
        try (Stream booked = open("il_read_1");
                Stream version = open("il_read_1", "?attribution=" + InMemoryVersions.ID)) {
            assertThat(booked.nextMessage().at("/totals/conversions").asInt()).isEqualTo(2);
            assertThat(version.nextLine("event:")).isEqualTo("unavailable");

            server.versions()
                    .differBy(
                            aCell("2026-03-01T10:30:00Z").setConversionCount(-1).build(),
                            aCell("2026-03-01T10:20:00Z").setConversionCount(-1).build());

            JsonNode message = version.nextMessage();
            while (!message.has("totals")) {
                message = version.nextMessage();
            }
            assertThat(message.at("/totals/conversions").asInt()).isEqualTo(1);
            assertThat(message.at("/lineItems/0/conversions").asInt()).isEqualTo(1);
            assertThat(message.at("/lineItems/0/fetches").asInt()).isEqualTo(3);
            assertThat(booked.nextMessage().at("/totals/conversions").asInt()).isEqualTo(2);
            assertThat(server.hub().pollers()).isEqualTo(2);
        }
    }

    @Test
    void refusesAnUnknownVersion() throws Exception {
        HttpResponse<String> answer = read("/v1/reports/live?key=il_read_1&attribution=none");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"attribution\"");
        assertThat(server.watchers()).isZero();
    }

    @Test
    void pollsOnceForAllWatchersOfAnOrgAndStopsWithTheLast() throws Exception {
        try (Stream first = open("il_read_1");
                Stream second = open("il_mgmt_1");
                Stream other = open("il_read_2")) {
            first.nextMessage();
            second.nextMessage();
            other.nextMessage();
            assertThat(server.watchers()).isEqualTo(3);
            assertThat(server.hub().pollers()).isEqualTo(2);
        }
        Eventually.holds("no watcher is left", () -> server.watchers() == 0);
        Eventually.holds("no poller is left", () -> server.hub().pollers() == 0);
    }

    @Test
    void saysWhileTheCellsCannotBeReadAndGoesOnAfterwards() throws Exception {
        server.rollups().beUnavailable();
        try (Stream stream = open("il_read_1")) {
            assertThat(stream.nextLine("event:")).isEqualTo("unavailable");

            server.rollups().beAvailable();

            JsonNode message = stream.nextMessage();
            while (!message.has("totals")) {
                message = stream.nextMessage();
            }
        }
    }

    @Test
    void marksMessagesThatLackPartitions() throws Exception {
        server.rollups().miss(3);
        try (Stream stream = open("il_read_1")) {
            JsonNode message = stream.nextMessage();

            assertThat(message.get("partial").asBoolean()).isTrue();
            assertThat(message.get("missingPartitions").asInt()).isEqualTo(3);
            assertThat(message.get("sinceLast").get("millis").asInt()).isZero();
        }
    }

    @Test
    void endsWhenTheKeyIsRevoked() throws Exception {
        try (Stream stream = open("il_read_1")) {
            stream.nextMessage();

            server.keys().revoke("il_read_1");

            stream.readToEnd();
        }
    }

    @Test
    void endsWhenTheServerStops() throws Exception {
        try (Stream stream = open("il_read_1")) {
            stream.nextMessage();

            server.hub().close();

            stream.readToEnd();
        }
    }

    @Test
    void takesTheKeyFromTheQuery() throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/v1/reports/live?key=il_read_1")).build();
        try (Stream stream = new Stream(request)) {
            assertThat(stream.nextMessage().has("totals")).isTrue();
        }
    }

    @Test
    void refusesAFetchKey() throws Exception {
        assertThat(read("/v1/reports/live?key=il_fetch_1").statusCode()).isEqualTo(403);
    }

    @Test
    void aKeyAndAnOrgHaveOnlySoManyStreams() throws Exception {
        List<Stream> open = new ArrayList<>();
        for (int i = 0; i < ReportServer.STREAMS_PER_KEY; i++) {
            open.add(open("il_read_1"));
        }
        assertRefused("il_read_1");
        for (int i = ReportServer.STREAMS_PER_KEY; i < ReportServer.STREAMS_PER_ORG; i++) {
            open.add(open("il_mgmt_1"));
        }
        assertRefused("il_mgmt_1");
        open.add(open("il_read_2"));

        for (Stream stream : open) {
            stream.close();
        }
        Eventually.holds("no watcher is left", () -> server.watchers() == 0);
        try (Stream again = open("il_read_1")) {
            assertThat(again.nextMessage().has("totals")).isTrue();
        }
    }

    private void assertRefused(String key) throws IOException, InterruptedException {
        HttpResponse<String> answer = read("/v1/reports/live?key=" + key);
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("\"rate_limited\"");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    private HttpResponse<String> read(String pathAndQuery)
            throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(server.uri(pathAndQuery)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Stream open(String key) throws IOException, InterruptedException {
        return open(key, "");
    }

    private Stream open(String key, String query) throws IOException, InterruptedException {
        return new Stream(
                HttpRequest.newBuilder(server.uri("/v1/reports/live" + query))
                        .header("Authorization", "Bearer " + key)
                        .build());
    }

    /// An open stream; reads block until there is something.
    private static final class Stream implements AutoCloseable {
        private final BufferedReader reader;

        Stream(HttpRequest request) throws IOException, InterruptedException {
            HttpResponse<InputStream> answer =
                    CLIENT.send(request, HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/event-stream"));
            reader =
                    new BufferedReader(
                            new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        }

        JsonNode nextMessage() throws IOException {
            return Json.MAPPER.readTree(nextLine("data:"));
        }

        String nextLine(String prefix) throws IOException {
            String line = line();
            while (!line.startsWith(prefix)) {
                line = line();
            }
            return line.substring(prefix.length());
        }

        private String line() throws IOException {
            return Objects.requireNonNull(reader.readLine(), "the stream has ended");
        }

        void readToEnd() throws IOException {
            while (reader.readLine() != null) {
                // What was on its way is of no interest.
            }
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
