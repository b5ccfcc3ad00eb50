package io.interlude.report.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.report.fixture.InMemoryRejections;
import io.interlude.report.fixture.PlainPseudonyms;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.RenderFormat;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The export of a subscriber over a socket. Every page of the journal has two events at most.
class SubscriberExportHandlerIT {
    private static final Instant AT = Instant.parse("2026-03-02T09:00:00Z");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final FetchIdProof PROOF =
            new FetchIdProof(new SigningKeys(List.of(new byte[32])));
    private static final int PARTITIONS = 12;

    private final InMemoryHistory history = new InMemoryHistory(2);
    private final InMemoryRejections rejections = new InMemoryRejections(1);
    private final PlainPseudonyms pseudonyms = new PlainPseudonyms();
    private final Map<String, SubscriberCounters> counters = new ConcurrentHashMap<>();
    private volatile boolean aggregatorAway;
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new SubscriberExportHandler(
                                        new FixedKeys(),
                                        pseudonyms,
                                        (orgId, subscriber, _) ->
                                                aggregatorAway
                                                        ? CompletableFuture.failedFuture(
                                                                new StateUnavailableException(
                                                                        "away"))
                                                        : CompletableFuture.completedFuture(
                                                                counters.getOrDefault(
                                                                        subscriber.value(),
                                                                        SubscriberCounters.NONE)),
                                        history,
                                        rejections,
                                        PARTITIONS)),
                        new SimpleMeterRegistry());
        endpoint.start();
        write();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    private void write() {
        AdFetched own = aFetch(Cells.ORG, pseudonym(Cells.ORG, "one/ü 1"), 1);
        AdFetched others = aFetch(Cells.ORG, pseudonym(Cells.ORG, "other"), 2);
        AdFetched foreign = aFetch("org-2", pseudonym("org-2", "one/ü 1"), 3);
        AdFetched anonymous = aFetch(Cells.ORG, null, 4);
        history.add(AT, own, CountingVerdict.COUNTED, own);
        history.add(AT, others, CountingVerdict.COUNTED, others);
        history.add(AT, foreign, CountingVerdict.COUNTED, foreign);
        history.add(AT, anonymous, CountingVerdict.COUNTED, anonymous);
        history.add(AT, aClick(own, "own-click", null), CountingVerdict.COUNTED, own);
        history.add(AT, aClick(others, "others-click", "one/ü 1"), CountingVerdict.COUNTED, others);
        history.add(
                AT,
                aClick(anonymous, "named-click", "one/ü 1"),
                CountingVerdict.COUNTED,
                anonymous);
        history.add(AT, aNoFill(pseudonym(Cells.ORG, "one/ü 1"), 5), CountingVerdict.COUNTED, null);
        history.add(AT, aNoFill(null, 6), CountingVerdict.COUNTED, null);
        rejections.add(AT, aRejection("refused-other", pseudonym(Cells.ORG, "other")));
        rejections.add(AT, aRejection("refused-own", pseudonym(Cells.ORG, "one/ü 1")));
        counters.put(
                pseudonym(Cells.ORG, "one/ü 1"),
                new SubscriberCounters(
                        7,
                        List.of(new FrequencyCounter(CapScope.LINE_ITEM, "li-1", 3, List.of(AT)))));
    }

    @Test
    void tellsEverythingOfOneSubscriberAndNothingOfAnother() throws Exception {
        HttpResponse<String> answer = export("one%2F%C3%BC%201", "il_mgmt_1");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/x-ndjson");
        List<JsonNode> lines = answer.body().lines().map(Json.MAPPER::readTree).toList();
        assertThat(lines)
                .extracting(line -> line.path("record").asString())
                .containsExactly("counter", "event", "event", "event", "event", "rejected");
        assertThat(lines.getFirst())
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"record": "counter", "scope": "lineItem", "id": "li-1", "lifetime": 3,
                                 "times": ["2026-03-02T09:00:00Z"]}\
                                """));
        assertThat(lines)
                .extracting(line -> line.path("eventId").asString(""))
                .containsExactly("", "f-1", "own-click", "named-click", "n-5", "refused-own");
        assertThat(lines.subList(1, 5))
                .extracting(line -> line.path("subscriber").asString())
                .containsOnly(pseudonym(Cells.ORG, "one/ü 1"));
    }

    @Test
    void isEmptyForNobodyAndAfterAnErasure() throws Exception {
        HttpResponse<String> nobody = export("nobody", "il_mgmt_1");
        assertThat(nobody.statusCode()).isEqualTo(200);
        assertThat(nobody.body()).isEmpty();

        pseudonyms.erase(new SubscriberId("one/ü 1"));

        HttpResponse<String> erased = export("one%2F%C3%BC%201", "il_mgmt_1");
        assertThat(erased.statusCode()).isEqualTo(200);
        assertThat(erased.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "il_read_1, 403, key_not_allowed",
        "il_fetch_1, 403, key_not_allowed",
        "il_read_2, 403, key_not_allowed",
        "il_unknown, 401, invalid_api_key",
    })
    void refusesEveryOtherKey(String key, int status, String reason) throws Exception {
        HttpResponse<String> answer = export("other", key);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(Json.MAPPER.readTree(answer.body()).path("reason").asString()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"aggregator", "journal", "keys"})
    void refusesRatherThanLeavingSomethingOut(String away) throws Exception {
        aggregatorAway = away.equals("aggregator");
        if (away.equals("journal")) {
            history.beUnavailable();
        }
        if (away.equals("keys")) {
            pseudonyms.beUnknown();
        }

        HttpResponse<String> answer = export("other", "il_mgmt_1");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(Json.MAPPER.readTree(answer.body()).path("reason").asString())
                .isEqualTo("state_unavailable");
    }

    @Test
    void breaksOffWhenItIsNotKnownWhoseAnEventIs() {
        AdFetched lost = aFetch(Cells.ORG, pseudonym(Cells.ORG, "other"), 9);
        history.add(AT, aClick(lost, "lost-click", null), null, null);

        // The event is on a later page, so the answer has begun and cannot be a refusal.
        assertThatThrownBy(() -> export("one%2F%C3%BC%201", "il_mgmt_1"))
                .isInstanceOf(IOException.class);
    }

    private HttpResponse<String> export(String id, String key) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:"
                                                + endpoint.port()
                                                + "/v1/manage/subscribers/"
                                                + id
                                                + "/export"))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String pseudonym(String org, String id) {
        return pseudonyms.of(new OrgId(org), new SubscriberId(id)).orElseThrow().value();
    }

    private static AdFetched aFetch(String org, @Nullable String subscriber, int number) {
        AdFetched fetched = new AdFetched();
        fetched.setEventId("f-" + number);
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(AT);
        fetched.setReceivedAt(AT);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(List.of());
        fetched.setOrgId(org);
        fetched.setFetchId(id(org, number).toString());
        fetched.setSubscriber(subscriber);
        fetched.setSource(EventSource.fetch);
        fetched.setAttributesJson("{}");
        fetched.setAdUnitCode("home");
        fetched.setFormat(RenderFormat.native$);
        fetched.setCampaignId("c-1");
        fetched.setLineItemId("li-1");
        fetched.setCreativeId("card");
        fetched.setPriceModel(PriceModel.cpc);
        fetched.setCurrency("USD");
        return fetched;
    }

    private ClickRecorded aClick(AdFetched of, String eventId, @Nullable String subscriber) {
        ClickRecorded click = new ClickRecorded();
        click.setEventId(eventId);
        click.setEventType(EventType.click);
        click.setOccurredAt(AT);
        click.setReceivedAt(AT);
        click.setOrgId(of.getOrgId());
        click.setFetchId(of.getFetchId());
        click.setSubscriber(subscriber == null ? null : pseudonym(of.getOrgId(), subscriber));
        click.setSource(EventSource.api);
        return click;
    }

    private static AdNotFilled aNoFill(@Nullable String subscriber, int number) {
        AdNotFilled notFilled = new AdNotFilled();
        notFilled.setEventId("n-" + number);
        notFilled.setEventType(EventType.no_fill);
        notFilled.setOccurredAt(AT);
        notFilled.setReceivedAt(AT);
        notFilled.setOrgId(Cells.ORG);
        notFilled.setFetchId(id(Cells.ORG, number).toString());
        notFilled.setSubscriber(subscriber);
        notFilled.setSource(EventSource.fetch);
        notFilled.setAdUnitCode("home");
        notFilled.setFormat(RenderFormat.native$);
        notFilled.setReason("no_campaign");
        notFilled.setAttributesJson("{}");
        return notFilled;
    }

    private static EventRejected aRejection(String eventId, String subscriber) {
        return EventRejected.newBuilder()
                .setEventId(eventId)
                .setEventType(EventType.UNKNOWN)
                .setOccurredAt(AT)
                .setReceivedAt(AT)
                .setOrgId(Cells.ORG)
                .setSource(EventSource.api)
                .setReason("unmatched")
                .setDescription("Refused.")
                .setStage(RejectionStage.aggregator)
                .setSubscriber(subscriber)
                .setBodyJson("{}")
                .build();
    }

    private static FetchId id(String org, int number) {
        return PROOF.make(new OrgId(org), AT.toEpochMilli(), 3, number);
    }
}
