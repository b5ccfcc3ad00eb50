package io.interlude.local.cluster;

import io.interlude.local.boot.DemoSetup;
import io.interlude.local.demo.DemoKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Books the demo's catalogue by the cluster's own interface.
final class ClusterDemo {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int POLL_MILLIS = 50;
    private static final int UNAUTHORIZED = 401;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ClusterPlan plan;
    private final Path folder;

    ClusterDemo(ClusterPlan plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
    }

    /// The demo's keys, which every fetch instance knows then; empty when they were never kept in
    /// this folder.
    Optional<DemoKeys> prepare(String operatorToken, List<ChildProcess> children)
            throws IOException, InterruptedException {
        Optional<DemoKeys> keys =
                new DemoSetup(http, plan.entrance(), plan.baseUrl(), folder).prepare(operatorToken);
        if (keys.isPresent()) {
            String key = keys.get().applications().getLast().key();
            for (ChildProcess child : children) {
                if (child.spec().role() == ProcessRole.FETCH) {
                    awaitKnown(key, URI.create(child.spec().address()));
                }
            }
        }
        return keys;
    }

    /// An instance hears of a key from the catalogue's topic, a moment after it was made.
    private void awaitKnown(String key, URI instance) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(instance.resolve("/v1/fetch/v2?adUnit=__sandbox__"))
                        .timeout(DEADLINE)
                        .header("Authorization", "Bearer " + key)
                        .build();
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        while (http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode()
                == UNAUTHORIZED) {
            if (System.nanoTime() > endNanos || never.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException(instance + " does not know the demo's keys.");
            }
        }
    }
}
