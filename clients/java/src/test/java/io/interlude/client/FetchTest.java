package io.interlude.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.client.StubServer.Asked;
import io.interlude.client.StubServer.Reply;
import io.interlude.client.api.Amount;
import io.interlude.client.api.Consent;
import io.interlude.client.api.Decision;
import io.interlude.client.api.Include;
import io.interlude.client.api.NativePayload;
import io.interlude.client.api.Turn;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

final class FetchTest {
    /// How late a machine with too much to do may be.
    private static final Duration SLOW_MACHINE = Duration.ofSeconds(3);

    private static final Duration LONG = Duration.ofSeconds(30);

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

    private InterludeClient client(String url, Duration timeout) {
        InterludeClient client =
                new InterludeClient(
                        ClientOptions.of(url, "il_fetch_k")
                                .timeout(timeout)
                                .onProblem(problems::add));
        open.add(client);
        return client;
    }

    private static FetchRequest<NativePayload> everything() {
        return FetchRequest.card()
                .adUnit("pause")
                .subscriber("s")
                .conversation("c")
                .turn(4)
                .attributes(Map.of("country", "US"))
                .context(List.of(Turn.user("hello"), Turn.assistant("héllo")))
                .include(Include.PRICE, Include.EXPECTED_VALUE)
                .sensitive(false)
                .child(true)
                .consent(new Consent(true, "t", null))
                .count(2)
                .test(true);
    }

    @Test
    void givesTheAdAndAsksWithEveryFieldInTheBody() throws IOException {
        StubServer server =
                server(_ ->
                        Reply.of(
                                200,
                                """
                                {"messageId": "native-1", "format": "native", "new": 1,
                                 "payload": {"title": "T", "disclosure": "Ad", "actions":
                                    [{"text": "Go", "navigate": {"url": "http://a"}, "x": 1}]},
                                 "properties": {"a": "b"},
                                 "decision": {"price":
                                    {"model": "cpc", "amount": {"amount": "1.50", "currency": "EUR"}},
                                    "relevance": 0.5}}\
                                """));

        Optional<Ad<NativePayload>> ad =
                client(server.url() + "/", LONG)
                        .fetchAd(everything().idempotencyKey("k-1").timeout(LONG));

        NativePayload.Action action =
                new NativePayload.Action("Go", new NativePayload.Navigate("http://a"));
        assertThat(ad)
                .contains(
                        new Ad<>(
                                "native-1",
                                "native",
                                new NativePayload("T", null, null, null, "Ad", List.of(action)),
                                Map.of("a", "b"),
                                new Decision(
                                        new Decision.Price("cpc", new Amount("1.50", "EUR")),
                                        null,
                                        null,
                                        0.5,
                                        null),
                                List.of()));
        Asked asked = server.requests().getFirst();
        assertThat(asked.path()).isEqualTo("/v1/fetch/v2");
        assertThat(asked.headers())
                .containsEntry("Authorization", "Bearer il_fetch_k")
                .containsEntry("Idempotency-key", "k-1");
        assertThat(asked.body())
                .isEqualTo(
                        JsonMapper.shared()
                                .readTree(
                                        """
                                        {"adUnit": "pause", "subscriber": "s", "conversation": "c",
                                         "turn": 4, "attributes": {"country": "US"},
                                         "context": [{"role": "user", "text": "hello"},
                                                     {"role": "assistant", "text": "héllo"}],
                                         "include": ["price", "expectedValue"], "sensitive": false,
                                         "child": true, "consent": {"subscriber": true, "tcf": "t"},
                                         "count": 2, "test": true}\
                                        """));
        assertThat(problems).isEmpty();
    }

    @Test
    void givesSeveralAds() throws IOException {
        String ads = "{\"ads\": [" + StubServer.AD + "," + StubServer.AD + "]}";
        StubServer server = server(_ -> Reply.of(200, ads));

        FetchResult<NativePayload> result =
                client(server.url(), LONG).fetch(FetchRequest.card().count(3));

        assertThat(result.ads()).hasSize(2).allMatch(ad -> ad.payload().title().equals("T"));
        assertThat(result.reason()).isNull();
    }

    @Test
    void asksForAFlowAndForTheReason() throws IOException {
        StubServer server =
                server(_ ->
                        Reply.of(
                                200,
                                """
                                {"filled": false, "reason": "no_demand", "message": "None.",
                                 "disqualifications": [{"lineItemId": "l", "lineItemName": "L",
                                    "rule": "a_new_rule", "message": "M"}]}\
                                """));

        FetchResult<?> result = client(server.url(), LONG).fetch(FetchRequest.flow().debug());

        assertThat(result.reason()).isEqualTo("no_demand");
        assertThat(result.message()).isEqualTo("None.");
        assertThat(result.disqualifications()).extracting("rule").containsExactly("a_new_rule");
        assertThat(server.requests().getFirst().path()).isEqualTo("/v1/fetch/v2?debug=1");
        assertThat(server.requests().getFirst().body().toString())
                .isEqualTo("{\"adFormat\":\"Flow\"}");
        assertThat(problems).isEmpty();
    }

    @Test
    void hasNoAdWhenNothingFits() throws IOException {
        InterludeClient client = client(server(_ -> Reply.of(204, "")).url(), LONG);

        assertThat(client.fetch(FetchRequest.sms()).reason()).isEqualTo("no_fill");
        assertThat(client.fetchAd(FetchRequest.botPlatform())).isEmpty();
        assertThat(problems).isEmpty();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(401, "{\"reason\": \"invalid_api_key\"}", "invalid_api_key"),
                Arguments.of(500, "<html>", "unavailable"),
                Arguments.of(200, "<html>", "invalid_answer"),
                Arguments.of(200, "null", "invalid_answer"),
                Arguments.of(200, "[]", "invalid_answer"),
                Arguments.of(200, "{\"messageId\": \"m\", \"payload\": 7}", "invalid_answer"),
                Arguments.of(200, "{\"ads\": [7]}", "invalid_answer"),
                Arguments.of(302, "", "invalid_answer"),
                Arguments.of(0, "", "timeout"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void hasNoAdWhateverGoesWrongAndTellsOfIt(int status, String body, String reason)
            throws IOException {
        StubServer server = server(_ -> status == 0 ? null : Reply.of(status, body));
        Duration timeout = status == 0 ? Duration.ofMillis(300) : LONG;
        InterludeClient client = client(server.url(), timeout);

        long started = System.nanoTime();
        assertThat(client.fetch(everything()).reason()).isEqualTo(reason);
        assertThat(client.fetchAsync(everything()).join().reason()).isEqualTo(reason);

        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isLessThan(timeout.multipliedBy(2).plus(SLOW_MACHINE));
        assertThat(problems).extracting(Problem::reason).containsExactly(reason, reason);
        assertThat(problems.toString()).doesNotContain("il_fetch_k", "hello");
    }

    @Test
    void givesUpInTimeWhileAnAnswerDripsIn() throws Exception {
        CountDownLatch cut = new CountDownLatch(1);
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> drip(listener, cut));
            InterludeClient client =
                    client("http://127.0.0.1:" + listener.getLocalPort(), Duration.ofMillis(200));

            long started = System.nanoTime();
            assertThat(client.fetch(FetchRequest.card()).reason()).isEqualTo("timeout");

            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(SLOW_MACHINE);
            assertThat(cut.await(30, TimeUnit.SECONDS)).as("the connection is cut").isTrue();
        }
    }

    /// One byte of the body after the other, until the connection is cut.
    private static void drip(ServerSocket listener, CountDownLatch cut) {
        try (Socket near = listener.accept();
                OutputStream out = near.getOutputStream()) {
            out.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            while (!cut.await(10, TimeUnit.MILLISECONDS)) {
                out.write(' ');
                out.flush();
            }
        } catch (IOException e) {
            cut.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aThousandFetchesFromAServerThatIsKilledEndInTime() throws IOException {
        StubServer server = server(_ -> Reply.of(200, StubServer.AD));
        Duration timeout = Duration.ofSeconds(5);
        InterludeClient client = client(server.url(), timeout);
        assertThat(client.fetchAd(FetchRequest.card())).isPresent();
        server.stop();

        long longest = 0;
        for (int call = 0; call < 1_000; call++) {
            long started = System.nanoTime();
            assertThat(client.fetchAd(FetchRequest.card().context("hello"))).isEmpty();
            longest = Math.max(longest, System.nanoTime() - started);
        }

        assertThat(Duration.ofNanos(longest)).isLessThan(timeout);
        assertThat(problems).hasSize(1_000).extracting(Problem::reason).containsOnly("unavailable");
    }

    @Test
    void fetchesSideBySide() throws IOException {
        StubServer server =
                server(asked ->
                        Reply.of(
                                200,
                                StubServer.AD.replace(
                                        "native-1", asked.body().path("subscriber").asString())));
        InterludeClient client = client(server.url(), Duration.ofSeconds(60));

        List<CompletableFuture<Optional<Ad<NativePayload>>>> calls =
                IntStream.range(0, 200)
                        .mapToObj(number ->
                                client.fetchAdAsync(FetchRequest.card().subscriber("s-" + number)))
                        .toList();

        for (int number = 0; number < calls.size(); number++) {
            assertThat(calls.get(number).join().map(Ad::messageId)).contains("s-" + number);
        }
    }

    @Test
    void anInterruptEndsAFetchAndIsKept() throws IOException {
        InterludeClient client = client(server(_ -> null).url(), LONG);

        Thread.currentThread().interrupt();

        assertThat(client.fetch(FetchRequest.card()).reason()).isEqualTo("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void neverThrowsForWhatIsNoJsonALogThatFailsOrAClientThatIsClosed() throws IOException {
        StubServer server = server(_ -> Reply.of(200, StubServer.AD));
        InterludeClient client =
                new InterludeClient(
                        ClientOptions.of(server.url(), "k")
                                .onProblem(_ -> {
                                    throw new IllegalStateException("log");
                                }));
        open.add(client);
        FetchRequest<?> noJson = FetchRequest.card().attributes(Map.of("a", new Object()));

        assertThat(client.fetch(noJson).reason()).isEqualTo("invalid_request");
        assertThat(client.fetchAsync(noJson).join().reason()).isEqualTo("invalid_request");
        client.close();
        assertThat(client.fetch(FetchRequest.card()).reason()).isEqualTo("unavailable");
        assertThat(client.fetchAsync(FetchRequest.card()).join().reason()).isEqualTo("unavailable");
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        ClientOptions options = ClientOptions.of("https://ads.example.com/base", "k");
        assertThatThrownBy(() -> ClientOptions.of("ads.example.com", "k"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("url");
        assertThatThrownBy(() -> ClientOptions.of("https://a", "a key"))
                .hasMessageContaining("key");
        assertThatThrownBy(() -> options.timeout(Duration.ZERO)).hasMessageContaining("timeout");
        assertThatThrownBy(() -> options.flushInterval(Duration.ofMillis(-1)))
                .hasMessageContaining("flushInterval");
        assertThatThrownBy(() -> options.maxQueuedEvents(0))
                .hasMessageContaining("maxQueuedEvents");
        assertThatThrownBy(() -> FetchRequest.card().idempotencyKey("a\nb"))
                .hasMessageContaining("idempotencyKey");
        assertThatThrownBy(() -> FetchRequest.card().timeout(Duration.ZERO))
                .hasMessageContaining("timeout");
    }

    @Test
    void printsNoKeyAndNoWords() {
        assertThat(
                        Stream.of(ClientOptions.of("http://a", "il_fetch_k"), everything())
                                .map(Objects::toString))
                .noneMatch(text -> text.contains("il_fetch_k") || text.contains("hello"));
    }
}
