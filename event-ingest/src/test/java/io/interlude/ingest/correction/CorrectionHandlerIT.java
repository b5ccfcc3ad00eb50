package io.interlude.ingest.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.InMemoryJournal;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.journal.json.Json;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CorrectionHandlerIT {
    private static final FetchId FETCH = Fetches.aFetch();
    private static final FetchId OTHER =
            Fetches.PROOF.make(
                    new OrgId("acme"), Fetches.NOW.minusSeconds(60).toEpochMilli(), 2, 43);
    private static RunningIngest ingest;

    @BeforeAll
    static void start() {
        ingest = new RunningIngest();
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @BeforeEach
    void forget() {
        ingest.journal().become(InMemoryJournal.Mood.WORKING);
        ingest.journal().forget();
    }

    @Test
    void takesAnEventBackByItsId() {
        // given
        String eventId = event("read", FETCH);

        // when
        HttpResponse<String> answer = correct("\"eventIds\": [\"" + eventId + "\"]");

        // then
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(json(answer).path("events").asInt()).isOne();
        assertThat(json(answer).path("eventTypes").path("read").asInt()).isOne();
        CorrectionRecorded correction = ingest.journal().of(Topics.CORRECTIONS).getFirst();
        assertThat(correction.getCorrectionId())
                .isEqualTo(json(answer).path("correctionId").asString());
        assertThat(correction.getCorrectedEventId()).isEqualTo(eventId);
        assertThat(correction.getEventType()).isEqualTo(EventType.read);
        assertThat(correction.getFetchId()).isEqualTo(FETCH.toString());
        assertThat(correction.getReason()).isEqualTo("bots");
        assertThat(correction.getKeyId()).isEqualTo("k-MGMT");
        assertThat(ingest.journal().appended().getLast().partition()).isEqualTo(FETCH.partition());
    }

    @Test
    void takesNothingBackTwice() {
        // given
        String eventId = event("read", FETCH);
        correct("\"eventIds\": [\"" + eventId + "\"]");

        // when
        HttpResponse<String> again = correct("\"eventIds\": [\"" + eventId + "\"]");

        // then
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(json(again).path("events").asInt()).isZero();
        assertThat(json(again).path("alreadyCorrected").asInt()).isOne();
        assertThat(json(again).path("unknownEventIds").size()).isZero();
        assertThat(ingest.journal().of(Topics.CORRECTIONS)).hasSize(1);
    }

    @Test
    void namesTheIdsThatItDoesNotKnow() {
        // given: an idempotency key's id tells no time
        String known = event("send", FETCH, "Idempotency-Key", "k1");
        String unknown = "00000000-0000-4000-8000-000000000001";

        // when
        HttpResponse<String> answer =
                correct("\"eventIds\": [\"" + known + "\", \"" + unknown + "\"]");

        // then
        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(json(answer).path("events").asInt()).isOne();
        assertThat(json(answer).path("unknownEventIds").valueStream().map(JsonNode::asString))
                .containsExactly(unknown);
    }

    @Test
    void aDryRunRecordsNothing() {
        String eventId = event("read", FETCH);

        HttpResponse<String> answer =
                correct("\"eventIds\": [\"" + eventId + "\"], \"dryRun\": true");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(json(answer).path("events").asInt()).isOne();
        assertThat(json(answer).has("correctionId")).isFalse();
        assertThat(ingest.journal().of(Topics.CORRECTIONS)).isEmpty();
    }

    @Test
    void filtersByTimeTypeAndFetch() {
        // given
        event("send", FETCH);
        event("read", FETCH);
        event("read", OTHER);

        // when
        HttpResponse<String> reads =
                correct(
                        """
                        "filter": {"from": "2026-03-01T12:59:00+01:00",
                                   "to": "2026-03-01T12:01:00Z", "eventType": ["read"]}\
                        """);
        HttpResponse<String> fetch = correct("\"filter\": {\"messageId\": \"" + FETCH + "\"}");

        // then
        assertThat(json(reads).path("events").asInt()).isEqualTo(2);
        assertThat(json(fetch).path("events").asInt()).isOne();
        assertThat(json(fetch).path("alreadyCorrected").asInt()).isOne();
        assertThat(ingest.journal().of(Topics.CORRECTIONS))
                .extracting(CorrectionRecorded::getEventType, CorrectionRecorded::getFetchId)
                .containsExactlyInAnyOrder(
                        tuple(EventType.read, FETCH.toString()),
                        tuple(EventType.read, OTHER.toString()),
                        tuple(EventType.send, FETCH.toString()));
    }

    @Test
    void takesBackAConversionWithoutAFetchWithItsValue() {
        // given
        ingest.get("/v1/event?key=fetch&name=sale&value=12.5&cur=EUR");
        String eventId = ingest.journal().of(Topics.CONVERSIONS).getFirst().getEventId();

        // when
        correct("\"eventIds\": [\"" + eventId + "\"]");

        // then
        CorrectionRecorded correction = ingest.journal().of(Topics.CORRECTIONS).getFirst();
        assertThat(correction.getFetchId()).isNull();
        assertThat(correction.getValueMicros()).isEqualTo(12_500_000L);
        assertThat(correction.getCurrency()).isEqualTo("EUR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"reason\": \"r\" | eventIds",
                "\"reason\": \"r\", \"eventIds\": [], \"filter\": {} | eventIds",
                "\"reason\": \"r\", \"eventIds\": [] | eventIds",
                "\"reason\": \"r\", \"eventIds\": \"x\" | eventIds",
                "\"reason\": \"r\", \"eventIds\": [\"x\"] | eventIds[0]",
                "\"reason\": \"r\", \"filter\": 1 | filter",
                "\"reason\": \"r\", \"filter\": {\"lineitem\": \"a\"} | filter",
                "\"reason\": \"r\", \"filter\": {} | filter.from",
                "\"reason\": \"r\", \"filter\": {\"from\": \"yesterday\"} | filter.from",
                "\"reason\": \"r\", \"filter\": {\"from\": \"2026-03-01T00:00:00Z\"} | filter.to",
                "\"reason\": \"r\", \"filter\": {\"from\": \"2026-01-01T00:00:00Z\", \"to\": \"2026-03-01T00:00:00Z\"} | filter.from",
                "\"reason\": \"r\", \"filter\": {\"messageId\": \"m\"} | filter.messageId",
                "\"filter\": {\"from\": \"2026-03-01T00:00:00Z\", \"to\": \"2026-03-02T00:00:00Z\"} | reason",
                "\"reason\": \" \", \"filter\": {\"from\": \"2026-03-01T00:00:00Z\", \"to\": \"2026-03-02T00:00:00Z\"} | reason",
                "\"reason\": \"r\", \"dryRun\": 1, \"filter\": {\"from\": \"2026-03-01T00:00:00Z\", \"to\": \"2026-03-02T00:00:00Z\"} | dryRun",
                "\"reason\": \"r\", \"filter\": {\"from\": \"2026-03-01T00:00:00Z\", \"to\": \"2026-03-02T00:00:00Z\", \"eventType\": \"view\"} | filter.eventType"
            })
    void namesTheFieldAtFault(String fields, String field) {
        HttpResponse<String> answer = ingest.post("/v1/corrections?key=mgmt", "{" + fields + "}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("reason").asString()).isEqualTo("invalid_request");
        assertThat(json(answer).path("field").asString()).isEqualTo(field);
    }

    @Test
    void refusesMoreThan500Ids() {
        String ids =
                IntStream.range(0, 501)
                        .mapToObj("\"00000000-0000-7000-8000-%012d\""::formatted)
                        .collect(Collectors.joining(","));

        HttpResponse<String> answer = correct("\"eventIds\": [" + ids + "]");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("field").asString()).isEqualTo("eventIds");
    }

    @Test
    void takesManagementKeysOnly() {
        for (String key : List.of("fetch", "tag", "read")) {
            assertThat(ingest.post("/v1/corrections?key=" + key, "{}").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void listsWhatWasTakenBackNewestFirst() {
        // given
        String read = event("read", FETCH);
        String send = event("send", FETCH);
        String deliver = event("deliver", OTHER);
        String first =
                json(correct("\"eventIds\": [\"" + read + "\", \"" + send + "\"]"))
                        .path("correctionId")
                        .asString();
        String second =
                json(correct("\"eventIds\": [\"" + deliver + "\"]"))
                        .path("correctionId")
                        .asString();

        // when
        JsonNode newest = json(ingest.get("/v1/corrections?key=read&limit=1"));
        JsonNode rest =
                json(
                        ingest.get(
                                "/v1/corrections?key=mgmt&cursor="
                                        + newest.path("nextCursor").asString()));

        // then
        assertThat(newest.path("items").size()).isOne();
        assertThat(rest.path("items").size()).isOne();
        assertThat(rest.has("nextCursor")).isFalse();
        assertThat(List.of(newest.at("/items/0"), rest.at("/items/0")))
                .extracting(
                        item -> item.path("correctionId").asString(),
                        item -> item.path("events").asInt(),
                        item -> item.path("reason").asString(),
                        item -> item.path("changedBy").asString())
                .containsExactlyInAnyOrder(
                        tuple(first, 2, "bots", "k-MGMT"), tuple(second, 1, "bots", "k-MGMT"));
        assertThat(ingest.get("/v1/corrections?key=fetch").statusCode()).isEqualTo(403);
        assertThat(json(ingest.get("/v1/corrections?key=mgmt&limit=0")).path("field").asString())
                .isEqualTo("limit");
        assertThat(json(ingest.get("/v1/corrections?key=mgmt&cursor=x")).path("field").asString())
                .isEqualTo("cursor");
    }

    @Test
    void promisesNothingThatIsNotRecorded() {
        String eventId = event("read", FETCH);
        ingest.journal().become(InMemoryJournal.Mood.REFUSING);

        HttpResponse<String> answer = correct("\"eventIds\": [\"" + eventId + "\"]");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(json(answer).path("reason").asString()).isEqualTo("journal_unavailable");
    }

    private static String event(String type, FetchId fetch, String... headers) {
        String body =
                "{\"version\": 2, \"eventType\": \"%s\", \"fetchEventId\": \"%s\"}"
                        .formatted(type, fetch);
        HttpResponse<String> answer = ingest.post("/v1/event?key=fetch", body, headers);
        assertThat(answer.statusCode()).isEqualTo(201);
        return json(answer).path("eventId").asString();
    }

    private static HttpResponse<String> correct(String fields) {
        return ingest.post("/v1/corrections?key=mgmt", "{\"reason\": \"bots\", " + fields + "}");
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }
}
