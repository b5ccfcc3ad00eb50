package io.interlude.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.interlude.agent.adcp.AdcpTools;
import io.interlude.agent.adcp.Seller;
import io.interlude.journal.json.Json;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.Owner;
import io.interlude.web.limits.Place;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Calls of tools, to a product that does not answer until it is told to.
class ApiClientTest {
    private static final int CALLS = 100;
    private static final byte[] BODY = "{\"items\":[{\"id\":1},{\"id\":2}]}".getBytes(UTF_8);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Admission admission = new Admission(Map.of(), meters);
    private HttpServer server;
    private ApiClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        client =
                new ApiClient(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null);
    }

    @AfterEach
    void stop() {
        answering.countDown();
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            arrived.add(
                    exchange.getRequestHeaders().getFirst("Authorization")
                            + exchange.getRequestURI().getPath());
            answering.await();
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void manyCallsOfAnOrgLeaveOthersTheirConnections() throws Exception {
        List<CompletableFuture<@Nullable Integer>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(call("busy"));
        }
        calls.add(call("other"));

        arrivedBefore("other");
        answering.countDown();

        for (CompletableFuture<@Nullable Integer> call : calls) {
            assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(200);
        }
    }

    @Test
    void fewTasksOfABuyersProtocolGatherAnswersForAnOrgAtATime() throws Exception {
        McpTool buys =
                AdcpTools.all(
                                client,
                                Seller.at(URI.create("https://ads.example")),
                                InstantSource.system())
                        .stream()
                        .filter(tool -> tool.about().name().equals("get_media_buys"))
                        .findFirst()
                        .orElseThrow();
        List<CompletableFuture<@Nullable ApiAnswer>> tasks = new ArrayList<>();
        for (int i = 0; i <= CALLS; i++) {
            String org = i < CALLS ? "busy" : "other";
            tasks.add(
                    buys.call(caller(org, place(org)), Json.MAPPER.createObjectNode()).toFuture());
        }

        int callsOfTask = 2;
        assertThat(arrivedBefore("other")).isLessThanOrEqualTo(4 * callsOfTask);
        answering.countDown();

        for (CompletableFuture<@Nullable ApiAnswer> task : tasks) {
            assertThat(requireNonNull(task.get(30, TimeUnit.SECONDS)).body().has("media_buys"))
                    .isTrue();
        }
    }

    /// The number of calls that arrived before the first of an org.
    private int arrivedBefore(String org) throws InterruptedException {
        for (int calls = 0; ; calls++) {
            String call =
                    requireNonNull(arrived.poll(10, TimeUnit.SECONDS), "no further call arrived");
            if (call.startsWith("Bearer " + org + "/")) {
                return calls;
            }
        }
    }

    /// A tool may gather what is not small any more when it is put together.
    @Test
    void countsWhatItAnsweredUntilTheCallOfTheToolIsOver() {
        answering.countDown();
        try (Place place = place("busy")) {
            for (int i = 0; i < 10; i++) {
                assertThat(call("busy", place).join()).isEqualTo(200);
            }

            assertThat(held()).isBetween(10.0 * BODY.length, 10_000.0 * BODY.length);
        }
        assertThat(held()).isZero();
    }

    private double held() {
        return meters.get("http.server.memory").gauge().value();
    }

    private Place place(String org) {
        Place place = admission.arriving();
        place.belongsTo(Owner.org(org));
        return place;
    }

    private CompletableFuture<@Nullable Integer> call(String org) {
        return call(org, place(org));
    }

    private CompletableFuture<@Nullable Integer> call(String org, Place place) {
        return client.call(caller(org, place), ApiRequest.get("/" + org))
                .map(ApiAnswer::status)
                .toFuture();
    }

    /// The key is the org's name.
    private static ApiCaller caller(String org, Place place) {
        return new ApiCaller(org, org, place);
    }
}
