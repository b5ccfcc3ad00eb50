package io.interlude.web.limits;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lets only so many requests be under way at once, and lets them hold only so many bytes. Refuses
/// the next at once: a queue would only make everybody late. Safe for use by many threads.
///
/// Bytes are those of bodies, of the trees parsed from them, of answers and of what they are made
/// from. One share of the process's heap is for them; another as large is left for what handlers
/// make of them meanwhile. `docs/operations/what-memory-is-for.md` adds all of it up.
public final class Admission {
    /// Part of the heap that requests may hold: one in so many.
    public static final int HEAP_PARTS = 4;

    private final Map<Share, ShareQuota> shareToQuota = new EnumMap<>(Share.class);
    private final Memory memory;

    /// Of a quarter of this process's heap.
    public Admission(Map<Share, Integer> shareToMost, MeterRegistry meters) {
        this(shareToMost, Runtime.getRuntime().maxMemory() / HEAP_PARTS, meters);
    }

    /// @param shareToMost most requests of a share at once; a share without a number has no bound
    /// @param memoryBytes most bytes that all requests hold
    public Admission(Map<Share, Integer> shareToMost, long memoryBytes, MeterRegistry meters) {
        for (Share share : Share.values()) {
            int most = shareToMost.getOrDefault(share, Integer.MAX_VALUE);
            shareToQuota.put(share, quota(share, new Pool(most), meters));
        }
        memory = memory(new Pool(memoryBytes), meters);
    }

    /// Takes a place, if there is one; null if not. The caller closes it.
    public @Nullable Place enter(Share share) {
        ShareQuota quota = requireNonNull(shareToQuota.get(share), "share has no quota");
        if (quota.pool.take(1)) {
            return new Place(quota, memory);
        }
        quota.refused.increment();
        return null;
    }

    /// The place of a request that is not known yet: it holds bytes only, as a stranger's.
    public Place arriving() {
        return requireNonNull(enter(Share.EXEMPT), "EXEMPT has a bound");
    }

    /// The memory of an org's work that outlives its request. It is half of all at most, so that
    /// the org's requests are answered meanwhile.
    public WorkMemory work(String org) {
        Place place = arriving();
        place.belongsTo(Owner.org(org));
        return new WorkMemory(place, memory.pool().size() / 2);
    }

    private static ShareQuota quota(Share share, Pool pool, MeterRegistry meters) {
        Gauge.builder("http.server.requests.in.flight", pool, Pool::taken)
                .description("Requests under way.")
                .tag("share", share.label())
                .strongReference(true)
                .register(meters);
        return new ShareQuota(
                pool,
                Counter.builder("http.server.overloaded")
                        .description("Requests refused because too many were under way.")
                        .tag("share", share.label())
                        .register(meters));
    }

    private static Memory memory(Pool pool, MeterRegistry meters) {
        Gauge.builder("http.server.memory", pool, Pool::taken)
                .description("Bytes that requests hold: bodies, trees, answers.")
                .baseUnit("bytes")
                .strongReference(true)
                .register(meters);
        Gauge.builder("http.server.memory.most", pool, Pool::size)
                .description("Bytes that requests may hold.")
                .baseUnit("bytes")
                .strongReference(true)
                .register(meters);
        Map<Owner.Kind, Counter> kindToRefused = new EnumMap<>(Owner.Kind.class);
        for (Owner.Kind kind : Owner.Kind.values()) {
            kindToRefused.put(
                    kind,
                    Counter.builder("http.server.memory.refused")
                            .description("Requests refused because of the bytes that they need.")
                            .tag("owner", kind.label())
                            .register(meters));
        }
        return new Memory(pool, kindToRefused);
    }

    /// The places of a share.
    record ShareQuota(Pool pool, Counter refused) {}

    /// The bytes.
    record Memory(Pool pool, Map<Owner.Kind, Counter> kindToRefused) {
        boolean take(Owner owner, long bytes) {
            if (pool.take(owner, bytes)) {
                return true;
            }
            requireNonNull(kindToRefused.get(owner.kind()), "no such kind").increment();
            return false;
        }
    }
}
