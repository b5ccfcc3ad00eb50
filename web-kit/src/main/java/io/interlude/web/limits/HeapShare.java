package io.interlude.web.limits;

/// Shares of the heap for work that outlives its request. What needs more fails with a reason,
/// which the process survives. `docs/operations/what-memory-is-for.md` adds them to the others.
public enum HeapShare {
    /// The audit that is made: cells, whom they reached, and events.
    AUDIT(32),
    /// The versions of attribution of all orgs.
    ATTRIBUTIONS(48),
    /// The simulation that is made: counters of subscribers, and the latest fetches.
    SIMULATION(48);

    private final int heapParts;

    HeapShare(int heapParts) {
        this.heapParts = heapParts;
    }

    /// The share of this process's heap.
    public long bytes() {
        return of(Runtime.getRuntime().maxMemory());
    }

    /// The share of a heap of that size.
    public long of(long heapBytes) {
        return heapBytes / heapParts;
    }
}
