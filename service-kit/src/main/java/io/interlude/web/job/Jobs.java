package io.interlude.web.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.JobRecord;
import io.interlude.web.job.Job.Outcome;
import io.interlude.web.limits.OrgTurns;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The jobs of a kind in this process: one is made at a time, and orgs take turns. What becomes of
/// them is in [KeptJobs], so that they outlive it: one that was under way when its process ended is
/// made again by another, or by the next. Safe for use by many threads.
public final class Jobs<Q, F, R extends JobRecord> implements AutoCloseable {
    /// Jobs of an org that may be under way in a process.
    public static final int WAITING_OF_ORG_MAX = 3;

    /// A job that nothing was heard of for so long is made by another instance.
    public static final Duration ABANDONED_AFTER = Duration.ofSeconds(45);

    /// Of all orgs; an org of which none waits has a place in any case.
    static final int WAITING_MAX = 8;

    /// Jobs that are kept beside their records, since those could not hold what they found.
    private static final int CUT_MAX = 200;

    /// How often each job under way is written down.
    private static final Duration SAID_EVERY = Duration.ofSeconds(10);

    /// A job that so many instances began and none of them ended is made no more: it may be what
    /// ended them.
    private static final int BEGUN_MAX = 3;

    private static final double BEGUN = 0.001;

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

    private final String instance = UUID.randomUUID().toString();
    private final KeptJobs<Q, F, R> kept;
    private final JobForm.Words words;
    private final Maker<Q, F> maker;
    private final Consumer<Job<Q, F>> ended;
    private final InstantSource clock;
    private final ExecutorService executor;
    private final OrgTurns turns;
    private final ScheduledExecutorService keeper;

    /// Those that are not known to be in the topic, whole; the oldest first.
    private final List<Job<Q, F>> own = new CopyOnWriteArrayList<>();

    private volatile boolean closed;

    /// Makes a job.
    @FunctionalInterface
    public interface Maker<Q, F> {
        /// Makes it, on the thread of the jobs.
        ///
        /// @param progress is told the share, 0 to 1, that is done
        /// @param stopped ends the making
        F make(Q request, DoubleConsumer progress, BooleanSupplier stopped);
    }

    /// @param ended is told each job that this process made
    public Jobs(
            KeptJobs<Q, F, R> kept,
            Maker<Q, F> maker,
            Consumer<Job<Q, F>> ended,
            InstantSource clock) {
        this.kept = kept;
        this.words = kept.form().words();
        this.maker = maker;
        this.ended = ended;
        this.clock = clock;
        executor =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name(words.noun()).factory());
        turns = new OrgTurns(executor);
        keeper =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(words.noun() + "-keeper").factory());
        var _ =
                keeper.scheduleWithFixedDelay(
                        this::keepAll,
                        SAID_EVERY.toMillis(),
                        SAID_EVERY.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /// Starts a job.
    ///
    /// @param changedBy the key or person that asks for it, as records name them
    /// @return completes once it is written down, so that it will be made whatever happens
    /// @throws ProblemException `rate_limited` if too many wait already
    public CompletableFuture<Job<Q, F>> start(OrgId orgId, Q request, String changedBy) {
        Job<Q, F> job =
                new Job<>(
                        UUID.randomUUID().toString(),
                        orgId,
                        request,
                        clock.instant().truncatedTo(ChronoUnit.MILLIS),
                        changedBy);
        synchronized (own) {
            long ofOrg = waiting(orgId);
            boolean crowded = waiting(null) >= WAITING_MAX && ofOrg > 0;
            if (crowded || ofOrg >= WAITING_OF_ORG_MAX) {
                throw Problem.of(
                                Reason.RATE_LIMITED,
                                "Too many %ss are under way: wait until one of them has ended."
                                        .formatted(words.noun()))
                        .withHeader("Retry-After", "5")
                        .exception();
            }
            own.add(job);
        }
        return write(job)
                .handle((_, failure) -> {
                    if (failure != null) {
                        own.remove(job);
                        throw Problem.of(
                                        Reason.JOURNAL_UNAVAILABLE,
                                        "The %s could not be saved: try again."
                                                .formatted(words.noun()))
                                .exception();
                    }
                    begin(job);
                    return job;
                });
    }

    private CompletableFuture<Void> write(Job<Q, F> job) {
        return kept.write(job, instance, clock.instant());
    }

    private long waiting(@Nullable OrgId orgId) {
        return own.stream()
                .filter(job -> job.outcome() == null)
                .filter(job -> orgId == null || job.orgId().equals(orgId))
                .count();
    }

    /// The org's job of the id, as clients see it.
    public Optional<Map<String, Object>> find(OrgId orgId, String id) {
        return own(orgId)
                .filter(job -> job.id().equals(id))
                .findFirst()
                .map(kept.form()::json)
                .or(() -> kept.find(orgId, id).map(kept::json));
    }

    /// The org's latest jobs, the newest first, without their details.
    public List<Map<String, Object>> list(OrgId orgId) {
        Map<String, Map<String, Object>> idToJob = new LinkedHashMap<>();
        own(orgId).toList().reversed().forEach(job -> idToJob.put(job.id(), brief(job)));
        kept.list(orgId)
                .forEach(job ->
                        idToJob.putIfAbsent(
                                job.key().substring(orgId.value().length() + 1), job.brief()));
        return idToJob.values().stream()
                .sorted(
                        Comparator.<Map<String, Object>, Instant>comparing(Jobs::startedAt)
                                .reversed())
                .limit(KeptJobs.OF_ORG_MAX)
                .toList();
    }

    /// What lists show of a job.
    public Map<String, Object> brief(Job<Q, F> job) {
        return kept.form().brief(job);
    }

    private static Instant startedAt(Map<String, Object> job) {
        return Instant.parse(String.valueOf(job.get("startedAt")));
    }

    private Stream<Job<Q, F>> own(OrgId orgId) {
        return own.stream().filter(job -> job.orgId().equals(orgId));
    }

    /// Writes down how far the jobs under way are, and takes over those that others left. Called
    /// every few seconds by itself.
    public void keepAll() {
        try {
            own.stream().filter(job -> !(job.isRecorded() && job.isCut())).forEach(this::keep);
            kept.abandoned(clock.instant().minus(ABANDONED_AFTER)).forEach(this::adopt);
        } catch (RuntimeException e) {
            LOG.error("event={}s_not_kept", words.noun(), e);
        }
    }

    private void keep(Job<Q, F> job) {
        boolean over = job.outcome() != null;
        var _ =
                write(job)
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "event={}_not_kept id={} cause={}",
                                        words.noun(),
                                        job.id(),
                                        failure.toString());
                            } else if (over) {
                                kept.forget(job.orgId());
                                forget(job);
                            }
                        });
    }

    /// A job that its record holds, once it was written a second time: the reader of the topic has
    /// it by then. Of others the latest stay.
    private void forget(Job<Q, F> job) {
        if (job.isRecorded() && !job.isCut()) {
            own.remove(job);
        }
        job.recorded();
        synchronized (own) {
            forgetOldest(own(job.orgId()).filter(Job::isCut).toList(), KeptJobs.OF_ORG_MAX);
            forgetOldest(own.stream().filter(Job::isCut).toList(), CUT_MAX);
        }
    }

    private void forgetOldest(List<Job<Q, F>> cut, int most) {
        own.removeAll(cut.subList(0, Math.max(0, cut.size() - most)));
    }

    private void adopt(Job<Q, F> left) {
        synchronized (own) {
            boolean known = own(left.orgId()).anyMatch(job -> job.id().equals(left.id()));
            if (known || waiting(null) >= WAITING_MAX) {
                return;
            }
            own.add(left);
        }
        LOG.info("event={}_taken_over id={} org={}", words.noun(), left.id(), left.orgId().value());
        keep(left);
        begin(left);
    }

    private void begin(Job<Q, F> job) {
        turns.executor(job.orgId().value()).execute(() -> make(job));
    }

    private void make(Job<Q, F> job) {
        job.finish(outcome(job));
        ended.accept(job);
        if (!closed) {
            keep(job);
        }
    }

    private Outcome<F> outcome(Job<Q, F> job) {
        if (kept.begun(job.orgId(), job.id()) >= BEGUN_MAX) {
            return problem(
                    Reason.INTERNAL_ERROR,
                    "%d processes ended while they made the %s: %s."
                            .formatted(BEGUN_MAX, words.noun(), words.inParts()));
        }
        job.advance(BEGUN);
        keep(job);
        try {
            F result = maker.make(job.request(), job::advance, () -> closed);
            return new Outcome<>(clock.instant(), result, null);
        } catch (ProblemException e) {
            return new Outcome<>(clock.instant(), null, e.problem());
        } catch (OverloadedException _) {
            return problem(Reason.INVALID_REQUEST, words.tooLarge());
        } catch (StateUnavailableException | CompletionException e) {
            LOG.warn("event={}_not_made id={} cause={}", words.noun(), job.id(), e.toString());
            return problem(Reason.STATE_UNAVAILABLE, words.unreadable());
        } catch (RuntimeException e) {
            LOG.error("event={}_broke id={}", words.noun(), job.id(), e);
            return problem(
                    Reason.INTERNAL_ERROR, "The %s could not be made.".formatted(words.noun()));
        }
    }

    private Outcome<F> problem(Reason reason, String description) {
        return new Outcome<>(clock.instant(), null, Problem.of(reason, description));
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        executor.shutdownNow();
    }
}
