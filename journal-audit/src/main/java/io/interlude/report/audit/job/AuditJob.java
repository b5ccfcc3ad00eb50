package io.interlude.report.audit.job;

import io.interlude.report.audit.count.AuditRequest;
import io.interlude.web.refusal.Problem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An audit from its start on. Written by the thread that makes it, read by any.
final class AuditJob {
    private final String id;
    private final AuditRequest request;
    private final Instant startedAt;
    private final @Nullable String changedBy;
    private volatile double progress;
    private volatile @Nullable Outcome outcome;
    private volatile boolean kept;

    /// @param changedBy the key or person that asked for it, see [Actor#recorded]; null of an audit
    ///   of before these were kept
    AuditJob(String id, AuditRequest request, Instant startedAt, @Nullable String changedBy) {
        this.id = id;
        this.request = request;
        this.startedAt = startedAt;
        this.changedBy = changedBy;
    }

    String id() {
        return id;
    }

    AuditRequest request() {
        return request;
    }

    Instant startedAt() {
        return startedAt;
    }

    @Nullable String changedBy() {
        return changedBy;
    }

    /// From 0 to 1; never falls.
    double progress() {
        return progress;
    }

    @Nullable Outcome outcome() {
        return outcome;
    }

    void advance(double share) {
        progress = Math.max(progress, share);
    }

    void finish(Outcome finished) {
        progress = 1;
        outcome = finished;
    }

    /// Tells that how it ended is written down.
    void kept() {
        kept = true;
    }

    boolean isKept() {
        return kept;
    }

    /// The end of a job: a result, or a problem that kept it from one.
    record Outcome(Instant at, @Nullable AuditResult result, @Nullable Problem problem) {
        boolean passed() {
            return result != null && result.agrees();
        }
    }
}
