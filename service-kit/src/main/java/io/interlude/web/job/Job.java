package io.interlude.web.job;

import io.interlude.domain.identity.OrgId;
import io.interlude.web.refusal.Problem;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job from its start on. Written by the thread that makes it, read by any.
///
/// @param <Q> what is asked for
/// @param <F> what is found
public final class Job<Q, F> {
    private final String id;
    private final OrgId orgId;
    private final Q request;
    private final Instant startedAt;
    private final @Nullable String changedBy;
    private volatile double progress;
    private volatile @Nullable Outcome<F> outcome;
    private volatile boolean cut;
    private volatile boolean recorded;

    /// @param changedBy the key or person that asked for it, see
    ///   [io.interlude.catalogue.key.Actor#recorded]; null of a job of before these were kept
    public Job(String id, OrgId orgId, Q request, Instant startedAt, @Nullable String changedBy) {
        this.id = id;
        this.orgId = orgId;
        this.request = request;
        this.startedAt = startedAt;
        this.changedBy = changedBy;
    }

    /// Unique within its org.
    public String id() {
        return id;
    }

    /// Whose it is.
    public OrgId orgId() {
        return orgId;
    }

    /// The question.
    public Q request() {
        return request;
    }

    /// When it was asked for.
    public Instant startedAt() {
        return startedAt;
    }

    /// The key or person that asked for it; null of a job of before these were kept.
    public @Nullable String changedBy() {
        return changedBy;
    }

    /// From 0 to 1; never falls.
    public double progress() {
        return progress;
    }

    /// How it ended; null while it runs.
    public @Nullable Outcome<F> outcome() {
        return outcome;
    }

    void advance(double share) {
        progress = Math.max(progress, share);
    }

    void finish(Outcome<F> finished) {
        progress = 1;
        outcome = finished;
    }

    /// Tells that its record holds less than it found: only this process has the rest.
    public void cut() {
        cut = true;
    }

    boolean isCut() {
        return cut;
    }

    /// Tells that its end was written into the topic.
    void recorded() {
        recorded = true;
    }

    boolean isRecorded() {
        return recorded;
    }

    /// The end of a job: a result, or a problem that kept it from one.
    ///
    /// @param at when it ended
    public record Outcome<F>(Instant at, @Nullable F result, @Nullable Problem problem) {}
}
