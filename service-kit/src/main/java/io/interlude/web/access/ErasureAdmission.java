package io.interlude.web.access;

import io.interlude.catalogue.subscriber.ErasureReceipt;
import io.interlude.catalogue.subscriber.SubscriberErasure;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SubscriberId;
import io.interlude.web.limits.Throttle;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/// Erases within an org's bounds: so many a second, so many of it waiting, and none once its
/// secrets take as much of every process's heap as an org may have. So no org takes the room of
/// another. Safe for use by many threads.
public final class ErasureAdmission implements SubscriberErasure {
    private static final int MOST_WAITING = 32;
    private static final String RETRY_AFTER = "Retry-After";

    private final SubscriberErasure erasure;
    private final ToLongFunction<OrgId> heapBytes;
    private final long perSecond;
    private final long mostHeapBytes;
    private final Throttle<OrgId> rates = new Throttle<>();
    private final Map<OrgId, Integer> orgToWaiting = new ConcurrentHashMap<>();

    /// @param erasure does what is admitted
    /// @param heapBytes heap that the secrets of an org take now
    /// @param perSecond erasures of one org in a second, from 1
    /// @param mostHeapBytes that the secrets of one org may take before a further erasure
    public ErasureAdmission(
            SubscriberErasure erasure,
            ToLongFunction<OrgId> heapBytes,
            long perSecond,
            long mostHeapBytes) {
        this.erasure = erasure;
        this.heapBytes = heapBytes;
        this.perSecond = perSecond;
        this.mostHeapBytes = mostHeapBytes;
    }

    /// @return as the erasure has it, or fails with [ProblemException] `overloaded` or
    ///   `rate_limited` when a bound of the org is used up; then nothing was done
    @Override
    public CompletableFuture<ErasureReceipt> erase(OrgId orgId, SubscriberId id, String erasedBy) {
        try {
            admit(orgId);
        } catch (ProblemException e) {
            return CompletableFuture.failedFuture(e);
        }
        return erasure.erase(orgId, id, erasedBy).whenComplete((_, _) -> release(orgId));
    }

    private void admit(OrgId orgId) {
        if (heapBytes.applyAsLong(orgId) >= mostHeapBytes) {
            throw Problem.of(
                            Reason.OVERLOADED,
                            "The erasures of your org take all the memory that they may:"
                                    + " the operator can raise"
                                    + " interlude.erasures.most-bytes.")
                    .withHeader(RETRY_AFTER, "3600")
                    .exception();
        }
        Duration wait = rates.take(orgId, perSecond);
        if (wait.isPositive()) {
            throw Problem.of(
                            Reason.RATE_LIMITED,
                            "Your org erases too many subscribers a second:"
                                    + " come back after Retry-After seconds.")
                    .withHeader(RETRY_AFTER, "1")
                    .exception();
        }
        if (orgToWaiting.merge(orgId, 1, Integer::sum) > MOST_WAITING) {
            release(orgId);
            throw Problem.of(
                            Reason.OVERLOADED,
                            "Too many erasures of your org wait:"
                                    + " come back after Retry-After seconds.")
                    .withHeader(RETRY_AFTER, "1")
                    .exception();
        }
    }

    private void release(OrgId orgId) {
        orgToWaiting.computeIfPresent(orgId, (_, waiting) -> waiting == 1 ? null : waiting - 1);
    }
}
