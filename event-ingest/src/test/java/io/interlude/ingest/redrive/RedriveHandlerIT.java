package io.interlude.ingest.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import io.interlude.ingest.harness.RunningIngest;
import io.interlude.journal.json.Json;
import io.interlude.journal.rejected.RejectionId;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EncryptedEvent;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.topic.Topics;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedriveHandlerIT {
    private static final FetchId FETCH = Fetches.aFetch();
    private static final Instant RECEIVED = Fetches.NOW.minus(Duration.ofMinutes(20));
    private static final String FIRST = new RejectionId(0, 0).toString();
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
        ingest.journal().forget();
    }

    @Test
    void recordsACorrectedEventAsIfItHadBeenRightAtFirst() {
        // given
        ingest.post("/v1/event?key=fetch", body("sent", ""));
        refused().setReceivedAt(RECEIVED);
        refused().setApplicationId("web");

        // when
        HttpResponse<String> answer = redrive(FIRST, body("send", ""));

        // then
        assertThat(answer.statusCode()).isEqualTo(201);
        DeliveryRecorded sent = ingest.journal().of(Topics.DELIVERIES).getFirst();
        assertThat(sent.getEventId()).isEqualTo(eventId(answer));
        assertThat(sent.getOccurredAt()).isEqualTo(RECEIVED);
        assertThat(sent.getReceivedAt()).isEqualTo(RECEIVED);
        assertThat(sent.getApplicationId()).isEqualTo("web");
        assertThat(sent.getKeyId()).isEqualTo("k-MGMT");
        assertThat(sent.getSource()).isEqualTo(EventSource.redrive);
    }

    @Test
    void timeOfTheBodyCounts() {
        ingest.post("/v1/event?key=fetch", body("sent", ""));
        long at = Fetches.NOW.minusSeconds(60).toEpochMilli();

        redrive(FIRST, body("send", ",\"timestamp\":" + at));

        assertThat(ingest.journal().of(Topics.DELIVERIES).getFirst().getOccurredAt())
                .isEqualTo(Instant.ofEpochMilli(at));
    }

    @Test
    void givesTheSameIdHoweverOftenAndHoweverCorrected() {
        ingest.post("/v1/event?key=fetch", body("sent", ""));
        ingest.post("/v1/event?key=fetch", body("sent", ""));
        String other = body("read", "").replace(FETCH.toString(), anotherFetch().toString());

        String id = eventId(redrive(FIRST, body("send", "")));

        assertThat(eventId(redrive(FIRST, body("send", "")))).isEqualTo(id);
        assertThat(eventId(redrive(FIRST, other))).isEqualTo(id);
        assertThat(id).isNotEqualTo(refused().getEventId());
        assertThat(eventId(redrive(new RejectionId(0, 1).toString(), body("send", ""))))
                .isNotEqualTo(id);
    }

    @Test
    void withoutABodySendsTheOriginalAgain() {
        // given
        EventRejected unmatched =
                unmatched(
                        "{\"version\":2,\"eventType\":\"node_visit\",\"fetchEventId\":\"%s\",\"eventData\":{\"nodeId\":\"a\"}}"
                                .formatted(FETCH));
        keep(unmatched);

        // when
        HttpResponse<String> answer = redrive(FIRST, "");

        // then
        FlowEventRecorded visit = ingest.journal().of(Topics.FLOW_EVENTS).getFirst();
        assertThat(visit.getEventId())
                .isEqualTo(eventId(answer))
                .isNotEqualTo(unmatched.getEventId());
        assertThat(visit.getNodeId()).isEqualTo("a");
    }

    @Test
    void anOriginalThatIsKeptNoMoreNeedsABody() {
        // given
        EventRejected outline = unmatched("{}");
        outline.setBodyJson(null);
        outline.setEncrypted(new EncryptedEvent(1, ""));
        keep(outline);

        // when
        HttpResponse<String> answer = redrive(FIRST, "");

        // then
        assertThat(answer.statusCode()).isEqualTo(410);
        assertThat(answer.body()).contains("past_retention");
        String correction =
                "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\"}".formatted(FETCH);
        assertThat(redrive(FIRST, correction).statusCode()).isEqualTo(201);
    }

    @Test
    void theOriginalKeepsItsPseudonymAndACorrectionNamesAnother() {
        // given: what the aggregator refused, and what one of before pseudonyms did
        String event = "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\"%s}";
        String named = ",\"subscriber\":\"ann\"";
        EventRejected unmatched = unmatched(event.formatted(FETCH, ""));
        unmatched.setSubscriber("pseudonym of ben");
        keep(unmatched);
        EventRejected old = unmatched(event.formatted(FETCH, named));
        old.setSubscriber("ann");
        keep(old);

        // when
        redrive(FIRST, "");
        redrive(FIRST, event.formatted(FETCH, named));
        redrive(FIRST, event.formatted(FETCH, ""));
        redrive(new RejectionId(0, 1).toString(), "");

        // then
        assertThat(ingest.journal().of(Topics.DELIVERIES))
                .extracting(DeliveryRecorded::getSubscriber)
                .containsExactly("pseudonym of ben", "pseudonym of ann", null, "pseudonym of ann");
    }

    @Test
    void conversionsKeepTheirForm() {
        ingest.post(
                "/v1/event/offlineConversion?key=fetch",
                "{\"messageId\":\"%s\",\"eventData\":{\"value\":-1}}".formatted(FETCH));
        ingest.get("/v1/event?key=fetch&value=7");

        redrive(FIRST, "{\"messageId\":\"%s\",\"eventData\":{\"value\":1}}".formatted(FETCH));
        redrive(
                new RejectionId(0, 1).toString(),
                "{\"eventData\":{\"value\":\"7\",\"name\":\"order\"}}");

        assertThat(ingest.journal().of(Topics.CONVERSIONS))
                .extracting(ConversionRecorded::getFetchId, ConversionRecorded::getValueMicros)
                .containsExactly(tuple(FETCH.toString(), 1_000_000L), tuple(null, 7_000_000L));
    }

    @Test
    void aNewRefusalIsToldAndNotKept() {
        ingest.post("/v1/event?key=fetch", body("sent", ""));

        HttpResponse<String> answer = redrive(FIRST, "");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(reason(answer)).isEqualTo("invalid_event_type");
        assertThat(ingest.journal().appended()).hasSize(1);
    }

    @Test
    void whatIsTooOldStaysRefused() {
        ingest.post("/v1/event?key=fetch", body("sent", ""));
        FetchId old = Fetches.aFetch(KnownKeys.ORG, Duration.ofDays(31), 3);
        String ofOldFetch = body("send", "").replace(FETCH.toString(), old.toString());
        assertThat(reason(redrive(FIRST, ofOldFetch))).isEqualTo("unknown_fetch");

        refused().setReceivedAt(Fetches.NOW.minus(Duration.ofDays(31)));
        assertThat(reason(redrive(FIRST, body("send", "")))).isEqualTo("invalid_event_data");
        assertThat(ingest.journal().of(Topics.DELIVERIES)).isEmpty();
    }

    @Test
    void invalidTrafficDoesNotBecomeValidByItself() {
        String click =
                "{\"version\":2,\"eventType\":\"click\",\"fetchEventId\":\"%s\"".formatted(FETCH);
        keep(unmatched(click + ",\"invalidTraffic\":\"declared_bot\"}"));

        assertThat(reason(redrive(FIRST, ""))).isEqualTo("invalid_event_data");
        assertThat(redrive(FIRST, click + "}").statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"r9", "x", "rzzzzzzzzzzzz"})
    void unknownIdsAreNotFound(String id) {
        assertThat(redrive(id, "").statusCode()).isEqualTo(404);
    }

    @Test
    void anotherOrgsAreNotFound() {
        ingest.post("/v1/event?key=other", body("sent", ""));

        HttpResponse<String> answer = redrive(FIRST, body("send", ""));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(reason(answer)).isEqualTo("not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetch", "tag", "read"})
    void otherKeysMayNot(String key) {
        assertThat(ingest.post(path(FIRST, key), "{}").statusCode()).isEqualTo(403);
    }

    private static void keep(EventRejected event) {
        ingest.journal().append(Topics.REJECTED, 0, null, event).join();
    }

    private static EventRejected refused() {
        return ingest.journal().of(Topics.REJECTED).getFirst();
    }

    private static HttpResponse<String> redrive(String id, String body) {
        return ingest.post(path(id, "mgmt"), body);
    }

    private static String path(String id, String key) {
        return "/v1/journal/rejected/" + id + ":redrive?key=" + key;
    }

    private static FetchId anotherFetch() {
        return Fetches.aFetch(KnownKeys.ORG, Duration.ofMinutes(90), 5);
    }

    private static String body(String eventType, String more) {
        return "{\"version\":2,\"eventType\":\"%s\",\"fetchEventId\":\"%s\"%s}"
                .formatted(eventType, FETCH, more);
    }

    private static EventRejected unmatched(String body) {
        return EventRejected.newBuilder()
                .setEventId("0195531c-0000-7000-8000-000000000001")
                .setEventType(EventType.UNKNOWN)
                .setOccurredAt(RECEIVED)
                .setReceivedAt(RECEIVED)
                .setOrgId(KnownKeys.ORG.value())
                .setSource(EventSource.api)
                .setReason("unmatched")
                .setDescription("Not of this flow.")
                .setStage(RejectionStage.aggregator)
                .setBodyJson(body)
                .build();
    }

    private static String eventId(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return Json.MAPPER.readTree(answer.body()).get("eventId").asString();
    }

    private static String reason(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body()).get("reason").asString();
    }
}
