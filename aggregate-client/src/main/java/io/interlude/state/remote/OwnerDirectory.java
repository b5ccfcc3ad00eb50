package io.interlude.state.remote;

import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.InstanceReport;
import io.interlude.state.wire.StoreGroup;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Knows the owner of each partition: asks every instance again and again, and at once when one was
/// found not to have what it said, or not to be there. Safe for use by many threads; nothing waits.
public final class OwnerDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerDirectory.class);

    /// Between two rounds, however many callers are in a hurry.
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    /// Rounds that an instance may miss before it is forgotten, unless it is in the settings.
    private static final int MISSED_MAX = 30;

    private final StateInstances instances;
    private final List<URI> seeds;
    private final Duration interval;
    private final Timer timer;
    private final StateMeters meters;
    private final Map<URI, Known> urlToKnown = new ConcurrentHashMap<>();
    private final Set<URI> lost = ConcurrentHashMap.newKeySet();
    private volatile OwnerMap map = OwnerMap.NOBODY;
    private long round;

    /// This and what follows is guarded by it.
    private final Object plans = new Object();

    private boolean closed;
    private boolean asking;
    private boolean hurried;
    private Runnable planned = () -> {};

    OwnerDirectory(
            StateInstances instances,
            List<URI> seeds,
            Duration interval,
            Timer timer,
            StateMeters meters) {
        this.instances = instances;
        this.seeds = List.copyOf(seeds);
        this.interval = interval;
        this.timer = timer;
        this.meters = meters;
    }

    /// Begins to ask.
    void start() {
        ask();
    }

    /// Whom to ask for the partition, first those that answered the last time they were asked.
    OwnerRoute route(StoreGroup group, int partition) {
        OwnerRoute route = map.route(group, partition);
        if (lost.isEmpty()) {
            return route;
        }
        return new OwnerRoute(
                route.owners().stream().filter(url -> !lost.contains(url)).toList(),
                route.standbys().stream().filter(url -> !lost.contains(url)).toList());
    }

    /// Partitions of each store group; 0 until an instance has told.
    int partitions() {
        return map.partitions();
    }

    /// The aggregator's group, once anybody has told.
    Optional<String> applicationId() {
        return urlToKnown.values().stream()
                .map(known -> known.report().applicationId())
                .findFirst();
    }

    /// The instance is not there: nobody asks it for state until it has reported again.
    void lose(URI instance) {
        if (urlToKnown.containsKey(instance) && lost.add(instance)) {
            LOG.warn("event=state_instance_lost url={}", instance);
        }
        hurry();
    }

    /// The map is not right: asks all before long.
    void hurry() {
        synchronized (plans) {
            if (!hurried) {
                hurried = true;
                if (!asking) {
                    plan(SHORTEST_PAUSE);
                }
            }
        }
    }

    @Override
    public void close() {
        synchronized (plans) {
            closed = true;
            planned.run();
        }
    }

    private void plan(Duration pause) {
        planned.run();
        if (!closed) {
            planned = timer.after(pause, this::ask);
        }
    }

    /// One round at a time; the next is planned when it ends.
    private void ask() {
        synchronized (plans) {
            if (closed || asking) {
                return;
            }
            asking = true;
            hurried = false;
        }
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (URI url : targets()) {
            answers.add(
                    instances
                            .report(url)
                            .handle((report, failure) -> {
                                if (report == null) {
                                    missed(url, failure);
                                } else {
                                    took(report);
                                }
                                return null;
                            }));
        }
        var _ =
                CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                        .whenComplete((_, _) -> ended());
    }

    /// Everyone who was heard of, and who is in the settings. A name in the settings may stand for
    /// many instances, each of which tells its own.
    private Set<URI> targets() {
        Set<URI> targets = new LinkedHashSet<>(seeds);
        urlToKnown.forEach((url, known) -> {
            targets.add(url);
            targets.addAll(known.report().instances().keySet());
        });
        return targets;
    }

    private void took(InstanceReport report) {
        urlToKnown.put(report.url(), new Known(report, 0));
        if (lost.remove(report.url())) {
            LOG.info("event=state_instance_back url={}", report.url());
        }
    }

    private void missed(URI url, Throwable failure) {
        LOG.debug("event=state_instance_silent url={} cause={}", url, failure.toString());
        Known known = urlToKnown.get(url);
        if (known != null) {
            if (known.missed() < MISSED_MAX || seeds.contains(url)) {
                urlToKnown.put(url, new Known(known.report(), known.missed() + 1));
                lost.add(url);
            } else {
                urlToKnown.remove(url);
                lost.remove(url);
            }
        }
    }

    private void ended() {
        Map<URI, InstanceReport> reports = new LinkedHashMap<>();
        urlToKnown.forEach((url, known) -> reports.put(url, known.report()));
        map = map.next(reports.values(), ++round);
        meters.instances.set(urlToKnown.size() - lost.size());
        synchronized (plans) {
            asking = false;
            plan(hurried ? SHORTEST_PAUSE : interval);
        }
    }

    private record Known(InstanceReport report, int missed) {}
}
