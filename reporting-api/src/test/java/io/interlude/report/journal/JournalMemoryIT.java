package io.interlude.report.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.journal.history.FetchStory;
import io.interlude.journal.history.HistoryPage;
import io.interlude.journal.history.HistoryQuery;
import io.interlude.journal.history.JournalHistory;
import io.interlude.journal.waiting.Eventually;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.web.limits.Admission;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The memory that readers of the journal hold, of pages that come when the test says so.
class JournalMemoryIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long ALL = Runtime.getRuntime().maxMemory() / Admission.HEAP_PARTS;

    private final CompletableFuture<HistoryPage> page = new CompletableFuture<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        JournalHistory history =
                new JournalHistory() {
                    @Override
                    public CompletableFuture<HistoryPage> page(HistoryQuery query) {
                        return page;
                    }

                    @Override
                    public CompletableFuture<FetchStory> story(OrgId orgId, FetchId fetchId) {
                        throw new UnsupportedOperationException();
                    }
                };
        endpoint =
                LoopbackServer.of(
                        List.of(
                                new JournalHandler(
                                        new FixedKeys(),
                                        history,
                                        (_, _) -> CompletableFuture.completedFuture(Map.of()),
                                        new FetchIdProof(new SigningKeys(List.of(new byte[32]))),
                                        InstantSource.system())),
                        meters);
        endpoint.start();
    }

    @AfterEach
    void stop() {
        page.complete(new HistoryPage(List.of(), null));
        endpoint.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson", "text/csv", "application/vnd.apache.parquet"})
    void aStreamHoldsTwoPagesFromItsBeginningToItsEnd(String type) {
        CompletableFuture<HttpResponse<String>> answer = ask(type);

        Eventually.equal("held", this::held, (double) JournalPages.STREAM_BYTES);
        page.complete(new HistoryPage(List.of(), null));

        assertThat(answer.join().statusCode()).isEqualTo(200);
        Eventually.equal("held", this::held, 0.0);
    }

    @Test
    void anOrgThatHoldsItsShareGetsNoMoreStreams() {
        long share = ALL / JournalPages.STREAM_BYTES + 1;

        List<CompletableFuture<HttpResponse<String>>> answers =
                Stream.generate(() -> ask("application/x-ndjson")).limit(share).toList();

        assertThat(CompletableFuture.anyOf(answers.toArray(CompletableFuture[]::new)).join())
                .isInstanceOfSatisfying(
                        HttpResponse.class,
                        refused -> assertThat(refused.statusCode()).isEqualTo(503));
        assertThat(held()).isLessThan((double) ALL);
    }

    private double held() {
        return meters.get("http.server.memory").gauge().value();
    }

    private CompletableFuture<HttpResponse<String>> ask(String type) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:"
                                                + endpoint.port()
                                                + "/v1/journal?key=il_read_1"))
                        .header("Accept", type)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
