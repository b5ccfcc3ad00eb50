package io.interlude.report.audit.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.job.AuditJob.Outcome;
import io.interlude.schema.AuditRecorded;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The audits of this process: one is made at a time, and a few wait. What becomes of them is in
/// [KeptAudits], so that they outlive it: one that was under way when its process ended is made
/// again by another, or by the next. Safe for use by many threads.
public final class Audits implements AutoCloseable {
    static final int WAITING_MAX = 8;
    static final int WAITING_OF_ORG_MAX = 3;
    static final int KEPT_OF_ORG_MAX = 20;
    static final int KEPT_MAX = 200;

    /// How often each audit under way is written down.
    static final Duration SAID_EVERY = Duration.ofSeconds(10);

    /// An audit that nothing was heard of for so long is made by another instance.
    static final Duration ABANDONED_AFTER = Duration.ofSeconds(45);

    /// An audit that so many instances began and none of them ended is made no more: it may be what
    /// ended them.
    static final int BEGUN_MAX = 3;

    private static final double BEGUN = 0.001;

    private static final Logger LOG = LoggerFactory.getLogger(Audits.class);

    private final String instance = UUID.randomUUID().toString();
    private final AuditRun run;
    private final KeptAudits kept;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("audit").factory());
    private final ScheduledExecutorService keeper =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("audit-keeper").factory());
    private final Deque<AuditJob> newestFirst = new ArrayDeque<>();
    private volatile boolean closed;

    public Audits(AuditRun run, KeptAudits kept, InstantSource clock, MeterRegistry meters) {
        this.run = run;
        this.kept = kept;
        this.clock = clock;
        this.meters = meters;
        var _ =
                keeper.scheduleWithFixedDelay(
                        this::keepAll,
                        SAID_EVERY.toMillis(),
                        SAID_EVERY.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /// Refuses an audit that cannot be made.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_request` if it names an unknown
    ///   version of attribution
    void check(AuditRequest request) {
        run.check(request);
    }

    /// Starts an audit.
    ///
    /// @param changedBy the key or person that asks for it, as records name them
    /// @return completes once it is written down, so that it will be made whatever happens
    /// @throws io.interlude.web.refusal.ProblemException `rate_limited` if too many wait already
    CompletableFuture<AuditJob> start(AuditRequest request, String changedBy) {
        AuditJob job =
                new AuditJob(
                        UUID.randomUUID().toString(),
                        request,
                        clock.instant().truncatedTo(ChronoUnit.MILLIS),
                        changedBy);
        synchronized (newestFirst) {
            if (waiting(null) >= WAITING_MAX || waiting(request.orgId()) >= WAITING_OF_ORG_MAX) {
                throw Problem.of(
                                Reason.RATE_LIMITED,
                                "Too many audits are under way: wait until one of them has ended.")
                        .withHeader("Retry-After", "5")
                        .exception();
            }
            newestFirst.addFirst(job);
            forget(request.orgId());
        }
        return kept.write(recordOf(job))
                .handle((_, failure) -> {
                    if (failure != null) {
                        remove(job);
                        throw unavailable();
                    }
                    executor.execute(() -> make(job));
                    return job;
                });
    }

    private static ProblemException unavailable() {
        return Problem.of(Reason.JOURNAL_UNAVAILABLE, "The audit could not be saved: try again.")
                .exception();
    }

    private void remove(AuditJob job) {
        synchronized (newestFirst) {
            newestFirst.remove(job);
        }
    }

    private AuditRecorded recordOf(AuditJob job) {
        return AuditRecords.of(job, instance, clock.instant());
    }

    private long waiting(@Nullable OrgId orgId) {
        return newestFirst.stream()
                .filter(job -> job.outcome() == null)
                .filter(job -> orgId == null || job.request().orgId().equals(orgId))
                .count();
    }

    private void forget(OrgId orgId) {
        int ofOrg = 0;
        int all = 0;
        for (Iterator<AuditJob> jobs = newestFirst.iterator(); jobs.hasNext(); ) {
            AuditJob job = jobs.next();
            all++;
            ofOrg += job.request().orgId().equals(orgId) ? 1 : 0;
            boolean tooOld =
                    all > KEPT_MAX
                            || (ofOrg > KEPT_OF_ORG_MAX && job.request().orgId().equals(orgId));
            if (tooOld && job.outcome() != null) {
                jobs.remove();
            }
        }
    }

    /// The org's audit of the id, as clients see it.
    Optional<Map<String, Object>> find(OrgId orgId, String id) {
        return own(orgId).stream()
                .filter(job -> job.id().equals(id))
                .findFirst()
                .map(AuditJson::of)
                .or(() -> kept.find(orgId, id).map(AuditJson::of));
    }

    /// The org's latest audits, the newest first, without their details.
    List<Map<String, Object>> list(OrgId orgId) {
        Map<String, Map<String, Object>> idToAudit = new LinkedHashMap<>();
        own(orgId).forEach(job -> idToAudit.put(job.id(), AuditJson.brief(job)));
        kept.list(orgId)
                .forEach(
                        found -> idToAudit.putIfAbsent(found.record().getAuditId(), found.brief()));
        return idToAudit.values().stream()
                .sorted(Comparator.comparing(Audits::startedAt).reversed())
                .limit(KEPT_OF_ORG_MAX)
                .toList();
    }

    private static Instant startedAt(Map<String, Object> audit) {
        return Instant.parse(String.valueOf(audit.get("startedAt")));
    }

    private List<AuditJob> own(OrgId orgId) {
        synchronized (newestFirst) {
            return newestFirst.stream().filter(job -> job.request().orgId().equals(orgId)).toList();
        }
    }

    /// Writes down how far the audits under way are, and takes over those that others left.
    void keepAll() {
        try {
            List<AuditJob> jobs;
            synchronized (newestFirst) {
                jobs = List.copyOf(newestFirst);
            }
            jobs.stream().filter(job -> !job.isKept()).forEach(this::keep);
            kept.abandoned(clock.instant().minus(ABANDONED_AFTER)).forEach(this::adopt);
        } catch (RuntimeException e) {
            LOG.error("event=audits_not_kept", e);
        }
    }

    private void keep(AuditJob job) {
        boolean ended = job.outcome() != null;
        var _ =
                kept.write(recordOf(job))
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                LOG.warn(
                                        "event=audit_not_kept id={} cause={}",
                                        job.id(),
                                        failure.toString());
                            } else if (ended) {
                                job.kept();
                                kept.forget(job.request().orgId());
                            }
                        });
    }

    private void adopt(AuditRecorded left) {
        AuditJob job =
                new AuditJob(
                        left.getAuditId(),
                        AuditRecords.request(left),
                        left.getStartedAt(),
                        left.getChangedBy());
        synchronized (newestFirst) {
            boolean known = newestFirst.stream().anyMatch(own -> own.id().equals(job.id()));
            if (known || waiting(null) >= WAITING_MAX) {
                return;
            }
            newestFirst.addFirst(job);
        }
        LOG.info("event=audit_taken_over id={} org={}", job.id(), left.getOrgId());
        keep(job);
        executor.execute(() -> make(job));
    }

    private void make(AuditJob job) {
        Outcome outcome = outcome(job);
        String status = outcome.passed() ? "passed" : "failed";
        meters.counter("interlude.audits", "outcome", outcome.result() == null ? "error" : status)
                .increment();
        LOG.info(
                "event=audit_ended id={} org={} status={} records={} differences={} broken_hours={}",
                job.id(),
                job.request().orgId().value(),
                status,
                outcome.result() == null ? 0 : outcome.result().records(),
                outcome.result() == null ? 0 : outcome.result().differenceCount(),
                outcome.result() == null ? 0 : outcome.result().manifests().brokenCount());
        job.finish(outcome);
        if (!closed) {
            keep(job);
        }
    }

    private Outcome outcome(AuditJob job) {
        if (kept.begun(job.request().orgId(), job.id()) >= BEGUN_MAX) {
            return problem(
                    Reason.INTERNAL_ERROR,
                    "%d processes ended while they made the audit: audit the range in parts."
                            .formatted(BEGUN_MAX));
        }
        job.advance(BEGUN);
        keep(job);
        try {
            AuditResult result = run.run(job.request(), job::advance, () -> closed);
            return new Outcome(clock.instant(), result, null);
        } catch (StateUnavailableException e) {
            LOG.warn("event=audit_not_made id={} cause={}", job.id(), e.toString());
            return problem(
                    Reason.STATE_UNAVAILABLE,
                    "The journal or the cells could not be read: start the audit again.");
        } catch (ProblemException e) {
            return new Outcome(clock.instant(), null, e.problem());
        } catch (OverloadedException _) {
            return problem(
                    Reason.INVALID_REQUEST,
                    "The range has more cells or events than fit into your share of memory: audit it in parts.");
        } catch (RuntimeException e) {
            LOG.error("event=audit_broke id={}", job.id(), e);
            return problem(Reason.INTERNAL_ERROR, "The audit could not be made.");
        }
    }

    private Outcome problem(Reason reason, String description) {
        return new Outcome(clock.instant(), null, Problem.of(reason, description));
    }

    @Override
    public void close() {
        closed = true;
        keeper.shutdownNow();
        executor.shutdownNow();
    }
}
