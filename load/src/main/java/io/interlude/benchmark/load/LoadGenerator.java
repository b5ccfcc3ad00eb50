package io.interlude.benchmark.load;

import io.interlude.benchmark.load.floor.RawConnection;
import io.interlude.benchmark.load.probe.AggregatorLag;
import io.interlude.benchmark.load.probe.ServerCost;
import io.interlude.benchmark.load.probe.ServerCpu;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Sends a workload over a fixed number of connections.
///
/// Open loop: request number n is due at n / rate, and its latency is counted from then, whether or
/// not a connection was free; so a server that stalls is charged for everybody who would have
/// waited (no coordinated omission). Closed loop: each connection sends as soon as it has its
/// answer.
final class LoadGenerator {
    private static final long LARGEST_MICROS = 60_000_000;
    private static final int DIGITS = 3;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration LONGEST_MORE = Duration.ofMinutes(2);
    private static final double PLATEAU = 0.05;

    private final URI base;
    private final int connections;
    private final ServerCpu serverCpu;
    private final AggregatorLag aggregatorLag;
    private final ServerCost serverCost;

    LoadGenerator(
            URI base,
            int connections,
            ServerCpu serverCpu,
            AggregatorLag aggregatorLag,
            ServerCost serverCost) {
        this.base = base;
        this.connections = connections;
        this.serverCpu = serverCpu;
        this.aggregatorLag = aggregatorLag;
        this.serverCost = serverCost;
    }

    Leg closedLoop(Workload workload, Numbers numbers, Duration length)
            throws InterruptedException {
        ServerCost.Reading before = serverCost.read();
        long endNanos = System.nanoTime() + length.toNanos();
        return run(
                workload,
                0,
                numbers,
                before,
                () -> System.nanoTime() < endNanos ? System.nanoTime() : -1);
    }

    /// Loads in a closed loop until the rate is on a plateau: at least so long, and until two
    /// windows of 10 s are within 5 %, or two minutes more.
    ///
    /// @return requests a second in the last window
    double warmUp(Workload workload, Numbers numbers, Duration atLeast)
            throws InterruptedException {
        long startNanos = System.nanoTime();
        long longestNanos = startNanos + atLeast.plus(LONGEST_MORE).toNanos();
        double before = 0;
        while (true) {
            double rate = closedLoop(workload, numbers, WINDOW).perSecond();
            long now = System.nanoTime();
            boolean even = Math.abs(rate - before) <= PLATEAU * Math.max(rate, before);
            if (rate == 0
                    || now > longestNanos
                    || (even && now - startNanos >= atLeast.toNanos())) {
                return rate;
            }
            before = rate;
        }
    }

    Leg openLoop(Workload workload, Numbers numbers, double perSecond, Duration length)
            throws InterruptedException {
        AtomicLong next = new AtomicLong();
        ServerCost.Reading before = serverCost.read();
        long startNanos = System.nanoTime();
        long requests = Math.round(perSecond * length.toMillis() / 1_000);
        double nanosBetween = TimeUnit.SECONDS.toNanos(1) / perSecond;
        return run(
                workload,
                perSecond,
                numbers,
                before,
                () -> {
                    long number = next.getAndIncrement();
                    return number < requests ? startNanos + (long) (number * nanosBetween) : -1;
                });
    }

    private Leg run(
            Workload workload,
            double intended,
            Numbers numbers,
            ServerCost.Reading before,
            Schedule schedule)
            throws InterruptedException {
        Histogram micros = new ConcurrentHistogram(LARGEST_MICROS, DIGITS);
        LongAdder errors = new LongAdder();
        long startNanos = System.nanoTime();
        long startCpuMillis = serverCpu.millis();
        try (ExecutorService workers = Executors.newFixedThreadPool(connections)) {
            for (int i = 0; i < connections; i++) {
                workers.execute(() -> work(workload, numbers, schedule, micros, errors));
            }
            workers.shutdown();
            if (!workers.awaitTermination(1, TimeUnit.HOURS)) {
                throw new IllegalStateException("the load did not end");
            }
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        long answered = micros.getTotalCount();
        long endCpuMillis = serverCpu.millis();
        aggregatorLag.awaitNone();
        Leg.Cpu cpu =
                new Leg.Cpu(
                        cpuPerRequest(startCpuMillis, endCpuMillis, answered),
                        cpuPerRequest(startCpuMillis, serverCpu.millis(), answered));
        ServerCost.Reading cost = serverCost.read().since(before);
        return new Leg(
                workload.name(), intended, seconds, answered, errors.sum(), micros, cpu, cost);
    }

    private static double cpuPerRequest(long startMillis, long endMillis, long requests) {
        return startMillis < 0 ? Double.NaN : (endMillis - startMillis) / (double) requests;
    }

    private void work(
            Workload workload,
            Numbers numbers,
            Schedule schedule,
            Histogram micros,
            LongAdder errors) {
        try (RawConnection connection = new RawConnection(base)) {
            for (long dueNanos = schedule.next(); dueNanos >= 0; dueNanos = schedule.next()) {
                byte[] request = workload.request(numbers.next());
                waitUntil(dueNanos);
                RawConnection.Answer answer = connection.exchange(request);
                long took = (System.nanoTime() - dueNanos) / NANOS_PER_MICRO;
                micros.recordValue(Math.clamp(took, 0, LARGEST_MICROS));
                if (!workload.succeeded(answer)) {
                    errors.increment();
                }
            }
        } catch (IOException e) {
            // The connection is lost with what it had under way: one error, seen in the table.
            errors.increment();
        }
    }

    private static void waitUntil(long dueNanos) {
        for (long left = dueNanos - System.nanoTime();
                left > 0;
                left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /// The due time of the next request, in the terms of `System.nanoTime`; negative when there is
    /// none.
    private interface Schedule {
        long next();
    }

    /// Numbers requests over all legs of a run, so that none comes twice.
    static final class Numbers {
        private final AtomicLong next = new AtomicLong();

        long next() {
            return next.getAndIncrement();
        }
    }
}
