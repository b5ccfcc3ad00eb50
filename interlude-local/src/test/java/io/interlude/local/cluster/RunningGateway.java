package io.interlude.local.cluster;

import io.interlude.journal.loopback.FreePorts;
import io.interlude.journal.waiting.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// HAProxy with `deploy/gateway/haproxy.cfg`, before two stubs of each service.
final class RunningGateway implements AutoCloseable {
    private static final List<String> KINDS = List.of("FETCH", "EVENTS", "REPORTS", "MANAGEMENT");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60)).build();
    private final List<StubService> stubs;
    private final Process process;
    private final URI url;

    private RunningGateway(List<StubService> stubs, Process process, URI url) {
        this.stubs = stubs;
        this.process = process;
        this.url = url;
    }

    /// The program with the configuration's file, where it is installed.
    static Optional<List<String>> program() {
        return Installation.of(Path.of(".."), List.of())
                .gateway(System.getenv().getOrDefault("PATH", ""));
    }

    static RunningGateway start(List<String> program, Path folder)
            throws IOException, InterruptedException {
        List<StubService> stubs =
                KINDS.stream()
                        .flatMap(kind -> Stream.of(kind + "_1", kind + "_2"))
                        .map(name -> {
                            try {
                                return StubService.start(name);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        })
                        .toList();
        int port = FreePorts.one();
        ProcessBuilder builder =
                new ProcessBuilder(program)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("gateway.log").toFile());
        builder.environment().put("GATEWAY_BIND", "127.0.0.1:" + port);
        stubs.forEach(stub -> builder.environment().put(stub.name(), stub.address()));
        RunningGateway gateway =
                new RunningGateway(stubs, builder.start(), URI.create("http://127.0.0.1:" + port));
        Eventually.holds("the gateway is ready", gateway::isReady);
        return gateway;
    }

    private boolean isReady() {
        try {
            return get("/health/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    StubService stub(String name) {
        return stubs.stream().filter(stub -> stub.name().equals(name)).findFirst().orElseThrow();
    }

    HttpResponse<String> get(String path, String... headers)
            throws IOException, InterruptedException {
        return send("GET", path, "", headers);
    }

    /// A fetch with this JSON body.
    HttpResponse<String> fetch(String body) throws IOException, InterruptedException {
        return send("POST", "/v1/fetch/v2", body, "Content-Type", "application/json");
    }

    HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url.resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .method(
                                method,
                                body.isEmpty()
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /// The name of the instance that answered.
    static String instance(HttpResponse<String> answer) {
        return answer.headers().firstValue("X-Stub").orElse("the gateway");
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        stubs.forEach(StubService::close);
        http.close();
    }
}
