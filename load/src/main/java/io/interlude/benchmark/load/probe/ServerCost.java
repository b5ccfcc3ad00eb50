package io.interlude.benchmark.load.probe;

import io.interlude.benchmark.sizing.TopicBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/// The heap that the product has allocated, as `/metrics` tells, and its broker's bytes on disk.
public final class ServerCost {
    private static final String ALLOCATED = "interlude_process_allocated_bytes_total";
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest request;
    private final @Nullable String brokers;

    /// @param brokers null for a server without
    public ServerCost(URI base, @Nullable String brokers) {
        request = HttpRequest.newBuilder(base.resolve("/metrics")).timeout(DEADLINE).build();
        this.brokers = brokers;
    }

    /// The cost until now.
    public Reading read() throws InterruptedException {
        try {
            String metrics = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            return new Reading(
                    allocatedBytes(metrics),
                    brokers == null ? Map.of() : TopicBytes.ofAll(brokers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker tells no sizes", e);
        }
    }

    private static double allocatedBytes(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith(ALLOCATED))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElse(Double.NaN);
    }

    /// The cost up to one time, or between two.
    ///
    /// @param allocatedBytes of heap, by all threads; NaN of a server that does not tell
    /// @param topicToBytes of the broker's log; empty of a server without
    public record Reading(double allocatedBytes, Map<String, TopicBytes> topicToBytes) {
        public Reading {
            topicToBytes = Map.copyOf(topicToBytes);
        }

        /// The cost since an earlier one. A topic that was compacted meanwhile has less than was
        /// written to it.
        public Reading since(Reading before) {
            Map<String, TopicBytes> added = new TreeMap<>();
            topicToBytes.forEach((topic, now) -> {
                TopicBytes was = before.topicToBytes.getOrDefault(topic, TopicBytes.NONE);
                added.put(topic, now.since(was));
            });
            return new Reading(allocatedBytes - before.allocatedBytes, added);
        }

        /// Bytes of all topics; NaN of a server without a broker.
        public double writtenBytes() {
            return topicToBytes.isEmpty()
                    ? Double.NaN
                    : topicToBytes.values().stream().mapToLong(TopicBytes::bytes).sum();
        }
    }
}
