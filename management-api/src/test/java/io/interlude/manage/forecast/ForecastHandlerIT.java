package io.interlude.manage.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.manage.fixture.CatalogueSnapshots;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForecastHandlerIT {
    private static final String PATH = "/v1/forecasts";
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant HOUR_AGO = NOW.minus(Duration.ofHours(1));
    private static final int REQUESTS = 100;
    private static final String DRAFT =
            """
            'campaignId': 'c', 'name': 'Draft',
            'price': {'model': 'cpm', 'amount': {'amount': '5.00', 'currency': 'USD'}}\
            """;

    private static ManagementServer server;

    private Caller caller;

    @BeforeAll
    static void start() {
        server = ManagementServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /// An hour of requests by one subscriber, all filled by the line item `rival`.
    @BeforeEach
    void book() {
        caller = server.newOrg();
        create("ad-units", "'id': 'u', 'code': 'pause', 'name': 'Pause'");
        create("campaigns", "'id': 'c', 'name': 'C', 'advertiserName': 'A', 'status': 'active'");
        create("line-items", "'id': 'rival', 'status': 'active', " + DRAFT);
        create(
                "creatives",
                """
                'id': 'card', 'lineItemId': 'rival', 'type': 'card', 'status': 'approved',
                'card': {'title': 'T', 'disclosure': 'Ad',
                         'actions': [{'text': 'Go', 'url': 'https://example.com'}]}\
                """);
        OrgId orgId = new OrgId(server.lastOrgId());
        OrgCatalogue booked = new CatalogueSnapshots(server.catalogue()).org(orgId).orElseThrow();
        PreparedCatalogue prepared = PreparedCatalogue.compile(booked);
        for (int i = 0; i < REQUESTS; i++) {
            SelectionInput input = input(booked, HOUR_AGO.plusSeconds(36L * i));
            RecordedDecision decision =
                    RecordedDecision.of(
                            prepared,
                            null,
                            input,
                            i,
                            Selection.decide(
                                    prepared,
                                    input,
                                    ServingState.NOTHING,
                                    new SplittableRandom(i)));
            server.requests().add(orgId, decision, "pseudonym");
        }
    }

    private void create(String kind, String body) {
        assertThat(caller.post("/v1/manage/" + kind, "{" + body + "}").status()).isEqualTo(201);
    }

    private static SelectionInput input(OrgCatalogue booked, Instant at) {
        return new SelectionInput(
                booked.adUnit("pause").orElseThrow(),
                null,
                AdFormat.NATIVE,
                RequestAttributes.of(Map.of()),
                at,
                new FrequencyView.NoSubscriber(),
                new Moment(new ContextReading.NoContext(), Suitability.DEFAULT, false, false),
                ConversationView.NONE,
                _ -> false,
                Set.of(),
                false);
    }

    private Answer past(String more) {
        return caller.post(
                PATH,
                "{'lineItem': {%s, %s}, 'from': '%s', 'to': '%s'}"
                        .formatted(DRAFT, more, HOUR_AGO, NOW));
    }

    @Test
    void tellsOfATimeInThePastWhatWouldHaveCome() {
        Answer answer = past("'priority': 1");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().path("requests").asInt()).isEqualTo(REQUESTS);
        assertThat(answer.body().path("eligible").asInt()).isEqualTo(REQUESTS);
        assertThat(answer.body().path("expected").asInt()).isEqualTo(REQUESTS);
        assertThat(answer.body().path("low").asInt()).isBetween(60, REQUESTS - 1);
        assertThat(answer.body().path("high").asInt()).isBetween(REQUESTS + 1, 140);
        assertThat(answer.body().path("unknownRelevance").asDouble()).isZero();
        assertThat(answer.body().path("competing").toString())
                .isEqualTo("[{\"lineItemId\":\"rival\",\"takes\":100}]");
        assertThat(answer.body().path("bySlice").toString())
                .isEqualTo(
                        "[{\"adUnit\":\"pause\",\"format\":\"native\",\"requests\":100,"
                                + "\"eligible\":100,\"expected\":100}]");
        assertThat(answer.body().at("/basis/requests").asInt()).isEqualTo(REQUESTS);
        assertThat(answer.body().at("/basis/from").asString()).isEqualTo(HOUR_AGO.toString());
        assertThat(answer.body().at("/warnings/0/path").asString()).isEqualTo("basis");
        assertThat(caller.get("/v1/manage/line-items").body().path("items")).hasSize(1);
    }

    @Test
    void priorityTargetingAndCapsDecide() {
        assertThat(past("'priority': 16").body().path("expected").asInt()).isZero();
        assertThat(past("'priority': 8").body().path("expected").asInt()).isBetween(30, 70);
        Answer targeted = past("'targeting': {'attribute': 'country', 'op': 'eq', 'value': 'US'}");
        assertThat(targeted.body().path("eligible").asInt()).isZero();
        Answer capped = past("'priority': 1, 'frequencyCaps': [{'max': 3, 'per': 'lifetime'}]");
        assertThat(capped.body().path("eligible").asInt()).isEqualTo(REQUESTS);
        assertThat(capped.body().path("expected").asInt()).isEqualTo(3);
    }

    @Test
    void goesOnUntilTheFlightEndsAndWarnsOfAGoalOutOfReach() {
        Answer answer =
                caller.post(
                        PATH,
                        "{'lineItem': {%s, 'priority': 1, 'endAt': '%s', 'goal': {'impressions': 5000}}}"
                                .formatted(DRAFT, NOW.plus(Duration.ofDays(1))));

        assertThat(answer.body().path("requests").asInt()).isBetween(2_350, 2_450);
        assertThat(answer.body().path("expected").asInt()).isBetween(2_350, 2_450);
        assertThat(answer.body().at("/basis/from").asString()).isEqualTo(HOUR_AGO.toString());
        assertThat(answer.body().at("/period/to").asString())
                .isEqualTo(NOW.plus(Duration.ofDays(1)).toString());
        assertThat(answer.body().at("/warnings/0/path").asString()).isEqualTo("goal");

        Answer bound =
                caller.post(
                        PATH,
                        "{'lineItem': {%s, 'priority': 1, 'endAt': '%s', 'goal': {'impressions': 500}}}"
                                .formatted(DRAFT, NOW.plus(Duration.ofDays(1))));
        assertThat(bound.body().path("expected").asInt()).isEqualTo(500);
        assertThat(bound.body().path("warnings").valueStream())
                .noneMatch(warning -> warning.path("path").asString().equals("goal"));
    }

    @Test
    void refusesWhatALineItemWouldBeRefusedFor() {
        Answer wrong = caller.post(PATH, "{'lineItem': {%s, 'priority': 17}}".formatted(DRAFT));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.body().at("/violations/0/path").asString()).isEqualTo("lineItem.priority");

        Answer none = caller.post(PATH, "{}");
        assertThat(none.status()).isEqualTo(400);
        assertThat(none.body().path("field").asString()).isEqualTo("lineItem");

        Answer order =
                caller.post(
                        PATH,
                        "{'lineItem': {%s}, 'from': '%s', 'to': '%s'}"
                                .formatted(DRAFT, NOW, HOUR_AGO));
        assertThat(order.status()).isEqualTo(400);
        assertThat(order.body().path("field").asString()).isEqualTo("from");

        Answer tooLong =
                caller.post(
                        PATH,
                        "{'lineItem': {%s}, 'from': '1000-01-01T00:00:00Z', 'to': '%s'}"
                                .formatted(DRAFT, NOW));
        assertThat(tooLong.status()).isEqualTo(400);
    }

    @Test
    void warnsOfUnknownFieldsOrRefusesThem() {
        String body = "{'lineItem': {%s, 'colour': 1}, 'shape': 2}".formatted(DRAFT);

        Answer warned = caller.post(PATH, body);
        assertThat(warned.status()).isEqualTo(200);
        assertThat(warned.body().path("warnings").valueStream())
                .extracting(warning -> warning.path("path").asString())
                .contains("lineItem.colour", "shape");
        assertThat(caller.post(PATH + "?strict=true", body).status()).isEqualTo(422);
    }

    @Test
    void readKeysMayAskAndFetchKeysMayNot() {
        String body = "{'lineItem': {%s}}".formatted(DRAFT);
        Answer read = caller.post("/v1/manage/keys", "{'kind': 'read'}");
        Answer fetch =
                caller.post(
                        "/v1/manage/keys",
                        "{'kind': 'fetch', 'applicationId': '%s'}"
                                .formatted(
                                        caller.post("/v1/manage/applications", "{'name': 'A'}")
                                                .body()
                                                .path("id")
                                                .asString()));

        assertThat(server.as(read.body().path("key").asString()).post(PATH, body).status())
                .isEqualTo(200);
        assertThat(server.as(fetch.body().path("key").asString()).post(PATH, body).reason())
                .isEqualTo("key_not_allowed");
    }
}
