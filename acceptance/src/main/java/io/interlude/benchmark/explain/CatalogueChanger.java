package io.interlude.benchmark.explain;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes line items of the running product at random, several a second, until it is stopped:
/// weight, priority, rotation, caps and budget.
final class CatalogueChanger implements Callable<Long> {
    private static final String LINE_ITEMS = "/v1/manage/line-items";
    private static final String[] ROTATIONS = {"adaptive", "sequential", "weighted"};
    private static final long PAUSE_MILLIS = 250;
    private static final int OK = 200;

    private final ReadingClient client;
    private final SplittableRandom random;
    private final CountDownLatch stopped = new CountDownLatch(1);

    CatalogueChanger(ReadingClient client, long seed) {
        this.client = client;
        this.random = new SplittableRandom(seed);
    }

    void stop() {
        stopped.countDown();
    }

    /// The number of changes.
    @Override
    public Long call() throws IOException, InterruptedException {
        JsonNode items = ReadingClient.JSON.readTree(client.get(LINE_ITEMS).body()).path("items");
        long changes = 0;
        while (!stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
            String id = items.path(random.nextInt(items.size())).path("id").asString();
            changes += change(LINE_ITEMS + '/' + id) ? 1 : 0;
        }
        return changes;
    }

    private boolean change(String path) throws IOException, InterruptedException {
        HttpResponse<String> read = client.get(path);
        String tag = read.headers().firstValue("ETag").orElse("");
        ObjectNode lineItem = (ObjectNode) ReadingClient.JSON.readTree(read.body());
        switch (random.nextInt(5)) {
            case 0 -> lineItem.put("weight", random.nextInt(1, 10));
            case 1 -> lineItem.put("priority", random.nextInt(4, 9));
            case 2 -> lineItem.put("rotation", ROTATIONS[random.nextInt(ROTATIONS.length)]);
            case 3 -> {
                ObjectNode cap = lineItem.putArray("frequencyCaps").addObject();
                cap.put("max", random.nextInt(1, 6)).put("per", "PT10M");
                cap.put("scope", random.nextBoolean() ? "creative" : "lineItem");
            }
            default ->
                    lineItem.put("pacing", random.nextBoolean() ? "even" : "asap")
                            .putObject("budget")
                            .put("dailyImpressions", random.nextInt(500, 5_000));
        }
        return client.put(path, tag, lineItem).statusCode() == OK;
    }
}
