package io.interlude.report.audit.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.CellBook;
import io.interlude.report.audit.job.AuditJob.Outcome;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The audits of this process: one is made at a time, a few wait, and the latest are kept until the
/// process ends. Safe for use by many threads.
public final class Audits implements AutoCloseable {
    static final int WAITING_MAX = 8;
    static final int WAITING_OF_ORG_MAX = 3;
    static final int KEPT_OF_ORG_MAX = 20;
    static final int KEPT_MAX = 200;

    private static final Logger LOG = LoggerFactory.getLogger(Audits.class);

    private final AuditRun run;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("audit").factory());
    private final Deque<AuditJob> newestFirst = new ArrayDeque<>();
    private volatile boolean closed;

    public Audits(AuditRun run, InstantSource clock, MeterRegistry meters) {
        this.run = run;
        this.clock = clock;
        this.meters = meters;
    }

    /// Starts an audit.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `rate_limited` if too many wait already
    AuditJob start(AuditRequest request) {
        AuditJob job = new AuditJob(UUID.randomUUID().toString(), request, clock.instant());
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
        executor.execute(() -> make(job));
        return job;
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

    /// The org's audit of the id.
    Optional<AuditJob> find(OrgId orgId, String id) {
        return list(orgId).stream().filter(job -> job.id().equals(id)).findFirst();
    }

    /// The org's audits, the newest first.
    List<AuditJob> list(OrgId orgId) {
        synchronized (newestFirst) {
            return newestFirst.stream().filter(job -> job.request().orgId().equals(orgId)).toList();
        }
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
    }

    private Outcome outcome(AuditJob job) {
        try {
            AuditResult result = run.run(job.request(), job::advance, () -> closed);
            return new Outcome(clock.instant(), result, null);
        } catch (StateUnavailableException e) {
            LOG.warn("event=audit_not_made id={} cause={}", job.id(), e.toString());
            return problem(
                    Reason.STATE_UNAVAILABLE,
                    "The journal or the cells could not be read: start the audit again.");
        } catch (CellBook.TooManyCellsException _) {
            return problem(
                    Reason.INVALID_REQUEST,
                    "The range has more than %d cells: audit it in parts."
                            .formatted(CellBook.CELLS_MAX));
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
        executor.shutdownNow();
    }
}
