package io.interlude.fetch.boot;

import io.interlude.catalogue.subscriber.Pseudonyms;
import io.interlude.context.engine.ContextSettings;
import io.interlude.context.engine.InProcessContextEngine;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextEngine;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.identity.ContextHash;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.fetch.context.ContextReader;
import io.interlude.fetch.endpoint.FetchHandler;
import io.interlude.fetch.harness.RunningFetch;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.warmup.WarmUpAssertions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FetchWarmUpIT {
    @Test
    void everyRequestIsAnsweredAsExpected() {
        FetchSettings settings =
                new FetchSettings(
                        URI.create("https://il.example"),
                        Duration.ofMillis(200),
                        1_000,
                        null,
                        1,
                        Duration.ofDays(90));
        ContextEngine engine = InProcessContextEngine.load(ContextSettings.DEFAULT, Runnable::run);
        FetchWarmUp warmUp =
                new FetchWarmUp(
                        settings,
                        new FetchHandler.Understanding(
                                new ContextReader(
                                        engine,
                                        new ContextReader.SlowReading(
                                                new NeverAsked(),
                                                new OrgTurns(Runnable::run, 1, 1),
                                                Duration.ofSeconds(1),
                                                null,
                                                new SimpleMeterRegistry().counter("fallbacks"))),
                                new ContextHash(RunningFetch.SIGNING_KEYS),
                                new NoPseudonyms()));

        WarmUpAssertions.assertAnsweredAsExpected(warmUp);
    }

    /// The warm-up knows its own.
    private static final class NoPseudonyms implements Pseudonyms {
        @Override
        public Optional<Subscriber> of(OrgId orgId, SubscriberId id) {
            return Optional.empty();
        }

        @Override
        public Optional<Subscriber> of(OrgId orgId, SubscriberId id, String name) {
            return Optional.empty();
        }
    }

    /// A slow engine, which may be somebody else's server.
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
