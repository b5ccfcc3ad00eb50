package io.interlude.fetch.journal;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.FetchIdProof;
import io.interlude.domain.identity.OrgId;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Makes fetch ids. The sequence is this instance's node number and a counter, so that 65,536 ids a
/// millisecond and 1,024 instances never meet. Safe for use by many threads.
public final class FetchIds {
    /// Largest node number.
    public static final int LARGEST_NODE = 1_023;

    private static final int COUNTER_BITS = 16;
    private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;

    private final FetchIdProof proof;
    private final long node;
    private final AtomicLong counter = new AtomicLong();

    /// @param node 0 to 1,023, unlike that of any other instance
    public FetchIds(FetchIdProof proof, int node) {
        if (node < 0 || node > LARGEST_NODE) {
            throw new IllegalArgumentException("node is not 0 to 1023: " + node);
        }
        this.proof = proof;
        this.node = node;
    }

    public FetchId next(OrgId orgId, Instant madeAt, int partition) {
        long sequence = node << COUNTER_BITS | (counter.getAndIncrement() & COUNTER_MASK);
        return proof.make(orgId, madeAt.toEpochMilli(), partition, sequence);
    }

    /// An id that marks a fetch of the sandbox.
    public FetchId nextSandbox(OrgId orgId, Instant madeAt) {
        return next(orgId, madeAt, FetchId.SANDBOX_PARTITION);
    }
}
