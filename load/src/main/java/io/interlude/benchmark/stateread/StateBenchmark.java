package io.interlude.benchmark.stateread;

import io.interlude.aggregate.query.InProcessFrequencyQuery;
import io.interlude.aggregate.serving.ServedInstance;
import io.interlude.aggregate.serving.StateHandler;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.loopback.FreePorts;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.remote.AppliedFloor;
import io.interlude.state.remote.ReadTimeouts;
import io.interlude.state.remote.RemoteState;
import io.interlude.state.transport.HttpStateInstances;
import io.interlude.state.wire.StateToken;
import io.interlude.web.boot.StartPhase;
import io.interlude.web.server.HttpEndpoint;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// Reads counters in process and over HTTP, one at a time and many at once. Asker and answerer are
/// one process, so its processor time is that of both sides. Prints one table. Run with
/// `benchmarks/state`.
public final class StateBenchmark {
    private static final OrgId ACME = new OrgId("acme");
    private static final int PARTITIONS = 12;
    private static final int SUBSCRIBERS = 10_000;
    private static final int WARM_UP = 60_000;
    private static final int READS = 60_000;
    private static final double NANOS_IN_MICRO = 1e3;
    private static final Duration LONG = Duration.ofSeconds(30);

    private StateBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        SigningKeys keys = new SigningKeys(List.of(new byte[SigningKeys.SECRET_BYTES]));
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        MemoryStores stores = new MemoryStores(ACME, SUBSCRIBERS);
        int port = FreePorts.one();
        URI url = URI.create("http://127.0.0.1:" + port);
        HttpEndpoint server =
                new HttpEndpoint(
                        new HttpEndpoint.Limits("127.0.0.1", port, 8192, 8192, LONG, LONG, LONG),
                        List.of(
                                StateHandler.of(
                                        new ServedInstance(
                                                url, "none", PARTITIONS, stores, _ -> true),
                                        new StateToken(keys),
                                        stores,
                                        stores,
                                        Executors.newVirtualThreadPerTaskExecutor())),
                        meters,
                        StartPhase.HTTP);
        server.start();
        HttpStateInstances instances = new HttpStateInstances(new StateToken(keys), 8, LONG);
        RemoteState remote =
                new RemoteState(
                        instances,
                        List.of(url),
                        new RemoteState.Limits(8, 1_024),
                        new ReadTimeouts(LONG, LONG, LONG, LONG, LONG, LONG),
                        meters);
        remote.start();
        while (!remote.ready()) {
            Thread.onSpinWait();
        }
        System.out.println("| read | at once | µs of processor, both sides | p50 µs | p99 µs |");
        System.out.println("|---|---|---|---|---|");
        FrequencyQuery inProcess = new InProcessFrequencyQuery(stores, _ -> true);
        FrequencyQuery overHttp = remote.frequencies(AppliedFloor.NONE);
        print("in process", inProcess, 1);
        for (int atOnce : List.of(1, 8, 64, 256)) {
            print("over HTTP", overHttp, atOnce);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void print(String name, FrequencyQuery query, int atOnce)
            throws InterruptedException {
        read(query, atOnce, WARM_UP);
        long before = processorNanos();
        long[] nanos = read(query, atOnce, READS);
        double each = (processorNanos() - before) / NANOS_IN_MICRO / READS;
        Arrays.sort(nanos);
        System.out.printf(
                "| %s | %d | %.1f | %.0f | %.0f |%n",
                name,
                atOnce,
                each,
                nanos[READS / 2] / NANOS_IN_MICRO,
                nanos[READS / 100 * 99] / NANOS_IN_MICRO);
    }

    private static long[] read(FrequencyQuery query, int atOnce, int reads)
            throws InterruptedException {
        long[] nanos = new long[reads];
        Semaphore places = new Semaphore(atOnce);
        for (int i = 0; i < reads; i++) {
            int read = i;
            places.acquire();
            long start = System.nanoTime();
            CompletableFuture<?> answer =
                    query.counters(
                            ACME, new Subscriber("s" + read % SUBSCRIBERS), read % PARTITIONS);
            var _ =
                    answer.whenComplete((_, failure) -> {
                        if (failure != null) {
                            throw new IllegalStateException(failure);
                        }
                        nanos[read] = System.nanoTime() - start;
                        places.release();
                    });
        }
        places.acquire(atOnce);
        return nanos;
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
