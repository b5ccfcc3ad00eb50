package io.interlude.benchmark.load.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Waits until the product's aggregator has applied what the journal holds, so that no stretch of
/// load pays for the one before. A peer that has no such metric is not waited for.
public final class AggregatorLag {
    private static final String METRIC = "interlude_aggregate_lag_records ";
    private static final double NEARLY_NONE = 50;
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final int POLL_MILLIS = 250;

    private final HttpClient http = HttpClient.newHttpClient();
    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpRequest request;

    public AggregatorLag(URI base) {
        request = HttpRequest.newBuilder(base.resolve("/metrics")).timeout(DEADLINE).build();
    }

    public void awaitNone() throws InterruptedException {
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        while (lag() > NEARLY_NONE) {
            if (never.await(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > endNanos) {
                throw new IllegalStateException("the aggregator did not catch up");
            }
        }
    }

    private double lag() throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            return answer.body()
                    .lines()
                    .filter(line -> line.startsWith(METRIC))
                    .mapToDouble(line -> Double.parseDouble(line.substring(METRIC.length())))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
