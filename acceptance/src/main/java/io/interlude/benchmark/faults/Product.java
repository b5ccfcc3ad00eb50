package io.interlude.benchmark.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The readiness, metrics and report of the product, over HTTP. Safe for use by many threads.
public final class Product {
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final List<String> METRICS =
            List.of("fetches", "noFills", "sends", "delivers", "reads", "clicks", "uniqueClicks");

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(DEADLINE)
                    .build();
    private final URI base;

    public Product(URI base) {
        this.base = base;
    }

    /// Empty when it is ready, `unreachable`, or else what it waits for.
    public String missing() throws InterruptedException {
        try {
            HttpResponse<String> answer = get("/health/ready", "");
            if (answer.statusCode() == 200) {
                return "";
            }
            StringBuilder names = new StringBuilder();
            for (JsonNode check : JsonMapper.shared().readTree(answer.body()).path("checks")) {
                if (!check.path("ready").asBoolean()) {
                    names.append(names.isEmpty() ? "" : " ").append(check.path("name").asString());
                }
            }
            return names.isEmpty() ? "status " + answer.statusCode() : names.toString();
        } catch (IOException _) {
            return "unreachable";
        }
    }

    /// The sum of the lines that begin so; negative when it cannot be had.
    public double metric(String name) throws InterruptedException {
        try {
            return get("/metrics", "")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(
                            line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException _) {
            return -1;
        }
    }

    /// Each metric of the org's report over all time.
    Map<String, Long> report(String managementKey) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                get("/v1/reports?metrics=" + String.join(",", METRICS), managementKey);
        if (answer.statusCode() != 200) {
            throw new IOException("the report was answered " + answer.statusCode());
        }
        JsonNode row = JsonMapper.shared().readTree(answer.body()).path("rows").path(0);
        Map<String, Long> metricToCount = new LinkedHashMap<>();
        METRICS.forEach(metric -> metricToCount.put(metric, row.path(metric).asLong()));
        return metricToCount;
    }

    private HttpResponse<String> get(String path, String key)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).timeout(DEADLINE);
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
