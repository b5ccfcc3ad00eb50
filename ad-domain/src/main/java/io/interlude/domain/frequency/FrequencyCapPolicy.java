package io.interlude.domain.frequency;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decides whether a cap leaves room for one more fetch.
///
/// A window slides: a fetch counts against the cap from its own instant until, but not at, `per`
/// later. A counter keeps a bounded number of latest times, never fewer than the largest cap in
/// force when it was advanced.
public final class FrequencyCapPolicy {
    /// Latest times that every counter keeps at least, so that a cap that is added later finds a
    /// history to count.
    public static final int LEAST_KEPT_TIMES = 16;

    private FrequencyCapPolicy() {}

    public static boolean hasRoom(
            FrequencyCap cap, @Nullable FrequencyCounter counter, Instant now) {
        return counter == null || used(cap, counter, now) < cap.max();
    }

    /// How many fetches of the counter fall under the cap at `now`.
    public static long used(FrequencyCap cap, FrequencyCounter counter, Instant now) {
        Duration per = cap.per();
        return per == null
                ? counter.lifetime()
                : countAfter(counter.times(), windowStart(now, per));
    }

    /// When a cap without room has room again, if nothing is served until then; null for never.
    public static @Nullable Instant frees(FrequencyCap cap, FrequencyCounter counter, Instant now) {
        Duration per = cap.per();
        List<Instant> times = counter.times();
        int from = times.size() - cap.max();
        if (per == null || from < 0) {
            return null;
        }
        Instant leaving = times.get(from);
        long reachSeconds = Instant.MAX.getEpochSecond() - leaving.getEpochSecond();
        return per.toSeconds() >= reachSeconds ? null : leaving.plus(per);
    }

    /// The longest durations reach back beyond what an instant can hold.
    private static Instant windowStart(Instant now, Duration per) {
        long reachSeconds = now.getEpochSecond() - Instant.MIN.getEpochSecond();
        return per.toSeconds() >= reachSeconds ? Instant.MIN : now.minus(per);
    }

    private static int countAfter(List<Instant> times, Instant start) {
        int count = 0;
        for (Instant time : times) {
            if (time.isAfter(start)) {
                count++;
            }
        }
        return count;
    }
}
