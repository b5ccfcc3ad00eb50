package io.interlude.manage.simulation;

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
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.journal.waiting.Eventually;
import io.interlude.manage.fixture.CatalogueSnapshots;
import io.interlude.manage.fixture.ManagementServer;
import io.interlude.manage.fixture.ManagementServer.Answer;
import io.interlude.manage.fixture.ManagementServer.Caller;
import io.interlude.schema.SimulationRecorded;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SimulationHandlerIT {
    private static final String PATH = "/v1/simulations";
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final Instant HOUR_AGO = NOW.minus(Duration.ofHours(1));
    private static final int REQUESTS = 100;

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

    /// An hour of requests, filled by the line item `first`; `second` comes after it.
    @BeforeEach
    void book() {
        caller = server.newOrg();
        create("ad-units", "'id': 'u', 'code': 'pause', 'name': 'Pause'");
        create("campaigns", "'id': 'c', 'name': 'C', 'advertiserName': 'A', 'status': 'active'");
        lineItem("first", "'priority': 1");
        lineItem("second", "'priority': 2");
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
            server.requests().add(orgId, decision, "pseudonym" + i % 10);
        }
    }

    private void lineItem(String id, String more) {
        create(
                "line-items",
                """
                'id': '%s', 'status': 'active', %s, 'campaignId': 'c', 'name': 'N',
                'price': {'model': 'cpm', 'amount': {'amount': '5.00', 'currency': 'USD'}}\
                """
                        .formatted(id, more));
        create(
                "creatives",
                """
                'id': 'card-%1$s', 'lineItemId': '%1$s', 'type': 'card', 'status': 'approved',
                'card': {'title': 'T', 'disclosure': 'Ad',
                         'actions': [{'text': 'Go', 'url': 'https://example.com'}]}\
                """
                        .formatted(id));
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
                Moment.of(new ContextReading.NoContext()),
                ConversationView.NONE,
                _ -> false,
                Set.of(),
                false);
    }

    private Answer start(String changes) {
        return caller.post(
                PATH,
                "{'from': '%s', 'to': '%s', 'changes': %s}".formatted(HOUR_AGO, NOW, changes));
    }

    private JsonNode ended(String changes) {
        return ended(start(changes));
    }

    private JsonNode ended(Answer started) {
        assertThat(started.status()).isEqualTo(202);
        String path = PATH + "/" + started.body().path("id").asString();
        assertThat(started.headers().get("location")).isEqualTo(path);
        Eventually.holds(
                "the simulation ended",
                () -> !caller.get(path).body().path("status").asString().equals("running"));
        JsonNode found = caller.get(path).body();
        assertThat(found.path("status").asString()).as(found.toString()).isEqualTo("done");
        return found;
    }

    @Test
    void nothingChangedIsWhatHappened() {
        JsonNode found = ended("{}");

        assertThat(found.path("progress").asInt()).isEqualTo(1);
        assertThat(found.path("requests").asInt()).isEqualTo(REQUESTS);
        assertThat(found.path("unknownRelevance").asDouble()).isZero();
        assertThat(found.path("simulated")).isEqualTo(found.path("actual"));
        JsonNode row = found.path("actual").path(0);
        assertThat(found.path("actual")).hasSize(1);
        assertThat(row.path("lineItemId").asString()).isEqualTo("first");
        assertThat(row.path("fetches").asInt()).isEqualTo(REQUESTS);
        assertThat(row.path("spend").asString()).isEqualTo("0.500000");
        assertThat(row.path("currency").asString()).isEqualTo("USD");
        assertThat(row.path("expectedClicks").asDouble()).isPositive();
    }

    @Test
    void pausedLineItemLeavesItsPlacesToTheNext() {
        JsonNode found = ended("{'lineItems': [{'id': 'first', 'status': 'paused'}]}");

        assertThat(found.path("simulated")).hasSize(1);
        assertThat(found.at("/simulated/0/lineItemId").asString()).isEqualTo("second");
        assertThat(found.at("/simulated/0/fetches").asInt()).isEqualTo(REQUESTS);
        assertThat(found.at("/actual/0/lineItemId").asString()).isEqualTo("first");
    }

    @Test
    void capIsCountedAsItWouldHaveBeen() {
        JsonNode found =
                ended(
                        """
                        {'lineItems': [{'id': 'first',
                          'frequencyCaps': [{'scope': 'lineItem', 'max': 3, 'per': 'P1D'}]}]}\
                        """);

        assertThat(found.at("/simulated/0/lineItemId").asString()).isEqualTo("second");
        assertThat(found.at("/simulated/0/fetches").asInt()).isEqualTo(70);
        assertThat(found.at("/simulated/1/fetches").asInt()).isEqualTo(30);
    }

    @Test
    void priceIsPaidForEachFetch() {
        JsonNode found =
                ended(
                        """
                        {'lineItems': [{'id': 'first', 'price': {'model': 'cpm',
                          'amount': {'amount': '8.00', 'currency': 'USD'}}}]}\
                        """);

        assertThat(found.at("/simulated/0/fetches").asInt()).isEqualTo(REQUESTS);
        assertThat(found.at("/simulated/0/spend").asString()).isEqualTo("0.800000");
        assertThat(found.at("/actual/0/spend").asString()).isEqualTo("0.500000");
    }

    @Test
    void settingsAdUnitsAndCampaignsChangeToo() {
        JsonNode found =
                ended(
                        """
                        {'settings': {'ranking': 'value'}, 'adUnits': [{'id': 'u', 'name': 'P'}],
                         'campaigns': [{'id': 'c', 'status': 'paused'}]}\
                        """);

        assertThat(found.path("simulated")).isEmpty();
        assertThat(found.path("actual")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {'lineItems': [{'id': 'none', 'weight': 2}]}|422|changes.lineItems[0].id
                    {'lineItems': [{'weight': 2}]}|400|changes.lineItems[0].id
                    {'lineItems': [{'id': 'first', 'weight': 0}]}|422|changes.lineItems[0].weight
                    {'settings': {'ranking': 'best'}}|422|changes.settings.ranking
                    {'campaigns': [{'id': 'c', 'status': 5}]}|400|changes.campaigns[0].status
                    {'adUnits': {}}|400|changes.adUnits
                    {'lineItems': [{'id': 'first', 'weight': 2147483648}]}|422|changes.lineItems[0].weight
                    {'lineItems': [{'id': 'first', 'priority': -9223372036854775809}]}|422|changes.lineItems[0].priority
                    {'lineItems': [{'id': 'first', 'priority': 1.5}]}|400|changes.lineItems[0].priority
                    {'lineItems': [{'id': 'first', 'price': {'model': 'cpm', 'amount': {'amount': '1e400', 'currency': 'USD'}}}]}|422|changes.lineItems[0].price.amount.amount
                    {'lineItems': [{'id': 'first', 'price': {'model': 'cpm', 'amount': {'amount': '-1', 'currency': 'USD'}}}]}|422|changes.lineItems[0].price.amount.amount
                    {'lineItems': [{'id': 'first', 'frequencyCaps': [{'scope': 'lineItem', 'max': 1000000000, 'per': 'P1D'}]}]}|422|changes.lineItems[0].frequencyCaps[0].max
                    {'lineItems': [{'id': 'first', 'frequencyCaps': [{'scope': 'lineItem', 'max': 1, 'per': 'P999999999D'}]}]}|422|changes.lineItems[0].frequencyCaps[0].per
                    {'campaigns': [{'id': 'c', 'holdout': 0.51}]}|422|changes.campaigns[0].holdout
                    {'campaigns': [{'id': 'c', 'holdout': -1e-300}]}|422|changes.campaigns[0].holdout
                    {'lineItems': [{'id': 'first', 'weight': 2}, {'id': 'first', 'weight': 3}]}|422|changes.lineItems[1].id
                    {'lineItems': [null]}|400|changes.lineItems[0]
                    {'lineItems': [{'id': {'id': 'first'}}]}|400|changes.lineItems[0].id
                    """,
            quoteCharacter = '`')
    void refusesWhatBreaksARule(String changes, int status, String path) {
        Answer answer = start(changes);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
        assertThat(answer.body().at("/violations/0/path").asString()).isEqualTo(path);
        assertThat(caller.get(PATH).body().path("items")).isEmpty();
    }

    @Test
    void unknownFieldsAreIgnoredWithAWarningOrRefusedWhereThatIsAskedFor() {
        String body =
                """
                {'from': '%s', 'to': '%s', 'form': 1, 'changes':
                 {'creatives': [], 'lineItems': [{'id': 'first', 'weihgt': 2}]}}\
                """
                        .formatted(HOUR_AGO, NOW);

        Answer strict = caller.post(PATH + "?strict=true", body);
        assertThat(strict.status()).isEqualTo(422);
        assertThat(strict.body().path("violations").valueStream())
                .allMatch(violation -> violation.path("rule").asString().equals("unknown_field"))
                .extracting(violation -> violation.path("path").asString())
                .containsExactlyInAnyOrder(
                        "form", "changes.creatives", "changes.lineItems[0].weihgt");
        assertThat(caller.get(PATH).body().path("items")).isEmpty();
        Answer started = caller.post(PATH, body);
        assertThat(started.body().path("warnings").valueStream())
                .extracting(warning -> warning.path("path").asString())
                .containsExactlyInAnyOrder(
                        "form", "changes.creatives", "changes.lineItems[0].weihgt");
        assertThat(ended(started).has("warnings")).isFalse();
    }

    @Test
    void refusesTimesOutOfOrder() {
        Answer none = caller.post(PATH, "{}");
        Answer turned = caller.post(PATH, "{'from': '%s', 'to': '%s'}".formatted(NOW, HOUR_AGO));

        assertThat(none.status()).isEqualTo(400);
        assertThat(none.body().path("field").asString()).isEqualTo("from");
        assertThat(turned.status()).isEqualTo(400);
        assertThat(turned.body().path("field").asString()).isEqualTo("from");
    }

    /// Another org's resources are none of this one's, whatever they are called.
    @Test
    void changesNothingOfAnotherOrg() {
        Caller other = server.newOrg();

        Answer answer =
                other.post(
                        PATH,
                        """
                        {'from': '%s', 'to': '%s', 'changes': {'lineItems': [{'id': 'first'}],
                         'campaigns': [{'id': 'c'}], 'adUnits': [{'id': 'u'}]}}\
                        """
                                .formatted(HOUR_AGO, NOW));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().path("violations").valueStream())
                .extracting(violation -> violation.path("path").asString())
                .containsExactlyInAnyOrder(
                        "changes.adUnits[0].id",
                        "changes.campaigns[0].id",
                        "changes.lineItems[0].id");
    }

    @Test
    void timesWithoutRequestsHaveNothing() {
        for (Instant from : List.of(Instant.EPOCH, NOW.plus(Duration.ofDays(30)))) {
            Answer started =
                    caller.post(
                            PATH,
                            "{'from': '%s', 'to': '%s', 'changes': {}}"
                                    .formatted(from, from.plusMillis(1)));

            JsonNode found = ended(started);

            assertThat(found.path("requests").asInt()).isZero();
            assertThat(found.path("actual")).isEmpty();
            assertThat(found.path("simulated")).isEmpty();
            assertThat(found.path("unknownRelevance").asDouble()).isZero();
        }
    }

    /// As of the whole time that can be asked for.
    @Test
    void spanMayBeginBeforeTheJournal() {
        Answer started =
                caller.post(
                        PATH,
                        "{'from': '%s', 'to': '%s'}"
                                .formatted(NOW.minus(Duration.ofDays(3_660)), NOW));

        assertThat(ended(started).path("requests").asInt()).isEqualTo(REQUESTS);
        assertThat(
                        caller.post(
                                        PATH,
                                        "{'from': '-999999999-01-01T00:00:00Z', 'to': '%s'}"
                                                .formatted(NOW))
                                .status())
                .isEqualTo(400);
    }

    @Test
    void severalAtOnceAreMadeOneAfterTheOther() {
        List<Answer> started =
                List.of(
                        start("{'lineItems': [{'id': 'first', 'status': 'paused'}]}"),
                        start("{}"),
                        start("{'lineItems': [{'id': 'second', 'status': 'paused'}]}"));

        assertThat(ended(started.get(0)).at("/simulated/0/lineItemId").asString())
                .isEqualTo("second");
        assertThat(ended(started.get(1)).at("/simulated/0/lineItemId").asString())
                .isEqualTo("first");
        assertThat(ended(started.get(2)).at("/simulated/0/lineItemId").asString())
                .isEqualTo("first");
    }

    @Test
    void listsThoseOfTheOrgAlone() {
        JsonNode found = ended("{}");
        String path = PATH + "/" + found.path("id").asString();

        assertThat(caller.get(PATH).body().path("items")).hasSize(1);
        assertThat(caller.get(PATH).body().at("/items/0/status").asString()).isEqualTo("done");
        Caller other = server.newOrg();
        assertThat(other.get(path).status()).isEqualTo(404);
        assertThat(other.get(PATH).body().path("items")).isEmpty();
    }

    /// What another instance left is made by this one.
    @Test
    void takesOverWhatAnotherInstanceLeft() {
        leave("left", "gone");
        assertThat(caller.get(PATH + "/left").body().path("progress").asDouble()).isEqualTo(0.25);

        Eventually.holds(
                "it ended",
                () -> caller.get(PATH + "/left").body().path("status").asString().equals("done"));

        assertThat(caller.get(PATH + "/left").body().at("/actual/0/fetches").asInt())
                .isEqualTo(REQUESTS);
    }

    @Test
    void isMadeNoMoreAfterThreeInstancesEndedWhileTheyMadeIt() {
        leave("deadly", "first");
        leave("deadly", "second");
        leave("deadly", "third");

        Eventually.holds(
                "it is given up",
                () ->
                        caller.get(PATH + "/deadly")
                                .body()
                                .path("status")
                                .asString()
                                .equals("failed"));

        JsonNode failed = caller.get(PATH + "/deadly").body();
        assertThat(failed.path("reason").asString()).isEqualTo("internal_error");
        assertThat(failed.path("description").asString()).contains("3 processes ended");
    }

    private static void leave(String id, String instance) {
        SimulationRecorded left =
                SimulationRecorded.newBuilder()
                        .setOrgId(server.lastOrgId())
                        .setSimulationId(id)
                        .setInstance(instance)
                        .setRecordedAt(NOW.minusSeconds(60))
                        .setStartedAt(NOW.minusSeconds(90))
                        .setFrom(HOUR_AGO)
                        .setTo(NOW)
                        .setChanges("{}")
                        .setStatus("running")
                        .setProgress(0.25)
                        .build();
        var _ = server.simulations().write(server.lastOrgId() + '/' + id, left);
    }
}
