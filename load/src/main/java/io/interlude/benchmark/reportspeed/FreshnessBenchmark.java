package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.benchmark.load.floor.RawConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The delay of an event from its 201 to the report and to the live stream, at 1,000 events a
/// second, open loop. Event number n of the answers is in when n are counted: which of them that is
/// cannot be told, and makes no difference to a number. With `--refold` a version of attribution is
/// folded over so many events at the same time. Run with `benchmarks/freshness`.
public final class FreshnessBenchmark {
    private static final int PER_SECOND = 1_000;

    /// Less than the minute that a message of the live stream covers.
    private static final int SECONDS = 40;

    private static final int EVENTS = PER_SECOND * SECONDS;
    private static final int CONNECTIONS = 16;
    private static final int FETCHES = 200;
    private static final long POLL_NANOS = 20_000_000;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final double NANOS_IN_MILLI = 1e6;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final RunningProduct product;
    private final BenchOrg.Made org;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLongArray answeredNanos = new AtomicLongArray(EVENTS);
    private final AtomicBoolean done = new AtomicBoolean();

    private FreshnessBenchmark(RunningProduct product, BenchOrg.Made org) {
        this.product = product;
        this.org = org;
    }

    /// Measures the running product.
    ///
    /// @param arguments those of the product: `--url`, `--data`, and `--brokers` for `--refold`
    public static void main(String... arguments) throws IOException, InterruptedException {
        RunningProduct product = RunningProduct.parse(arguments);
        new FreshnessBenchmark(product, product.makeOrg()).run();
    }

    private void run() throws IOException, InterruptedException {
        RefoldedVersion version =
                product.refolded() == 0
                        ? null
                        : RefoldedVersion.write(product, org, product.refolded());
        List<String> fetchIds = fetch();
        List<Sight> report = new ArrayList<>();
        List<Sight> live = new ArrayList<>();
        Thread reportReader = Thread.ofPlatform().daemon().start(() -> pollReport(report));
        Thread liveReader = Thread.ofPlatform().daemon().start(() -> watch(live));
        CompletableFuture<String> folded =
                version == null
                        ? CompletableFuture.completedFuture("")
                        : CompletableFuture.supplyAsync(version::fold);
        send(fetchIds);
        long endNanos = System.nanoTime() + PATIENCE_NANOS;
        while (!done.get() && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(POLL_NANOS);
            done.set(seen(report) >= answered.get() && seen(live) >= answered.get());
        }
        done.set(true);
        reportReader.join(TimeUnit.SECONDS.toMillis(5));
        liveReader.join(TimeUnit.SECONDS.toMillis(5));
        System.out.println(folded.join());
        System.out.printf(
                "%,d events, %d refused, %d a second%n%n",
                answered.get(), refused.get(), PER_SECOND);
        System.out.println("| in | events | p50 ms | p99 ms | worst ms |");
        System.out.println("|---|---|---|---|---|");
        print("`GET /v1/reports`, asked every 20 ms", report);
        print("`GET /v1/reports/live`, a message a second", live);
    }

    private List<String> fetch() throws IOException {
        byte[] request =
                RawConnection.request(
                        "POST",
                        product.url(),
                        "/v1/fetch/v2",
                        product.authorization(org.fetchKey()),
                        "{\"adUnit\":\"unit\",\"attributes\":{\"tier\":\"gold\"}}");
        List<String> ids = new ArrayList<>();
        try (RawConnection connection = new RawConnection(product.url())) {
            while (ids.size() < FETCHES) {
                ids.add(
                        JSON.readTree(connection.exchange(request).body())
                                .path("messageId")
                                .asString());
            }
        }
        return ids;
    }

    private void send(List<String> fetchIds) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        long startNanos = System.nanoTime();
        try (ExecutorService senders = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (int sender = 0; sender < CONNECTIONS; sender++) {
                senders.execute(() -> send(fetchIds, next, startNanos));
            }
        }
    }

    private void send(List<String> fetchIds, AtomicInteger next, long startNanos) {
        try (RawConnection connection = new RawConnection(product.url())) {
            for (int event = next.getAndIncrement();
                    event < EVENTS;
                    event = next.getAndIncrement()) {
                byte[] request =
                        RawConnection.request(
                                "POST",
                                product.url(),
                                "/v1/event",
                                product.authorization(org.fetchKey()),
                                "{\"version\":2,\"eventType\":\"read\",\"fetchEventId\":\"%s\"}"
                                        .formatted(fetchIds.get(event % FETCHES)));
                long dueNanos = startNanos + event * (TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
                while (System.nanoTime() < dueNanos) {
                    LockSupport.parkNanos(dueNanos - System.nanoTime());
                }
                if (connection.exchange(request).status() == 201) {
                    answeredNanos.set(answered.getAndIncrement(), System.nanoTime());
                } else {
                    refused.incrementAndGet();
                }
            }
        } catch (IOException _) {
            refused.incrementAndGet();
        }
    }

    private void pollReport(List<Sight> sights) {
        byte[] request =
                RawConnection.request(
                        "GET",
                        product.url(),
                        "/v1/reports?granularity=total&metrics=reads",
                        product.authorization(org.managementKey()),
                        "");
        try (RawConnection connection = new RawConnection(product.url())) {
            while (!done.get()) {
                JsonNode answer = JSON.readTree(connection.exchange(request).body());
                add(sights, answer.at("/rows/0/reads").asInt());
                LockSupport.parkNanos(POLL_NANOS);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void watch(List<Sight> sights) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(product.url() + "/v1/reports/live"))
                        .header("Authorization", "Bearer " + org.managementKey())
                        .header("Accept", "text/event-stream")
                        .timeout(Duration.ofMinutes(2))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient();
                Stream<String> lines =
                        client.send(request, HttpResponse.BodyHandlers.ofLines()).body()) {
            lines.takeWhile(_ -> !done.get())
                    .filter(line -> line.startsWith("data:"))
                    .forEach(line ->
                            add(
                                    sights,
                                    JSON.readTree(line.substring("data:".length()))
                                            .at("/totals/reads")
                                            .asInt()));
            client.shutdownNow();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void add(List<Sight> sights, int count) {
        synchronized (sights) {
            sights.add(new Sight(System.nanoTime(), count));
        }
    }

    private static int seen(List<Sight> sights) {
        synchronized (sights) {
            return sights.stream().mapToInt(Sight::count).max().orElse(0);
        }
    }

    private void print(String name, List<Sight> sights) {
        List<Long> delays = new ArrayList<>();
        int counted = 0;
        synchronized (sights) {
            for (Sight sight : sights) {
                for (; counted < Math.min(sight.count(), answered.get()); counted++) {
                    delays.add(Math.max(0, sight.nanos() - answeredNanos.get(counted)));
                }
            }
        }
        delays.sort(Long::compare);
        System.out.printf(
                "| %s | %,d | %.0f | %.0f | %.0f |%n",
                name, delays.size(), at(delays, 0.5), at(delays, 0.99), at(delays, 1));
    }

    private static double at(List<Long> sorted, double share) {
        int index = (int) Math.ceil(sorted.size() * share) - 1;
        return sorted.isEmpty() ? Double.NaN : sorted.get(Math.max(0, index)) / NANOS_IN_MILLI;
    }

    /// The number of events counted at one look.
    private record Sight(long nanos, int count) {}
}
