package io.interlude.report.audit.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.audit.JournalReplay;
import io.interlude.report.audit.ListedJournal;
import io.interlude.report.audit.SealedHours;
import io.interlude.report.audit.ServedCells;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.fixture.NamedCatalogue;
import io.interlude.report.rollup.ReportReader;
import io.interlude.schema.AuditRecorded;
import io.interlude.schema.topic.Topics;
import io.interlude.web.job.Jobs;
import io.interlude.web.job.KeptJobs;
import io.interlude.web.limits.Admission;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Audits over a socket.
class AuditHandlerIT {
    private static final InstantSource CLOCK =
            InstantSource.fixed(AuditedEvents.AT.plusSeconds(600));
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final InMemoryRollups rollups = new InMemoryRollups();
    private final InMemoryReach reach = new InMemoryReach();
    private final ListedJournal journal = new ListedJournal();
    private final SealedHours sealed = new SealedHours();
    private final CountDownLatch applied = new CountDownLatch(1);
    private final KeptJobs<AuditRequest, AuditResult, AuditRecorded> kept =
            AuditForm.kept(this::write);
    private Jobs<AuditRequest, AuditResult, AuditRecorded> audits;
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        AuditRun run =
                AuditRun.of(
                        new JournalReplay(
                                journal::consumer,
                                journal.deserializer(),
                                _ -> 0,
                                new AttributionWindow(Duration.ofDays(30))),
                        (_, _) -> awaitApplied(),
                        new ServedCells(
                                rollups,
                                reach,
                                new ReportReader(rollups, reach, Duration.ofSeconds(5))),
                        _ -> Optional.of(FlowOutline.NONE),
                        new Admission(Map.of(), new SimpleMeterRegistry())::work,
                        sealed::check);
        audits = AuditForm.jobs(run, kept, CLOCK, new SimpleMeterRegistry());
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new AuditHandler(
                                        new FixedKeys(), run, audits, new NamedCatalogue(), CLOCK)),
                        new SimpleMeterRegistry());
        endpoint.start();
    }

    /// The topic, as its reader has it.
    private CompletableFuture<Void> write(String key, @Nullable AuditRecorded value) {
        ConsumerRecord<String, byte[]> source =
                new ConsumerRecord<>(Topics.AUDITS.name(), 0, 0, key, new byte[0]);
        if (value == null) {
            kept.onTombstone(Topics.AUDITS, source);
        } else {
            kept.onRecord(Topics.AUDITS, source, AuditRecorded.newBuilder(value).build());
        }
        return CompletableFuture.completedFuture(null);
    }

    private void awaitApplied() {
        try {
            applied.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        audits.close();
        endpoint.stop();
    }

    @Test
    void runsUntilItPassed() throws Exception {
        // when
        HttpResponse<String> started = post("il_read_1", "{}");
        JsonNode body = json(started);
        String path = "/v1/audits/" + body.path("id").asString();

        // then
        assertThat(started.statusCode()).isEqualTo(202);
        assertThat(started.headers().firstValue("Location")).contains(path);
        assertThat(body.path("from").asString()).isEqualTo("2026-02-28T10:10:00Z");
        assertThat(body.path("to").asString()).isEqualTo("2026-03-01T10:15:00Z");
        assertThat(json(get("il_mgmt_1", path)).path("status").asString()).isEqualTo("running");
        assertThat(json(get("il_mgmt_1", path)).path("progress").asDouble()).isLessThan(1);
        applied.countDown();
        JsonNode audit = ended(path);
        assertThat(audit.path("status").asString()).isEqualTo("passed");
        assertThat(audit.path("progress").asDouble()).isEqualTo(1);
        assertThat(audit.path("differences").isEmpty()).isTrue();
        assertThat(audit.path("differences").isArray()).isTrue();
    }

    @Test
    void namesADifference() throws Exception {
        // given
        applied.countDown();
        rollups.add(AuditedEvents.cell().setSpendMicros(12_500).build());

        // when
        JsonNode audit = ended("/v1/audits/" + json(post("il_mgmt_1", "{}")).path("id").asString());

        // then
        assertThat(audit.path("status").asString()).isEqualTo("failed");
        assertThat(audit.path("differenceCount").asInt()).isEqualTo(4);
        JsonNode first = audit.path("differences").path(0);
        assertThat(first.path("granularity").asString()).isEqualTo("minute");
        assertThat(first.path("start").asString()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(first.path("lineItem").asString()).isEqualTo("li-1");
        assertThat(first.path("metric").asString()).isEqualTo("spend");
        assertThat(first.path("served").asString()).isEqualTo("0.0125");
        assertThat(first.path("replayed").asString()).isEqualTo("0.00");
        assertThat(first.path("cause").asString()).isEqualTo("billed_otherwise");
    }

    @Test
    void failsForAnHourThatIsNotAsItWasSealed() throws Exception {
        // given: an hour whose records are gone
        applied.countDown();
        sealed.add(SealedHours.anHour("ads.clicks", 0, 1));

        // when
        JsonNode audit = ended("/v1/audits/" + json(post("il_mgmt_1", "{}")).path("id").asString());

        // then
        assertThat(audit.path("status").asString()).isEqualTo("failed");
        assertThat(audit.path("differenceCount").asInt()).isZero();
        assertThat(audit.path("manifests"))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"verified": 0, "unsealed": 0, "notAvailable": 0, "brokenCount": 1,
                                 "broken": [{"topic": "ads.clicks", "partition": 0,
                                   "hour": "2026-03-01T10:00:00Z", "firstOffset": 0, "lastOffset": 1,
                                   "problem": "missing_records",
                                   "description": "Records are gone from the journal."}]}\
                                """));
    }

    @Test
    void saysWhyItCouldNotBeMade() throws Exception {
        // given
        applied.countDown();
        rollups.beUnavailable();

        // when
        JsonNode audit = ended("/v1/audits/" + json(post("il_mgmt_1", "{}")).path("id").asString());

        // then
        assertThat(audit.path("status").asString()).isEqualTo("failed");
        assertThat(audit.path("reason").asString()).isEqualTo("state_unavailable");
    }

    @Test
    void listsTheOrgsOwnNewestFirst() throws Exception {
        // given
        String first = json(post("il_mgmt_1", "{}")).path("id").asString();
        String second = json(post("il_read_1", "{}")).path("id").asString();

        // when, then
        JsonNode items = json(get("il_mgmt_1", "/v1/audits")).path("items");
        assertThat(items)
                .extracting(item -> item.path("id").asString())
                .containsExactly(second, first);
        assertThat(json(get("il_read_2", "/v1/audits")).path("items").isEmpty()).isTrue();
        assertThat(get("il_read_2", "/v1/audits/" + first).statusCode()).isEqualTo(404);
        assertThat(get("il_fetch_1", "/v1/audits").statusCode()).isEqualTo(403);
    }

    @Test
    void outlivesItsProcess() throws Exception {
        // given
        applied.countDown();
        rollups.add(AuditedEvents.cell().setSpendMicros(12_500).build());
        String id = json(post("il_mgmt_1", "{}")).path("id").asString();
        String path = "/v1/audits/" + id;
        JsonNode before = ended(path);
        Eventually.holds(
                "its end is kept",
                () -> !kept.find(new OrgId(Cells.ORG), id).orElseThrow().isRunning());
        JsonNode listed = json(get("il_mgmt_1", "/v1/audits"));

        // when
        stop();
        start();

        // then
        assertThat(json(get("il_mgmt_1", path))).isEqualTo(before);
        assertThat(before.path("changedBy").asString()).isNotEmpty();
        assertThat(before.path("differences")).isNotEmpty();
        assertThat(json(get("il_mgmt_1", "/v1/audits"))).isEqualTo(listed);
        assertThat(get("il_read_2", path).statusCode()).isEqualTo(404);
    }

    @Test
    void isMadeAgainWhenItsProcessEnded() throws Exception {
        // given: one whose process was not heard of for long, and one that another process makes
        String left = json(post("il_mgmt_1", "{}")).path("id").asString();
        String path = "/v1/audits/" + left;
        JsonNode before = json(get("il_mgmt_1", path));
        stop();
        AuditRecorded said = kept.find(new OrgId(Cells.ORG), left).orElseThrow().record();
        said.setRecordedAt(CLOCK.instant().minus(Jobs.ABANDONED_AFTER).minusMillis(1));
        AuditRecorded other = AuditRecorded.newBuilder(said).build();
        other.setAuditId("other");
        other.setRecordedAt(CLOCK.instant().minusSeconds(1));
        write(Cells.ORG + "/other", other).join();
        start();
        assertThat(json(get("il_mgmt_1", path)).path("status").asString()).isEqualTo("running");

        // when
        applied.countDown();
        audits.keepAll();

        // then
        Eventually.holds(
                "the audit has ended",
                () -> !kept.find(new OrgId(Cells.ORG), left).orElseThrow().isRunning());
        JsonNode audit = json(get("il_mgmt_1", path));
        assertThat(audit.path("status").asString()).isEqualTo("passed");
        for (String field : List.of("id", "from", "to", "startedAt", "changedBy")) {
            assertThat(audit.path(field)).isEqualTo(before.path(field));
        }
        assertThat(json(get("il_mgmt_1", "/v1/audits/other")).path("status").asString())
                .isEqualTo("running");
    }

    @Test
    void isMadeNoMoreAfterThreeProcessesEndedWhileTheyMadeIt() throws Exception {
        // given
        String left = json(post("il_mgmt_1", "{}")).path("id").asString();
        Eventually.holds("it is begun", () -> kept.begun(new OrgId(Cells.ORG), left) == 1);
        stop();
        AuditRecorded said = kept.find(new OrgId(Cells.ORG), left).orElseThrow().record();
        said.setRecordedAt(CLOCK.instant().minus(Jobs.ABANDONED_AFTER).minusMillis(1));
        for (String instance : List.of("second", "third")) {
            AuditRecorded begun = AuditRecorded.newBuilder(said).build();
            begun.setInstance(instance);
            write(Cells.ORG + '/' + left, begun).join();
        }
        start();

        // when
        audits.keepAll();

        // then
        JsonNode audit = ended("/v1/audits/" + left);
        assertThat(audit.path("status").asString()).isEqualTo("failed");
        assertThat(audit.path("reason").asString()).isEqualTo("internal_error");
        assertThat(audit.path("description").asString()).contains("3 processes ended");
    }

    @Test
    void keepsTheLatestOfAnOrg() throws Exception {
        // given
        applied.countDown();
        String first = json(post("il_mgmt_1", "{}")).path("id").asString();
        ended("/v1/audits/" + first);
        AuditRecorded past = kept.find(new OrgId(Cells.ORG), first).orElseThrow().record();
        for (int i = 1; i <= KeptJobs.OF_ORG_MAX + 5; i++) {
            AuditRecorded older = AuditRecorded.newBuilder(past).build();
            older.setAuditId("older-" + i);
            older.setStartedAt(past.getStartedAt().minusSeconds(i));
            older.setFound("{}");
            write(Cells.ORG + "/older-" + i, older).join();
        }

        // when
        kept.forget(new OrgId(Cells.ORG));

        // then
        assertThat(kept.list(new OrgId(Cells.ORG)))
                .extracting(each -> each.record().getAuditId())
                .hasSize(KeptJobs.OF_ORG_MAX)
                .contains(first, "older-1", "older-19")
                .doesNotContain("older-20");
    }

    @Test
    void refusesMoreThanAFewAtATime() throws Exception {
        // given
        for (int audit = 0; audit < Jobs.WAITING_OF_ORG_MAX; audit++) {
            assertThat(post("il_mgmt_1", "{}").statusCode()).isEqualTo(202);
        }

        // when
        HttpResponse<String> refused = post("il_mgmt_1", "{}");

        // then
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(json(refused).path("reason").asString()).isEqualTo("rate_limited");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(post("il_read_2", "{}").statusCode()).isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from | {'from': 'yesterday'}",
                "from | {'from': 5}",
                "to | {'to': ''}",
                "from | {'from': '2026-03-01T10:00:00Z', 'to': '2026-03-01T10:00:00Z'}",
                "from | {'from': '1990-03-01T10:00:00Z', 'to': '2026-03-01T10:00:00Z'}",
                "asOf | {'asOf': '2026-03-02T10:00:00Z'}"
            })
    void namesTheFieldAtFault(String field, String body) throws Exception {
        HttpResponse<String> refused = post("il_mgmt_1", body.replace('\'', '"'));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("field").asString()).isEqualTo(field);
    }

    private JsonNode ended(String path) throws Exception {
        Eventually.holds(
                "the audit has ended",
                () ->
                        audits.list(new OrgId(Cells.ORG)).stream()
                                .noneMatch(audit -> "running".equals(audit.get("status"))));
        return json(get("il_mgmt_1", path));
    }

    private HttpResponse<String> get(String key, String path) throws Exception {
        return CLIENT.send(request(key, path).GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String key, String body) throws Exception {
        return CLIENT.send(
                request(key, "/v1/audits")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String key, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path))
                .header("Authorization", "Bearer " + key);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return Json.MAPPER.readTree(answer.body());
    }
}
