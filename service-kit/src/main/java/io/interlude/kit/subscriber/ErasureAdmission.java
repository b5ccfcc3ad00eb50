package io.interlude.kit.subscriber;

import io.interlude.domain.identity.OrgId;
import io.interlude.kit.http.Problem;
import io.interlude.kit.http.ProblemException;
import io.interlude.kit.http.Reason;
import io.interlude.kit.limits.Throttle;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Says which erasures are taken: so many a second of one org, so many of it waiting, and none once
/// its secrets take as much of every process's heap as an org may have. So none takes the room of
/// another. Safe for use by many threads.
public final class ErasureAdmission {
    private static final int MOST_WAITING = 32;
    private static final String RETRY_AFTER = "Retry-After";

    private final long perSecond;
    private final long mostHeapBytes;
    private final Throttle<OrgId> rates = new Throttle<>();
    private final Map<OrgId, Integer> orgToWaiting = new ConcurrentHashMap<>();

    /// @param perSecond erasures of one org in a second, from 1
    /// @param mostHeapBytes that the secrets of one org may take before a further erasure
    public ErasureAdmission(long perSecond, long mostHeapBytes) {
        this.perSecond = perSecond;
        this.mostHeapBytes = mostHeapBytes;
    }

    /// Takes an erasure, which must be released.
    ///
    /// @throws ProblemException `overloaded` or `rate_limited`; nothing was taken
    void admit(OrgId orgId, long heapBytes) {
        if (heapBytes >= mostHeapBytes) {
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

    void release(OrgId orgId) {
        orgToWaiting.computeIfPresent(orgId, (_, waiting) -> waiting == 1 ? null : waiting - 1);
    }
}
