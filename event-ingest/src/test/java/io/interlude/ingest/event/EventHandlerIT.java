package io.interlude.ingest.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.InMemoryJournal.Mood;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.json.Json;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class EventHandlerIT {
    private static final FetchId FETCH = Fetches.aFetch();
    private static final String SEND =
            "{\"version\":2,\"eventType\":\"send\",\"fetchEventId\":\"" + FETCH + "\"}";
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
        ingest.journal().become(Mood.WORKING);
        ingest.journal().forget();
    }

    @Test
    void recordsADelivery() {
        // when
        HttpResponse<String> response =
                ingest.post(
                        "/v1/event?key=fetch",
                        SEND.replace("}", ",\"subscriber\":\"s\",\"eventData\":{\"a\":1}}"));

        // then
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        DeliveryRecorded sent = ingest.journal().of(Topics.DELIVERIES).getFirst();
        assertThat(sent.getEventId()).isEqualTo(json(response).get("eventId").stringValue());
        assertThat(UUID.fromString(sent.getEventId()).version()).isEqualTo(7);
        assertThat(sent.getEventType()).isEqualTo(EventType.send);
        assertThat(sent.getOccurredAt()).isEqualTo(Fetches.NOW);
        assertThat(sent.getReceivedAt()).isEqualTo(Fetches.NOW);
        assertThat(sent.getOrgId()).isEqualTo("acme");
        assertThat(sent.getApplicationId()).isEqualTo("chat");
        assertThat(sent.getFetchId()).isEqualTo(FETCH.toString());
        assertThat(sent.getSubscriber()).isEqualTo("pseudonym of s");
        assertThat(sent.getTest()).isFalse();
        assertThat(sent.getSource()).isEqualTo(EventSource.api);
        assertThat(sent.getKeyId()).isEqualTo("k-FETCH");
        assertThat(sent.getEventDataJson()).isEqualTo("{\"a\":1}");
        assertThat(ingest.journal().appended().getFirst().partition()).isEqualTo(FETCH.partition());
        assertThat(ingest.journal().appended().getFirst().key()).isEqualTo(FETCH.toString());
    }

    @Test
    void dropsUnexpectedKeysOfFlowEvents() {
        String body =
                SEND.replace("send", "nlu_match")
                        .replace(
                                "}",
                                ",\"eventData\":{\"nodeId\":\"a\",\"intent\":\"buy\","
                                        + "\"utterance\":\"my secret\",\"reason\":\"timeout\"}}");
        assertThat(ingest.post("/v1/event?key=tag", body).statusCode()).isEqualTo(201);
        FlowEventRecorded step = ingest.journal().of(Topics.FLOW_EVENTS).getFirst();
        assertThat(step.getNodeId()).isEqualTo("a");
        assertThat(step.getIntent()).isEqualTo("buy");
        assertThat(step.getReason()).isNull();
        assertThat(step.toString()).doesNotContain("secret", "utterance");
    }

    @Test
    void recordsTheLegacyCustomForm() {
        String body = "{\"messageId\":\"" + FETCH + "\",\"eventName\":\"saved it\"}";
        HttpResponse<String> response = ingest.post("/v1/event?key=mgmt", body);
        assertThat(response.statusCode()).isEqualTo(201);
        CustomEventRecorded custom = ingest.journal().of(Topics.CUSTOM_EVENTS).getFirst();
        assertThat(custom.getEventType()).isEqualTo(EventType.custom);
        assertThat(custom.getEventName()).isEqualTo("saved it");
        assertThat(custom.getEventId()).isEqualTo(json(response).get("eventId").stringValue());
    }

    @Test
    void recordsAnOfflineConversion() {
        String body =
                "{\"messageId\":\""
                        + FETCH
                        + "\",\"eventData\":{\"value\":\"12.5\",\"cur\":\"USD\",\"name\":\"n\"}}";
        HttpResponse<String> response = ingest.post("/v1/event/offlineConversion?key=fetch", body);
        assertThat(response.statusCode()).isEqualTo(201);
        ConversionRecorded conversion = ingest.journal().of(Topics.CONVERSIONS).getFirst();
        assertThat(conversion.getSource()).isEqualTo(EventSource.offline);
        assertThat(conversion.getValueMicros()).isEqualTo(12_500_000L);
        assertThat(conversion.getCurrency()).isEqualTo("USD");
        assertThat(conversion.getConversionName()).isEqualTo("n");
    }

    @Test
    void recordsAFactOfASubscriber() {
        String body = "{\"subscriber\":\"ann\",\"eventData\":{\"name\":\"order\"}}";
        String[] header = {"Idempotency-Key", "order 18"};
        HttpResponse<String> response =
                ingest.post("/v1/event/offlineConversion?key=fetch", body, header);
        assertThat(response.statusCode()).isEqualTo(201);
        ConversionRecorded conversion = ingest.journal().of(Topics.CONVERSIONS).getFirst();
        assertThat(conversion.getFetchId()).isNull();
        assertThat(conversion.getSubscriber()).isNotNull().isNotEqualTo("ann");
        assertThat(conversion.getConversionName()).isEqualTo("order");
        String again = ingest.post("/v1/event/offlineConversion?key=mgmt", body, header).body();
        assertThat(again).isEqualTo(response.body());
        String other = body.replace("ann", "bob");
        assertThat(ingest.post("/v1/event/offlineConversion?key=fetch", other, header).body())
                .isNotEqualTo(response.body());
        HttpResponse<String> number =
                ingest.post("/v1/event/offlineConversion?key=fetch", "{\"subscriber\":7}");
        assertThat(number.statusCode()).isEqualTo(422);
        assertThat(json(number).get("field").stringValue()).isEqualTo("subscriber");
    }

    @Test
    void repeatsUnderOneIdempotencyKeyGetOneEventId() {
        String[] header = {"Idempotency-Key", "order 17"};
        String first = ingest.post("/v1/event?key=fetch", SEND, header).body();
        assertThat(ingest.post("/v1/event?key=fetch", SEND, header).body()).isEqualTo(first);
        assertThat(ingest.post("/v1/event?key=fetch", SEND).body()).isNotEqualTo(first);
        assertThat(ingest.post("/v1/event?key=fetch", SEND, header[0], "x").body())
                .isNotEqualTo(first);
        HttpResponse<String> tooLong =
                ingest.post("/v1/event?key=fetch", SEND, header[0], "k".repeat(129));
        assertThat(tooLong.statusCode()).isEqualTo(422);
        assertThat(json(tooLong).get("field").stringValue()).isEqualTo("Idempotency-Key");
    }

    /// A tag can be read by everybody, who could otherwise make the server's own report a repeat.
    @Test
    void aTagDoesNotTakeAnIdempotencyKeyFromTheServer() {
        String[] header = {"Idempotency-Key", "order 18"};
        String step =
                "{\"version\":2,\"eventType\":\"node_visit\",\"fetchEventId\":\""
                        + FETCH
                        + "\",\"eventData\":{\"nodeId\":\"n\"}}";
        String byTag = ingest.post("/v1/event?key=tag", step, header).body();
        String byServer = ingest.post("/v1/event?key=fetch", step, header).body();

        assertThat(byServer).isNotEqualTo(byTag);
        assertThat(ingest.post("/v1/event?key=tag", step, header).body()).isEqualTo(byTag);
        assertThat(ingest.post("/v1/event?key=mgmt", step, header).body()).isEqualTo(byServer);
        // As the version before this rule made it.
        assertThat(Json.MAPPER.readTree(byServer).get("eventId").stringValue())
                .isEqualTo(
                        new EventIds()
                                .derive(KnownKeys.ORG, FETCH.toString(), header[1])
                                .toString());
    }

    @Test
    void aNumberOutOfBoundsRefusesItsEventAlone() {
        String huge =
                "{\"version\":2,\"eventType\":\"send\",\"fetchEventId\":\""
                        + FETCH
                        + "\",\"eventData\":{\"x\":[1e99999999999]}}";
        HttpResponse<String> alone = ingest.post("/v1/event?key=fetch", huge);
        assertThat(alone.statusCode()).isEqualTo(422);
        assertThat(json(alone).get("reason").stringValue()).isEqualTo("invalid_event_data");
        assertThat(json(alone).get("field").stringValue()).isEqualTo("eventData.x[0]");

        HttpResponse<String> batch =
                ingest.post(
                        "/v1/events?key=fetch",
                        "{\"events\":[" + SEND + "," + huge + "," + SEND + "]}");
        assertThat(batch.statusCode()).isEqualTo(200);
        assertThat(json(batch).get("results").findValuesAsString("status"))
                .containsExactly("201", "422", "201");
        assertThat(ingest.journal().of(Topics.DELIVERIES)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/event, no json, invalid_request",
        "/v1/event, [], invalid_request",
        "/v1/events, {}, invalid_event_data",
        "/v1/events, {\"events\":[1]}, invalid_request",
    })
    void keepsThatSomethingCouldNotBeRead(String path, String body, String reason) {
        ingest.post(path + "?key=fetch", body);

        EventRejected rejected = ingest.journal().of(Topics.REJECTED).getFirst();
        assertThat(rejected.getReason()).isEqualTo(reason);
        assertThat(rejected.getOrgId()).isEqualTo("acme");
        assertThat(rejected.getBodyJson()).isEqualTo("{}");
    }

    @Test
    void keepsRefusedEventsWithoutKeysAndWords() {
        // given
        FetchId forged = Fetches.aForgedFetch();
        String body =
                """
                {"version":2,"eventType":"nlu_match","fetchEventId":"FORGED","key":"il_fetch_x",
                 "subscriber":"Ann","eventData":{"nodeId":"a","intent":"I said so","text":"words"}}
                """;

        // when
        HttpResponse<String> response =
                ingest.post("/v1/event?key=fetch", body.replace("FORGED", forged.toString()));

        // then
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(json(response).get("reason").stringValue()).isEqualTo("unknown_fetch");
        assertThat(ingest.journal().appended()).hasSize(1);
        EventRejected rejected = ingest.journal().of(Topics.REJECTED).getFirst();
        assertThat(rejected.getReason()).isEqualTo("unknown_fetch");
        assertThat(rejected.getField()).isEqualTo("fetchEventId");
        assertThat(rejected.getOrgId()).isEqualTo("acme");
        assertThat(rejected.getFetchId()).isNull();
        assertThat(Json.MAPPER.readTree(rejected.getBodyJson()))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"version":2,"eventType":"nlu_match","fetchEventId":"%s",
                                 "eventData":{"nodeId":"a"}}
                                """
                                        .formatted(forged)));
    }

    @Test
    void failingToKeepARefusedEventDoesNotChangeTheAnswer() {
        ingest.journal().become(Mood.REFUSING);
        assertThat(ingest.post("/v1/event?key=fetch", "{}").statusCode()).isEqualTo(422);
        ingest.journal().become(Mood.SILENT);
        assertThat(ingest.post("/v1/event?key=fetch", "{}").statusCode()).isEqualTo(422);
    }

    @Test
    void answers503WhenTheJournalDoesNotAcknowledge() {
        ingest.journal().become(Mood.REFUSING);
        HttpResponse<String> response = ingest.post("/v1/event?key=fetch", SEND);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
        assertThat(json(response).get("reason").stringValue()).isEqualTo("journal_unavailable");
    }

    @Test
    void answersOverloadedWhenTheOrgHasUsedUpItsShareOfTheDisk() {
        ingest.journal().become(Mood.USED_UP);
        HttpResponse<String> response = ingest.post("/v1/event?key=fetch", SEND);
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("60");
        assertThat(json(response).get("reason").stringValue()).isEqualTo("overloaded");
    }

    @Test
    void recordsNothingOfTheSandbox() {
        String sandbox = Fetches.aSandboxFetch().toString();
        String send = SEND.replace(FETCH.toString(), sandbox);
        HttpResponse<String> response = ingest.post("/v1/event?key=fetch", send);
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(json(response).get("eventId").isString()).isTrue();
        String broken = send.replace("}", ",\"timestamp\":1}");
        assertThat(ingest.post("/v1/event?key=fetch", broken).statusCode()).isEqualTo(422);
        assertThat(ingest.journal().appended()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deliver", "read"})
    void takesDeliveriesAndReadsOfAPage(String type) {
        HttpResponse<String> response =
                ingest.post("/v1/event?key=tag", SEND.replace("send", type));

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(ingest.journal().of(Topics.DELIVERIES)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/event, 401, missing_api_key",
        "/v1/event?key=nonsense, 401, invalid_api_key",
        "/v1/event?key=read, 403, key_not_allowed",
        "/v1/event?key=tag, 403, key_not_allowed",
        "/v1/event/offlineConversion?key=tag, 403, key_not_allowed",
        "/v1/events?key=read, 403, key_not_allowed",
        "/v1/event?key=other, 422, unknown_fetch"
    })
    void refusesKeys(String path, int status, String reason) {
        HttpResponse<String> response = ingest.post(path, SEND);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(json(response).get("reason").stringValue()).isEqualTo(reason);
        assertThat(ingest.journal().of(Topics.DELIVERIES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{", "[]", "7", "null", "\"x\"", "{} {}", "''"})
    void refusesBodiesThatAreNoObject(String body) {
        for (String path :
                new String[] {"/v1/event", "/v1/events", "/v1/event/offlineConversion"}) {
            HttpResponse<String> response = ingest.post(path + "?key=fetch", body);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(json(response).get("reason").stringValue()).isEqualTo("invalid_request");
        }
    }

    @Test
    void refusesBodiesThatAreTooLarge() {
        String large = "{\"x\":\"" + "a".repeat(64 * 1024) + "\"}";
        assertThat(ingest.post("/v1/event?key=fetch", large).statusCode()).isEqualTo(413);
        assertThat(ingest.post("/v1/events?key=fetch", large).statusCode()).isEqualTo(422);
    }

    @Test
    void everyEventOfABatchHasItsOwnResult() {
        // when
        HttpResponse<String> response =
                ingest.post(
                        "/v1/events?key=fetch",
                        "{\"events\":[" + SEND + ",{\"version\":1},7," + SEND + "]}",
                        "Idempotency-Key",
                        "batch-1");

        // then
        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode results = json(response).get("results");
        assertThat(results.findValuesAsString("status"))
                .containsExactly("201", "422", "400", "201");
        assertThat(results.get(1).get("reason").stringValue()).isEqualTo("invalid_version");
        assertThat(results.get(1).get("description").isString()).isTrue();
        assertThat(results.get(0).get("eventId")).isNotEqualTo(results.get(3).get("eventId"));
        assertThat(ingest.journal().of(Topics.DELIVERIES))
                .hasSize(2)
                .allMatch(sent -> sent.getSource() == EventSource.batch);
    }

    @Test
    void aLargeBatchKeepsItsOrderAndLeavesTheEventLoop() {
        // given
        List<String> events = new ArrayList<>();
        for (int n = 0; n < 500; n++) {
            events.add(n % 100 == 7 ? "7" : SEND.replace("}", ",\"eventData\":{\"n\":" + n + "}}"));
        }
        String batch = "{\"events\":[" + String.join(",", events) + "]}";
        assertThat(batch).hasSizeLessThan(64 * 1024);

        // when
        HttpResponse<String> response = ingest.post("/v1/events?key=fetch", batch);

        // then
        List<String> expected = new ArrayList<>();
        Iterator<DeliveryRecorded> sent = ingest.journal().of(Topics.DELIVERIES).iterator();
        for (int n = 0; n < 500; n++) {
            if (n % 100 != 7) {
                DeliveryRecorded next = sent.next();
                assertThat(next.getEventDataJson()).isEqualTo("{\"n\":" + n + "}");
                expected.add(next.getEventId());
            } else {
                expected.add("");
            }
        }
        assertThat(sent).isExhausted();
        assertThat(json(response).get("results").valueStream())
                .map(result -> result.path("eventId").asString(""))
                .isEqualTo(expected);
        assertThat(ingest.journal().appended())
                .allMatch(appended -> appended.thread().startsWith("side-work"));
    }

    @Test
    void aSmallBatchStaysOnTheEventLoop() {
        String few = SEND + ("," + SEND).repeat(EventBatchHandler.MOST_ON_LOOP - 1);

        ingest.post("/v1/events?key=fetch", "{\"events\":[" + few + "]}");

        assertThat(ingest.journal().appended())
                .hasSize(EventBatchHandler.MOST_ON_LOOP)
                .noneMatch(appended -> appended.thread().startsWith("side-work"));
    }

    static String[] dataBeyondLimits() {
        return new String[] {
            "{\"a\":" + "[".repeat(70) + "]".repeat(70) + "}",
            "{\"a\":[" + "1,".repeat(17_000) + "1]}",
            "{\"" + "n".repeat(60_000) + "\":1}"
        };
    }

    @ParameterizedTest
    @MethodSource("dataBeyondLimits")
    void anEventBeyondALimitIsRefusedAlone(String data) {
        String bad = SEND.replace("}", ",\"eventData\":" + data + "}");

        HttpResponse<String> alone = ingest.post("/v1/event?key=fetch", bad);
        HttpResponse<String> batch =
                ingest.post(
                        "/v1/events?key=fetch",
                        "{\"events\":[" + SEND + "," + bad + "," + SEND + "]}");

        assertThat(alone.statusCode()).isEqualTo(422);
        assertThat(json(alone).get("reason").stringValue()).isEqualTo("invalid_event_data");
        assertThat(batch.statusCode()).isEqualTo(200);
        JsonNode results = json(batch).get("results");
        assertThat(results.findValuesAsString("status")).containsExactly("201", "422", "201");
        assertThat(results.get(1).get("reason").stringValue()).isEqualTo("invalid_event_data");
        assertThat(ingest.journal().of(Topics.DELIVERIES)).hasSize(2);
        assertThat(ingest.journal().of(Topics.REJECTED)).hasSize(2);
    }

    @Test
    void whatIsNoEventIsUnreadableBeyondLimitsToo() {
        String many = "[" + "1,".repeat(17_000) + "1]";
        for (String path : new String[] {"/v1/event", "/v1/events"}) {
            assertThat(ingest.post(path + "?key=fetch", many).statusCode()).isEqualTo(400);
            assertThat(ingest.post(path + "?key=fetch", "{\"a\":" + "[".repeat(70)).statusCode())
                    .isEqualTo(400);
            assertThat(ingest.post(path + "?key=fetch", "{\"a\":" + many + "}").statusCode())
                    .isEqualTo(422);
        }
    }

    @Test
    void refusesBatchesOutOfBounds() {
        String many = "7,".repeat(500) + "7";
        for (String events : new String[] {"[]", "{}", "[" + many + "]"}) {
            HttpResponse<String> response =
                    ingest.post("/v1/events?key=fetch", "{\"events\":" + events + "}");
            assertThat(response.statusCode()).isEqualTo(422);
            assertThat(json(response).get("field").stringValue()).isEqualTo("events");
        }
    }

    @Test
    void anotherOrgsFetchIsKeptUnderTheOrgOfTheKey() {
        ingest.post("/v1/event?key=other", SEND);
        assertThat(ingest.journal().of(Topics.REJECTED).getFirst().getOrgId())
                .isEqualTo(KnownKeys.OTHER_ORG.value());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return Json.MAPPER.readTree(response.body());
    }
}
