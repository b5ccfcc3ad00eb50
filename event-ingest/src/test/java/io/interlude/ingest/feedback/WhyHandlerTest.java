package io.interlude.ingest.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.ClickTokens;
import io.interlude.ingest.append.EventSink;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.harness.ArchivedBooking;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.OneCreative;
import io.interlude.ingest.identity.EventIds;
import io.interlude.journal.append.AppendPriority;
import io.interlude.web.access.RateLimits;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.mock.web.reactive.function.server.MockServerRequest;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

class WhyHandlerTest {
    private static final int PER_SECOND = 5;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final WhyHandler handler =
            new WhyHandler(
                    ClickTokens.ofReasons(Fetches.SIGNING_KEYS),
                    new OneCreative(),
                    new ArchivedBooking(),
                    new FeedbackRecorder(new NoSink(), new EventIds(), _ -> Mono.empty(), meters),
                    Duration.ofDays(30),
                    new RateLimits(new RateLimits.Defaults(0, 0, 0, 0, PER_SECOND), meters),
                    InstantSource.fixed(Fetches.NOW));

    private static final class NoSink implements EventSink {
        @Override
        public CompletableFuture<Void> append(JournalEntry<?> entry, AppendPriority priority) {
            throw new AssertionError("nothing is to be recorded");
        }

        @Override
        public int partitionCount() {
            return 1;
        }
    }

    private Map<HttpMethod, HandlerFunction<ServerResponse>> routes() {
        Map<HttpMethod, HandlerFunction<ServerResponse>> routes = new HashMap<>();
        RouteTable[] table = new RouteTable[1];
        table[0] =
                (method, _, handles, _) -> {
                    routes.put(method, handles);
                    return table[0];
                };
        handler.register(table[0]);
        return routes;
    }

    private static Reason refusal(HandlerFunction<ServerResponse> route, String address) {
        MockServerRequest request =
                MockServerRequest.builder()
                        .pathVariable("token", "of-no-fetch")
                        .remoteAddress(new InetSocketAddress(address, 40_000))
                        .build();
        try {
            route.handle(request);
        } catch (ProblemException refused) {
            return refused.problem().reason();
        }
        throw new AssertionError("the token is good");
    }

    @Test
    void whatOneAddressMaySayInASecondIsBounded() {
        HandlerFunction<ServerResponse> say = routes().get(HttpMethod.POST);
        HandlerFunction<ServerResponse> show = routes().get(HttpMethod.GET);
        assertThat(say).isNotNull();
        assertThat(show).isNotNull();
        Set<Reason> said = new HashSet<>();
        Set<Reason> shown = new HashSet<>();

        for (int i = 0; i < 100 * PER_SECOND; i++) {
            said.add(refusal(say, "192.0.2.1"));
            shown.add(refusal(show, "192.0.2.1"));
        }

        assertThat(said).containsExactlyInAnyOrder(Reason.NOT_FOUND, Reason.RATE_LIMITED);
        assertThat(shown).containsExactly(Reason.NOT_FOUND);
        assertThat(refusal(say, "192.0.2.2")).isEqualTo(Reason.NOT_FOUND);
    }
}
