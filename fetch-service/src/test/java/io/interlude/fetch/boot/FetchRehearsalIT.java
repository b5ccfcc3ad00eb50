package io.interlude.fetch.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.ContextHash;
import io.interlude.fetch.context.ContextReader;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.fetch.request.FetchHandler;
import io.interlude.kit.http.HttpEndpoint;
import io.interlude.kit.rehearsal.RehearsalRun;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class FetchRehearsalIT {
    private static final int ENOUGH = 300;

    @Test
    void everyRequestIsAnsweredAsInEarnest() {
        FetchSettings settings =
                new FetchSettings(
                        URI.create("https://il.example"), Duration.ofMillis(200), 1_000, null, 1);
        FetchRehearsal rehearsal =
                new FetchRehearsal(
                        settings,
                        new FetchHandler.Understanding(
                                new ContextReader(new NeverAsked(), null),
                                new ContextHash(RunningFetch.SIGNING_KEYS)));
        RehearsalRun run =
                new RehearsalRun(
                        List.of(rehearsal),
                        (stage, routes) ->
                                new HttpEndpoint(
                                        new HttpEndpoint.Limits(
                                                "127.0.0.1",
                                                0,
                                                16_384,
                                                16_384,
                                                Duration.ofSeconds(30),
                                                Duration.ofSeconds(30),
                                                Duration.ofMillis(500)),
                                        routes,
                                        stage.meters(),
                                        0),
                        Duration.ofMillis(100));

        run.begin();
        long deadlineNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (run.played() < ENOUGH && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        run.end();

        assertThat(run.played()).isGreaterThanOrEqualTo(ENOUGH);
        assertThat(run.unexpected()).isZero();
    }

    /// The rehearsal's fetches have no context.
    private static final class NeverAsked implements ContextEngine {
        @Override
        public CompletableFuture<Void> index(OrgCatalogue catalogue) {
            throw new UnsupportedOperationException("index");
        }

        @Override
        public ContextReading read(Conversation conversation, OrgCatalogue catalogue) {
            throw new UnsupportedOperationException("read");
        }
    }
}
