package io.interlude.web.rehearsal;

import io.interlude.web.http.HttpEndpoint;
import io.interlude.web.rehearsal.Rehearsal.Scene;
import io.interlude.web.route.RouteGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Plays the rehearsals over a real connection to a server of their own, so that classes are loaded
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
public final class RehearsalRun {
    private static final Logger LOG = LoggerFactory.getLogger(RehearsalRun.class);
    private static final int ENOUGH = 8_000;

    private final Collection<? extends Rehearsal> rehearsals;
    private final ServerMaker servers;
    private final Duration longestHold;
    private final AtomicInteger played = new AtomicInteger();
    private final AtomicInteger unexpected = new AtomicInteger();
    private final Thread thread =
            Thread.ofPlatform().name("rehearsal").daemon().unstarted(this::play);
    private volatile boolean over;

    /// @param servers makes the server that the handlers are called through
    /// @param longestHold how long [#end] may wait; zero for no rehearsal at all
    public RehearsalRun(
            Collection<? extends Rehearsal> rehearsals, ServerMaker servers, Duration longestHold) {
        this.rehearsals = rehearsals;
        this.servers = servers;
        this.longestHold = longestHold;
        this.over = longestHold.isZero() || rehearsals.isEmpty();
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
    public int played() {
        return played.get();
    }

    /// Answers that were not what the rehearsal said.
    public int unexpected() {
        return unexpected.get();
    }

    private void play() {
        long startNanos = System.nanoTime();
        try {
            Stage stage = new Stage();
            List<Scene> scenes = rehearsals.stream().map(rehearsal -> rehearsal.on(stage)).toList();
            HttpEndpoint server =
                    servers.make(
                            stage,
                            scenes.stream().flatMap(scene -> scene.routes().stream()).toList());
            server.start();
            try {
                play(server.port(), requests(scenes));
            } finally {
                server.stop();
            }
        } catch (RuntimeException e) {
            LOG.warn("event=rehearsal_failed", e);
        }
        LOG.info(
                "event=rehearsed requests={} unexpected={} tookMillis={}",
                played,
                unexpected,
                Duration.ofNanos(System.nanoTime() - startNanos).toMillis());
    }

    /// The scenes' requests by turns.
    private static List<StageRequest> requests(List<Scene> scenes) {
        int most = scenes.stream().mapToInt(scene -> scene.requests().size()).max().orElse(0);
        return IntStream.range(0, most)
                .boxed()
                .flatMap(turn ->
                        scenes.stream()
                                .map(Scene::requests)
                                .map(requests -> requests.get(turn % requests.size())))
                .toList();
    }

    private void play(int port, List<StageRequest> requests) {
        List<byte[]> bytes = requests.stream().map(StageRequest::bytes).toList();
        try (StageConnection connection = new StageConnection(port)) {
            for (int next = 0; !over && next < ENOUGH; next++) {
                int at = next % requests.size();
                if (connection.exchange(bytes.get(at)) != requests.get(at).status()) {
                    unexpected.incrementAndGet();
                }
                played.incrementAndGet();
            }
        } catch (IOException e) {
            LOG.warn("event=rehearsal_failed cause={}", e.toString());
        }
    }

    /// Makes a server on a free port of the loopback address.
    @FunctionalInterface
    public interface ServerMaker {
        HttpEndpoint make(Stage stage, List<RouteGroup> routes);
    }
}
