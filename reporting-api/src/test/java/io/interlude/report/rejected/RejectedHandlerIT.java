package io.interlude.report.rejected;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.RejectionId;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryRejections;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.RejectionStage;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Refused events over a socket.
class RejectedHandlerIT {
    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final Instant EARLIER = NOW.minus(Duration.ofHours(3));
    private static final String FETCH = "native-0195531c-8800-8000-8000-000000000001";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final InMemoryRejections rejections = new InMemoryRejections(3);
    private HttpEndpoint endpoint;
    private RejectionId first;
    private RejectionId foreign;

    @BeforeEach
    void start() {
        first = rejections.add(EARLIER, unmatched());
        foreign = rejections.add(EARLIER, aRejection("org-2", "invalid_version", "{}"));
        rejections.add(EARLIER, aRejection("", "unreadable_record", "{}"));
        for (int number = 0; number < 4; number++) {
            rejections.add(
                    EARLIER.plusSeconds(number),
                    aRejection(
                            Cells.ORG,
                            "unknown_fetch",
                            "{\"messageId\":\"n-%d\"}".formatted(number)));
        }
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new RejectedHandler(
                                        new FixedKeys(), rejections, InstantSource.fixed(NOW))),
                        new SimpleMeterRegistry());
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @Test
    void tellsEverythingThatIsKnown() throws Exception {
        JsonNode items = json(get("?limit=1", "*/*")).get("items");

        assertThat(items)
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"id": "%s", "rejectedAt": "2026-03-02T09:00:00Z",
                                  "receivedAt": "2026-03-02T08:59:00Z",
                                  "occurredAt": "2026-03-02T08:58:00Z", "stage": "aggregator",
                                  "verdict": "unmatched", "reason": "unmatched",
                                  "description": "The node has no such choice.",
                                  "field": "eventData.choiceId", "eventType": "choice_tap",
                                  "messageId": "%s", "eventId": "e-1", "source": "api",
                                  "applicationId": "app-1", "keyId": "k-1", "test": false,
                                  "body": {"eventData": {"choiceId": "maybe"}}}]
                                """
                                        .formatted(first, FETCH)));
    }

    @Test
    void pagesGiveAllOfTheOrgInOrder() throws Exception {
        List<String> messageIds = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(get("?limit=2" + cursor, "application/json"));
            assertThat(page.get("items").size()).isLessThanOrEqualTo(2);
            page.get("items").forEach(item -> messageIds.add(item.get("messageId").asString()));
            cursor = page.has("nextCursor") ? "&cursor=" + page.get("nextCursor").asString() : "";
        } while (!cursor.isEmpty());

        assertThat(messageIds).containsExactly(FETCH, "n-0", "n-1", "n-2", "n-3");
    }

    @ParameterizedTest
    @CsvSource({
        "?limit=1000, 1",
        "?limit=1000&reason=unknown_fetch, 0",
        "?messageId=n-1&messageId=%s, 1",
        "?from=2026-03-02T09:00:01Z, 0",
        "?to=2026-03-02T09:00:00Z, 0",
        "?from=2026-03-02T08:00:00Z&to=2026-03-02T09:00:01Z, 1",
    })
    void filters(String query, int firstPage) throws Exception {
        assertThat(json(get(query.formatted(FETCH), "*/*")).get("items").size())
                .isEqualTo(firstPage);
    }

    @Test
    void streamsAllAsLines() throws Exception {
        HttpResponse<String> answer = get("?limit=2", "application/x-ndjson");

        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/x-ndjson"));
        assertThat(answer.body().lines().map(Json.MAPPER::readTree))
                .extracting(item -> item.get("messageId").asString())
                .containsExactly(FETCH, "n-0", "n-1", "n-2", "n-3");
    }

    @Test
    void findsOneByItsId() throws Exception {
        assertThat(json(get("/" + first, "*/*")).get("id").asString()).isEqualTo(first.toString());
    }

    @Test
    void saysNothingOfOthers() throws Exception {
        for (String id : List.of(foreign.toString(), "r99", "x")) {
            HttpResponse<String> answer = get("/" + id, "*/*");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(json(answer).get("reason").asString()).isEqualTo("not_found");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "?from=yesterday, from",
        "?from=2026-03-02T09:00:00Z&to=2026-03-02T09:00:00Z, from",
        "?limit=0, limit",
        "?limit=1001, limit",
        "?limit=ten, limit",
        "?cursor=x, cursor",
        "?resaon=unmatched, resaon",
    })
    void namesTheParameterAtFault(String query, String field) throws Exception {
        HttpResponse<String> answer = get(query, "*/*");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).get("reason").asString()).isEqualTo("invalid_request");
        assertThat(json(answer).get("field").asString()).isEqualTo(field);
    }

    @Test
    void needsAKeyThatMayRead() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("?key=il_fetch_1")).build();

        assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(403);
    }

    @Test
    void saysWhenTheJournalCannotBeRead() throws Exception {
        rejections.beUnavailable();

        for (String accept : List.of("*/*", "application/x-ndjson")) {
            HttpResponse<String> answer = get("", accept);
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(json(answer).get("reason").asString()).isEqualTo("state_unavailable");
        }
    }

    private HttpResponse<String> get(String rest, String accept) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(uri(rest))
                        .header("Authorization", "Bearer il_read_1")
                        .header("Accept", accept)
                        .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String rest) {
        return URI.create("http://127.0.0.1:" + endpoint.port() + "/v1/journal/rejected" + rest);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }

    private static EventRejected unmatched() {
        EventRejected event =
                aRejection(Cells.ORG, "unmatched", "{\"eventData\":{\"choiceId\":\"maybe\"}}");
        event.setEventType(EventType.choice_tap);
        event.setFetchId(FETCH);
        event.setDescription("The node has no such choice.");
        event.setField("eventData.choiceId");
        event.setStage(RejectionStage.aggregator);
        event.setApplicationId("app-1");
        event.setKeyId("k-1");
        return event;
    }

    private static EventRejected aRejection(String org, String reason, String body) {
        return EventRejected.newBuilder()
                .setEventId("e-1")
                .setEventType(EventType.UNKNOWN)
                .setOccurredAt(EARLIER.minusSeconds(120))
                .setReceivedAt(EARLIER.minusSeconds(60))
                .setOrgId(org)
                .setSource(EventSource.api)
                .setReason(reason)
                .setDescription("Refused.")
                .setStage(RejectionStage.ingress)
                .setBodyJson(body)
                .build();
    }
}
