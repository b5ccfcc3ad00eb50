package io.interlude.report.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryHistory;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.EncryptedEvent;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.ShadowWin;
import io.interlude.schema.StateRead;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Explained decisions over a socket. What is in them is the journey's to check.
class ExplainHandlerIT {
    static {
        TrustedClasses.install();
    }

    private static final Instant AT = Instant.parse("2026-03-02T09:00:00Z");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final FetchIdProof PROOF =
            new FetchIdProof(new SigningKeys(List.of(new byte[32])));

    private final InMemoryHistory history = new InMemoryHistory(3);
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new ExplainHandler(
                                        new FixedKeys(),
                                        history,
                                        (orgId, revision) ->
                                                CompletableFuture.completedFuture(
                                                        revision == 1
                                                                ? new NamedCatalogue().org(orgId)
                                                                : Optional.empty()),
                                        PROOF)),
                        new SimpleMeterRegistry());
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @Test
    void explainsANoFill() throws Exception {
        FetchId id = id(Cells.ORG, 1);
        add(aNoFill(id, Cells.ORG, 1, state()));

        JsonNode decision = expect(200, id);

        assertThat(decision.path("filled").asBoolean()).isFalse();
        assertThat(decision.path("reason").asString()).isEqualTo("no_demand");
        assertThat(decision.path("recomputed").toString())
                .isEqualTo("{\"matches\":true,\"complete\":true,\"differences\":[]}");
        assertThat(decision.path("disqualifications")).hasSize(2);
        assertThat(decision.toString()).doesNotContain("someone");
    }

    @Test
    void saysWhatDiffers() throws Exception {
        FetchId id = id(Cells.ORG, 2);
        AdNotFilled forged = aNoFill(id, Cells.ORG, 1, state());
        forged.setReason("frequency_capped");
        add(forged);

        JsonNode recomputed = expect(200, id).path("recomputed");

        assertThat(recomputed.path("matches").asBoolean()).isFalse();
        assertThat(recomputed.path("differences").get(0).path("recorded").asString())
                .isEqualTo("no ad: frequency_capped");
    }

    @Test
    void showsShadowsAndJudgesThemAgain() throws Exception {
        FetchId id = id(Cells.ORG, 7);
        AdNotFilled forged = aNoFill(id, Cells.ORG, 1, state());
        forged.setShadows(List.of(new ShadowWin("c-1", "no-shadow", 2_000L, "EUR", 0.5, null)));
        add(forged);

        JsonNode decision = expect(200, id);

        assertThat(decision.path("shadows").toString())
                .isEqualTo(
                        "[{\"lineItemId\":\"no-shadow\",\"campaignId\":\"c-1\",\"relevance\":0.5,"
                                + "\"wouldSpend\":{\"amount\":\"0.002\",\"currency\":\"EUR\"}}]");
        assertThat(decision.at("/recomputed/differences/0/what").asString()).isEqualTo("no-shadow");
    }

    @Test
    void refusesWhatIsNotThere() throws Exception {
        FetchId foreign = id("org-2", 3);
        add(aNoFill(foreign, "org-2", 1, state()));
        expect(404, foreign);
        expect(404, id(Cells.ORG, 4));

        FetchId old = id(Cells.ORG, 5);
        add(aNoFill(old, Cells.ORG, 9, state()));
        assertThat(expect(410, old).path("reason").asString()).isEqualTo("catalogue_gone");

        FetchId first = id(Cells.ORG, 6);
        add(aNoFill(first, Cells.ORG, 1, null));
        assertThat(expect(410, first).path("reason").asString()).isEqualTo("decision_gone");

        FetchId past = id(Cells.ORG, 8);
        AdNotFilled outline = aNoFill(past, Cells.ORG, 1, state());
        outline.setEncrypted(new EncryptedEvent(1, ""));
        add(outline);
        assertThat(expect(410, past).path("reason").asString()).isEqualTo("past_retention");

        history.beUnavailable();
        expect(503, old);
    }

    private void add(AdNotFilled event) {
        history.add(AT, event, CountingVerdict.COUNTED, null);
    }

    private JsonNode expect(int status, FetchId id) throws Exception {
        URI uri =
                URI.create(
                        "http://127.0.0.1:%d/v1/journal/%s/decision"
                                .formatted(endpoint.port(), id));
        HttpResponse<String> answer =
                CLIENT.send(
                        HttpRequest.newBuilder(uri)
                                .header("Authorization", "Bearer " + "il_read_1")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return Json.MAPPER.readTree(answer.body());
    }

    private static FetchId id(String orgId, int sequence) {
        return PROOF.make(new OrgId(orgId), AT.toEpochMilli(), 0, sequence);
    }

    private static StateRead state() {
        return StateRead.newBuilder()
                .setFrequency(FrequencyReading.not_read)
                .setCandidateCount(0)
                .build();
    }

    private static AdNotFilled aNoFill(
            FetchId id, String orgId, long revision, @Nullable StateRead state) {
        return AdNotFilled.newBuilder()
                .setEventId(id.uuid().toString())
                .setEventType(EventType.no_fill)
                .setOccurredAt(AT)
                .setReceivedAt(AT)
                .setOrgId(orgId)
                .setFetchId(id.toString())
                .setSubscriber("someone")
                .setTest(false)
                .setSource(EventSource.fetch)
                .setAdUnitId("home")
                .setAdUnitCode("home")
                .setFormat(RenderFormat.native$)
                .setContextBytes(0)
                .setAttributesJson("{}")
                .setCatalogueRevision(revision)
                .setSeed(1)
                .setCandidates(List.of())
                .setReason("no_demand")
                .setState(state)
                .build();
    }
}
