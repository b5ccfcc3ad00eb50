package io.interlude.benchmark.explain;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/// Has decisions explained, and counts what came of it.
final class Explaining {
    private static final int OK = 200;
    private static final int SHOWN = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ReadingClient client;
    private final List<Double> millis = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private final Map<String, Integer> kindToCount = new TreeMap<>();
    private int explained;
    private int matching;

    Explaining(ReadingClient client) {
        this.client = client;
    }

    void all(List<ReadingClient.Asked> decisions, int connections)
            throws InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> workers = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                workers.add(
                        executor.submit(() -> {
                            for (int n = next.getAndIncrement();
                                    n < decisions.size();
                                    n = next.getAndIncrement()) {
                                explain(decisions.get(n));
                            }
                            return null;
                        }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        }
    }

    private void explain(ReadingClient.Asked asked) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        HttpResponse<String> answer = client.get("/v1/journal/" + asked.messageId() + "/decision");
        double took = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
        take(asked, answer, took);
    }

    private synchronized void take(
            ReadingClient.Asked asked, HttpResponse<String> answer, double took) {
        millis.add(took);
        if (answer.statusCode() != OK) {
            faults.add(asked.messageId() + ": " + answer.statusCode() + ' ' + answer.body());
            return;
        }
        explained++;
        JsonNode decision = ReadingClient.JSON.readTree(answer.body());
        JsonNode recomputed = decision.path("recomputed");
        boolean leaks = !asked.subscriber().isEmpty() && answer.body().contains(asked.subscriber());
        if (recomputed.path("matches").asBoolean() && !leaks) {
            matching++;
        } else {
            faults.add(asked.messageId() + (leaks ? ": names the subscriber" : ": " + recomputed));
        }
        kindToCount.merge(
                decision.path("filled").asBoolean()
                        ? "served, " + decision.path("rotation").path("policy").asString()
                        : decision.path("reason").asString(),
                1,
                Integer::sum);
    }

    boolean clean(int wanted) {
        return explained == wanted && matching == explained;
    }

    String table(ExplainOptions options, long changes) {
        List<Double> ascending = millis.stream().sorted().toList();
        StringBuilder text = new StringBuilder();
        text.append("\n| asked | explained | matching | catalogue changes | median ms | p99 ms |\n")
                .append("|---|---|---|---|---|---|\n")
                .append(
                        "| %,d | %,d | %,d | %,d | %.1f | %.1f |%n"
                                .formatted(
                                        options.fetches(),
                                        explained,
                                        matching,
                                        changes,
                                        quantile(ascending, 0.5),
                                        quantile(ascending, 0.99)));
        text.append("\n| outcome | decisions |\n|---|---|\n");
        kindToCount.forEach((kind, count) -> text.append("| %s | %,d |%n".formatted(kind, count)));
        faults.stream().limit(SHOWN).forEach(fault -> text.append(fault).append('\n'));
        return text.toString();
    }

    private static double quantile(List<Double> ascending, double share) {
        return ascending.isEmpty()
                ? 0
                : ascending.get(Math.min(ascending.size() - 1, (int) (share * ascending.size())));
    }
}
