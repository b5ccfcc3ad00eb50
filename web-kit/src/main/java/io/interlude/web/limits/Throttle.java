package io.interlude.web.limits;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Token buckets, one for each limited party. A bucket holds one second's worth, so that as much
/// may come at once. Safe for use by many threads; an admission takes some 0.1 microseconds.
///
/// A bucket that is full again knows nothing that a new one would not, so it may go at any time:
/// whenever the table has doubled, the full ones do. It therefore holds about as many entries as
/// there were callers within the last second, whoever they claim to be.
///
/// @param <K> who is limited
public final class Throttle<K> {
    private static final int SMALLEST_SWEEP = 1_024;

    private final ConcurrentHashMap<K, Limit> keyToLimit = new ConcurrentHashMap<>();
    private final TimeMeter time;
    private volatile int sweepAt = SMALLEST_SWEEP;

    /// A throttle on the system's monotonic clock.
    public Throttle() {
        this(TimeMeter.SYSTEM_NANOTIME);
    }

    Throttle(TimeMeter time) {
        this.time = time;
    }

    /// Takes one token.
    ///
    /// @return zero when there was one, else how long until there is
    public Duration take(K key, long perSecond) {
        ConsumptionProbe probe = limit(key, perSecond).bucket().tryConsumeAndReturnRemaining(1);
        return probe.isConsumed()
                ? Duration.ZERO
                : Duration.ofNanos(probe.getNanosToWaitForRefill());
    }

    /// Takes more tokens than there may be, for work whose size is known only after its admission:
    /// the caller then waits until the debt is paid. Nothing for a caller without a limit.
    public void charge(K key, long tokens) {
        Limit limit = keyToLimit.get(key);
        if (limit != null && tokens > 0) {
            limit.bucket().consumeIgnoringRateLimits(tokens);
        }
    }

    /// Gives a token back that was taken for what turned out not to count.
    public void giveBack(K key) {
        Limit limit = keyToLimit.get(key);
        if (limit != null) {
            limit.bucket().addTokens(1);
        }
    }

    int size() {
        return keyToLimit.size();
    }

    private Limit limit(K key, long perSecond) {
        Limit known = keyToLimit.get(key);
        if (known != null && known.perSecond() == perSecond) {
            return known;
        }
        sweepIfGrown();
        return keyToLimit.compute(key, (_, present) -> sameOrNew(present, perSecond));
    }

    private Limit sameOrNew(@Nullable Limit present, long perSecond) {
        return present != null && present.perSecond() == perSecond ? present : newLimit(perSecond);
    }

    private Limit newLimit(long perSecond) {
        Bandwidth bandwidth =
                Bandwidth.builder()
                        .capacity(perSecond)
                        .refillGreedy(perSecond, Duration.ofSeconds(1))
                        .build();
        return new Limit(
                perSecond,
                Bucket.builder().addLimit(bandwidth).withCustomTimePrecision(time).build());
    }

    private void sweepIfGrown() {
        if (keyToLimit.size() < sweepAt) {
            return;
        }
        synchronized (this) {
            if (keyToLimit.size() >= sweepAt) {
                keyToLimit.values().removeIf(Limit::isFull);
                sweepAt = Math.max(SMALLEST_SWEEP, 2 * keyToLimit.size());
            }
        }
    }

    private record Limit(long perSecond, Bucket bucket) {
        boolean isFull() {
            return bucket.getAvailableTokens() >= perSecond;
        }
    }
}
