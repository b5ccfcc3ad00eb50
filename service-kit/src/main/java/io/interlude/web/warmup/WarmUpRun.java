package io.interlude.web.warmup;

import io.interlude.web.route.RouteGroup;
import io.interlude.web.server.HttpEndpoint;
import io.interlude.web.warmup.WarmUp.WarmUpPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the warm-ups over a real connection to a server of their own, so that classes are loaded
/// and methods compiled before somebody waits. Without it requests of a process's first second wait
/// for most of that second.
///
/// One request is under way at a time: with four, the rest of a start waited for a processor at
/// each of its many short exchanges with Kafka, and was ready two seconds later.
///
/// A service's own process begins it early in its start, much of which is waiting for others. The
/// product in one process, which computes all the time, begins it when all else is ready. It ends
/// after [#ENOUGH] requests, or when it has held up the rest for as long as it may. Whatever fails
/// in it is logged and keeps nothing from starting.
public final class WarmUpRun {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUpRun.class);
    private static final int ENOUGH = 8_000;

    private final Collection<? extends WarmUp> warmUps;
    private final ServerMaker servers;
    private final Duration longestHold;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger unexpected = new AtomicInteger();
    private final Thread thread = Thread.ofPlatform().name("warm-up").daemon().unstarted(this::run);
    private volatile boolean over;

    /// @param servers makes the server that the handlers are called through
    /// @param longestHold how long [#end] may wait; zero for no warm-up at all
    public WarmUpRun(
            Collection<? extends WarmUp> warmUps, ServerMaker servers, Duration longestHold) {
        this.warmUps = warmUps;
        this.servers = servers;
        this.longestHold = longestHold;
        this.over = longestHold.isZero() || warmUps.isEmpty();
    }

    /// Begins, and does not wait.
    public void begin() {
        if (!over) {
            thread.start();
        }
    }

    /// Returns when it is over: at once if it has done enough.
    public void end() {
        try {
            if (!over && !thread.join(longestHold)) {
                over = true;
                thread.join(longestHold);
            }
        } catch (InterruptedException e) {
            over = true;
            Thread.currentThread().interrupt();
        }
    }

    /// Requests that were answered so far.
    public int answered() {
        return answered.get();
    }

    /// Answers that were not what the warm-up said.
    public int unexpected() {
        return unexpected.get();
    }

    private void run() {
        long startNanos = System.nanoTime();
        try {
            WarmUpEnvironment environment = new WarmUpEnvironment();
            List<WarmUpPlan> plans =
                    warmUps.stream().map(warmUp -> warmUp.plan(environment)).toList();
            HttpEndpoint server =
                    servers.make(
                            environment,
                            plans.stream().flatMap(plan -> plan.routes().stream()).toList());
            server.start();
            try {
                send(server.port(), requests(plans));
            } finally {
                server.stop();
            }
        } catch (RuntimeException e) {
            LOG.warn("event=rehearsal_failed", e);
        }
        LOG.info(
                "event=rehearsed requests={} unexpected={} tookMillis={}",
                answered,
                unexpected,
                Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    /// The plans' requests by turns.
    private static List<WarmUpRequest> requests(List<WarmUpPlan> plans) {
        int most = plans.stream().mapToInt(plan -> plan.requests().size()).max().orElse(0);
        return IntStream.range(0, most)
                .boxed()
                .flatMap(turn ->
                        plans.stream()
                                .map(WarmUpPlan::requests)
                                .map(requests -> requests.get(turn % requests.size())))
                .toList();
    }

    private void send(int port, List<WarmUpRequest> requests) {
        List<byte[]> bytes = requests.stream().map(WarmUpRequest::bytes).toList();
        try (WarmUpConnection connection = new WarmUpConnection(port)) {
            for (int next = 0; !over && next < ENOUGH; next++) {
                int at = next % requests.size();
                if (connection.exchange(bytes.get(at)) != requests.get(at).status()) {
                    unexpected.incrementAndGet();
                }
                answered.incrementAndGet();
            }
        } catch (IOException e) {
            LOG.warn("event=rehearsal_failed cause={}", e.toString());
        }
    }

    /// Makes a server on a free port of the loopback address.
    @FunctionalInterface
    public interface ServerMaker {
        HttpEndpoint make(WarmUpEnvironment environment, List<RouteGroup> routes);
    }
}
