package io.interlude.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.client.StubServer.Asked;
import io.interlude.client.StubServer.Reply;
import io.interlude.client.api.Event;
import io.interlude.client.api.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class EventsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<Problem> problems = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private StubServer server(Function<Asked, @Nullable Reply> answer) throws IOException {
        StubServer server = new StubServer(answer);
        open.add(server);
        return server;
    }

    private InterludeClient client(StubServer server, UnaryOperator<ClientOptions> more) {
        InterludeClient client =
                new InterludeClient(
                        more.apply(
                                ClientOptions.of(server.url(), "il_fetch_k")
                                        .flushInterval(MINUTE)
                                        .onProblem(problems::add)));
        open.add(() -> client.close(Duration.ZERO));
        return client;
    }

    private InterludeClient client(StubServer server) {
        return client(server, UnaryOperator.identity());
    }

    private static Event read(String messageId) {
        return Event.of(messageId, EventType.READ);
    }

    private static List<Integer> sizes(StubServer server) {
        return server.requests().stream().map(asked -> asked.body().path("events").size()).toList();
    }

    private static List<String> keys(StubServer server) {
        return server.requests().stream()
                .map(asked -> asked.headers().getOrDefault("Idempotency-key", ""))
                .toList();
    }

    @Test
    void sendsWhatWasReportedInOrderInOneRequestByItself() throws IOException {
        StubServer server = server(StubServer::recorded);
        InterludeClient client =
                client(server, options -> options.flushInterval(Duration.ofMillis(100)));

        client.report(Event.of("native-1", EventType.SEND).at(Instant.ofEpochMilli(7)));
        client.report(
                Event.of("native-1", EventType.CONVERSION)
                        .at(Instant.ofEpochMilli(8))
                        .subscriber("s")
                        .eventData(Map.of("value", "9.50")));

        assertThat(client.pendingEvents()).isEqualTo(2);
        Eventually.holds(() -> client.pendingEvents() == 0);
        assertThat(server.requests()).hasSize(1);
        Asked asked = server.requests().getFirst();
        assertThat(asked.path()).isEqualTo("/v1/events");
        assertThat(asked.body())
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"events": [
                                          {"version": 2, "eventType": "send", "fetchEventId": "native-1",
                                           "timestamp": 7},
                                          {"version": 2, "eventType": "conversion", "fetchEventId": "native-1",
                                           "timestamp": 8, "subscriber": "s",
                                           "eventData": {"value": "9.50"}}]}\
                                        """));
        assertThat(problems).isEmpty();
    }

    @Test
    void sendsAtMost500InOneRequestEachOnce() throws IOException {
        StubServer server = server(StubServer::recorded);
        InterludeClient client = client(server);
        List<String> ids = IntStream.range(0, 1_234).mapToObj(n -> "native-" + n).toList();

        ids.forEach(id -> client.report(read(id)));

        assertThat(client.flush(LONG)).isTrue();
        assertThat(sizes(server)).allMatch(size -> size <= 500);
        assertThat(server.events()).isEqualTo(ids);
        assertThat(keys(server)).doesNotHaveDuplicates();
    }

    @Test
    void keepsARequestBelowTheServicesLimit() throws IOException {
        StubServer server = server(StubServer::recorded);
        InterludeClient client = client(server);

        for (int number = 0; number < 300; number++) {
            client.report(read("native-" + number).eventData(Map.of("text", "漢".repeat(1_300))));
        }

        assertThat(client.flush(LONG)).isTrue();
        assertThat(server.events()).hasSize(300);
        assertThat(server.requests())
                .allMatch(asked ->
                        Integer.parseInt(asked.headers().get("Content-length")) < 1_048_576);
    }

    @Test
    void putsTwoEventsThatSayTheSameIntoTwoRequests() throws IOException {
        StubServer server = server(StubServer::recorded);
        InterludeClient client = client(server);

        for (int time = 0; time < 3; time++) {
            client.report(read("native-1").at(Instant.ofEpochMilli(5)));
        }

        assertThat(client.flush(LONG)).isTrue();
        assertThat(sizes(server)).containsExactly(1, 1, 1);
        assertThat(keys(server)).doesNotHaveDuplicates();
    }

    @Test
    void sendsABatchAgainUnderItsKeyAndOfItOnlyWhatIsNotSettled() throws IOException {
        StubServer server =
                server(asked ->
                        switch (asked.number()) {
                            case 1 -> new Reply(503, Map.of("Retry-After", "0.01"), "");
                            case 2 ->
                                    Reply.of(
                                            200,
                                            """
                                            {"results": [{"status": 201},
                                             {"status": 503, "reason": "journal_unavailable"},
                                             {"status": 422, "reason": "unknown_fetch"}]}\
                                            """);
                            default -> StubServer.recorded(asked);
                        });
        InterludeClient client = client(server);

        List.of("a", "b", "c").forEach(id -> client.report(read(id)));

        assertThat(client.flush(LONG)).isTrue();
        assertThat(server.events()).containsExactly("a", "b", "c", "a", "b", "c", "b");
        assertThat(new HashSet<>(keys(server))).hasSize(1);
        assertThat(problems)
                .extracting(problem -> problem.reason() + " " + problem.lostEvents())
                .containsExactly("unavailable 0", "journal_unavailable 0", "unknown_fetch 1");
    }

    @Test
    void givesUpWhatIsRefusedAsAWhole() throws IOException {
        StubServer server =
                server(_ ->
                        Reply.of(
                                401,
                                "{\"reason\": \"invalid_api_key\", \"description\": \"No.\"}"));
        InterludeClient client = client(server);

        client.report(read("native-1"));
        client.report(read("native-2"));

        assertThat(client.flush(LONG)).isTrue();
        assertThat(problems)
                .containsExactly(new Problem("report", "invalid_api_key", 2, 401, "No."));
    }

    @Test
    void holdsAtMostWhatItMayAndTakesNothingOnceClosed() throws IOException {
        InterludeClient client = client(server(_ -> null), options -> options.maxQueuedEvents(2));

        assertThat(client.report(read("native-1"))).isTrue();
        assertThat(client.report(read("native-2"))).isTrue();
        assertThat(client.report(read("native-3"))).isFalse();
        assertThat(client.report(read("native-3").eventData(Map.of("a", new Object())))).isFalse();
        assertThat(client.close(Duration.ofMillis(50))).isFalse();
        assertThat(client.report(read("native-4"))).isFalse();

        assertThat(client.pendingEvents()).isZero();
        assertThat(problems)
                .extracting(problem -> problem.reason() + " " + problem.lostEvents())
                .contains("queue_full 1", "invalid_event_data 1", "abandoned 2", "closed 1");
    }

    @Test
    void whatWasReportedWhileTheServerWasAwayArrivesOnceWhenItIsBack() throws IOException {
        StubServer server = server(StubServer::recorded);
        InterludeClient client =
                client(server, options -> options.flushInterval(Duration.ofMillis(5)));
        server.stop();

        IntStream.range(0, 700).forEach(n -> client.report(read("native-" + n)));
        assertThat(client.flush(Duration.ofMillis(300))).isFalse();
        server.startAgain();

        Eventually.holds(() -> client.pendingEvents() == 0);
        assertThat(server.events()).hasSize(700).doesNotHaveDuplicates();
    }

    @Test
    void takesEventsFromManyThreads() throws Exception {
        StubServer server = server(StubServer::recorded);
        InterludeClient client =
                client(server, options -> options.flushInterval(Duration.ofMillis(5)));
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            String prefix = "native-" + thread + "-";
            threads.add(
                    Thread.ofVirtual()
                            .start(() ->
                                    IntStream.range(0, 200)
                                            .forEach(n -> client.report(read(prefix + n)))));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(client.flush(LONG)).isTrue();
        assertThat(server.events()).hasSize(1_600).doesNotHaveDuplicates();
    }

    @Test
    void closingSendsWhatWaits() throws IOException {
        StubServer server = server(StubServer::recorded);
        try (InterludeClient client =
                new InterludeClient(ClientOptions.of(server.url(), "k").flushInterval(MINUTE))) {
            client.report(read("native-1"));
        }
        assertThat(server.events()).containsExactly("native-1");
    }

    @Test
    void aProcessThatEndsSendsWhatWaitsOrEndsAllTheSame() throws Exception {
        StubServer server = server(StubServer::recorded);

        assertThat(reportInAProcess(server.url())).isTrue();
        assertThat(server.events()).isEqualTo(Collections.nCopies(1, "native-process"));
        server.stop();
        assertThat(reportInAProcess(server.url())).isTrue();
    }

    /// True when it ended with 0.
    private static boolean reportInAProcess(String url) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process =
                new ProcessBuilder(
                                java.toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ReportAndEnd.class.getName(),
                                url)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        return ended && process.exitValue() == 0;
    }
}
