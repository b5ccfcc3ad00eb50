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
import io.interlude.journal.reading.JournalCursor;
import io.interlude.report.fixture.FixedKeys;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.server.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A key that is revoked while a long journal is read by it.
class JournalRevocationIT {
    private static final int ALL_PAGES = 1_000;
    private static final int REVOKED_AT = 10;

    private final FixedKeys keys = new FixedKeys();
    private final AtomicInteger pages = new AtomicInteger();
    private HttpEndpoint endpoint;

    @BeforeEach
    void start() {
        JournalHistory history =
                new JournalHistory() {
                    @Override
                    public CompletableFuture<HistoryPage> page(HistoryQuery query) {
                        int page = pages.incrementAndGet();
                        if (page == REVOKED_AT) {
                            keys.revoke("il_read_1");
                        }
                        return CompletableFuture.completedFuture(
                                new HistoryPage(
                                        List.of(),
                                        page == ALL_PAGES
                                                ? null
                                                : new JournalCursor(List.of((long) page))));
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
                                        keys,
                                        history,
                                        (_, _) -> CompletableFuture.completedFuture(Map.of()),
                                        new FetchIdProof(new SigningKeys(List.of(new byte[32]))),
                                        InstantSource.system())),
                        new SimpleMeterRegistry());
        endpoint.start();
    }

    @AfterEach
    void stop() {
        endpoint.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/x-ndjson", "text/csv", "application/vnd.apache.parquet"})
    void noFurtherPageIsReadForIt(String type) {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        "http://127.0.0.1:"
                                                + endpoint.port()
                                                + "/v1/journal?key=il_read_1"))
                        .header("Accept", type)
                        .build();

        assertThat(isWhole(request)).isFalse();
        assertThat(pages.get()).isLessThan(ALL_PAGES / 2);
    }

    /// One that has begun breaks off; one of which nothing is sent yet is a refusal.
    private static boolean isWhole(HttpRequest request) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() != 401;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
