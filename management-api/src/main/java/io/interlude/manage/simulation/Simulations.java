package io.interlude.manage.simulation;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.simulation.Simulation;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.SimulationRecorded;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The simulations of this process: one is made at a time, and a few wait. What becomes of them is
/// in [KeptSimulations], so that they outlive it: one that was under way when its process ended is
/// made again by another, or by the next. Safe for use by many threads.
public final class Simulations implements AutoCloseable {
    static final int WAITING_MAX = 8;
    static final int WAITING_OF_ORG_MAX = 3;

    /// How often each simulation under way is written down.
    static final Duration SAID_EVERY = Duration.ofSeconds(10);

    /// A simulation that nothing was heard of for so long is made by another instance.
    static final Duration ABANDONED_AFTER = Duration.ofSeconds(45);

    /// A simulation that so many instances began and none of them ended is made no more: it may be
    /// what ended them.
    static final int BEGUN_MAX = 3;

    private static final double BEGUN = 0.001;

    private static final Logger LOG = LoggerFactory.getLogger(Simulations.class);

    private final String instance = UUID.randomUUID().toString();
    private final SimulationRun run;
    private final KeptSimulations kept;
    private final InstantSource clock;
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("simulation").factory());
    private final ScheduledExecutorService keeper =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("simulation-keeper").factory());

    /// Those that are not written down yet as ended.
    private final List<SimulationJob> jobs = new CopyOnWriteArrayList<>();

    private volatile boolean closed;

    public Simulations(SimulationRun run, KeptSimulations kept, InstantSource clock) {
        this.run = run;
        this.kept = kept;
        this.clock = clock;
        var _ =
                keeper.scheduleWithFixedDelay(
                        this::keepAll,
                        SAID_EVERY.toMillis(),
                        SAID_EVERY.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /// Starts a simulation.
    ///
    /// @param violations takes the rules that its changes break
    /// @return completes once it is written down, so that it will be made whatever happens
    /// @throws ProblemException if its changes break a rule; `rate_limited` if too many wait
    CompletableFuture<SimulationJob> start(SimulationRequest request, Violations violations) {
        run.check(request, violations);
        SimulationJob job = new SimulationJob(request);
        synchronized (jobs) {
            if (waiting(null) >= WAITING_MAX || waiting(request.orgId()) >= WAITING_OF_ORG_MAX) {
                throw Problem.of(
                                Reason.RATE_LIMITED,
                                "Too many simulations are under way: wait until one of them has"
                                        + " ended.")
                        .withHeader("Retry-After", "5")
                        .exception();
            }
            jobs.add(job);
        }
        return kept.write(recordOf(job))
                .handle((_, failure) -> {
                    if (failure != null) {
                        jobs.remove(job);
                        throw Problem.of(
                                        Reason.JOURNAL_UNAVAILABLE,
                                        "The simulation could not be saved: try again.")
                                .exception();
                    }
                    executor.execute(() -> make(job));
                    return job;
                });
    }

    private SimulationRecorded recordOf(SimulationJob job) {
        return SimulationJson.record(job, instance, clock.instant());
    }

    private long waiting(@Nullable OrgId orgId) {
        return jobs.stream()
                .filter(job -> job.found() == null)
                .filter(job -> orgId == null || job.request().orgId().equals(orgId))
                .count();
    }

    /// The org's simulation of the id, as clients see it.
    Optional<Map<String, Object>> find(OrgId orgId, String id) {
        return own(orgId)
                .filter(job -> job.request().id().equals(id))
                .findFirst()
                .map(SimulationJson::of)
                .or(() -> kept.find(orgId, id).map(SimulationJson::of));
    }

    /// The org's latest simulations, the newest first, without their details.
    List<Map<String, Object>> list(OrgId orgId) {
        Map<String, Map<String, Object>> idToBody = new LinkedHashMap<>();
        own(orgId).forEach(job -> idToBody.put(job.request().id(), SimulationJson.of(job)));
        kept.list(orgId)
                .forEach(record ->
                        idToBody.computeIfAbsent(
                                record.getSimulationId(), _ -> SimulationJson.of(record)));
        return idToBody.values().stream()
                .sorted(Comparator.comparing(Simulations::startedAt).reversed())
                .limit(KeptSimulations.OF_ORG_MAX)
                .map(SimulationJson::brief)
                .toList();
    }

    private static Instant startedAt(Map<String, Object> body) {
        return Instant.parse(String.valueOf(body.get("startedAt")));
    }

    private Stream<SimulationJob> own(OrgId orgId) {
        return jobs.stream().filter(job -> job.request().orgId().equals(orgId));
    }

    /// Writes down how far the simulations under way are, and takes over those that others left.
    void keepAll() {
        try {
            jobs.forEach(this::keep);
            kept.abandoned(clock.instant().minus(ABANDONED_AFTER)).forEach(this::adopt);
        } catch (RuntimeException e) {
            LOG.error("event=simulations_not_kept", e);
        }
    }

    private void keep(SimulationJob job) {
        boolean ended = job.found() != null;
        var _ =
                kept.write(recordOf(job))
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "event=simulation_not_kept id={} cause={}",
                                        job.request().id(),
                                        failure.toString());
                            } else if (ended) {
                                kept.forget(job.request().orgId());
                                forget(job);
                            }
                        });
    }

    /// Once the reader of the topic has it too.
    private void forget(SimulationJob job) {
        if (job.isKept()) {
            jobs.remove(job);
        }
        job.kept();
    }

    private void adopt(SimulationRecorded left) {
        SimulationJob job = new SimulationJob(SimulationJson.request(left));
        synchronized (jobs) {
            boolean known =
                    jobs.stream()
                            .anyMatch(own -> own.request().id().equals(left.getSimulationId()));
            if (known || waiting(null) >= WAITING_MAX) {
                return;
            }
            jobs.add(job);
        }
        LOG.info(
                "event=simulation_taken_over id={} org={}",
                left.getSimulationId(),
                left.getOrgId());
        keep(job);
        executor.execute(() -> make(job));
    }

    private void make(SimulationJob job) {
        Map<String, Object> found = found(job);
        LOG.info(
                "event=simulation_ended id={} org={} status={} requests={}",
                job.request().id(),
                job.request().orgId().value(),
                found.get("status"),
                found.getOrDefault("requests", 0));
        job.finish(found);
        if (!closed) {
            keep(job);
        }
    }

    private Map<String, Object> found(SimulationJob job) {
        SimulationRequest request = job.request();
        if (kept.begun(request.orgId(), request.id()) >= BEGUN_MAX) {
            return failed(
                    request,
                    Reason.INTERNAL_ERROR,
                    "%d processes ended while they made the simulation: simulate the time in parts."
                            .formatted(BEGUN_MAX));
        }
        job.advance(BEGUN);
        keep(job);
        try {
            Simulation simulation = run.run(request, job::advance, () -> closed);
            return SimulationJson.done(request, simulation, clock.instant());
        } catch (ProblemException e) {
            return SimulationJson.failed(request, e.problem(), clock.instant());
        } catch (OverloadedException _) {
            return failed(
                    request,
                    Reason.INVALID_REQUEST,
                    "The time has more subscribers than fit into your share of memory: simulate it in parts.");
        } catch (StateUnavailableException | CompletionException e) {
            LOG.warn("event=simulation_not_made id={} cause={}", request.id(), e.toString());
            return failed(
                    request,
                    Reason.STATE_UNAVAILABLE,
                    "The journal or the catalogue could not be read: start the simulation again.");
        } catch (RuntimeException e) {
            LOG.error("event=simulation_broke id={}", request.id(), e);
            return failed(request, Reason.INTERNAL_ERROR, "The simulation could not be made.");
        }
    }

    private Map<String, Object> failed(
            SimulationRequest request, Reason reason, String description) {
        return SimulationJson.failed(request, Problem.of(reason, description), clock.instant());
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        executor.shutdownNow();
    }
}
