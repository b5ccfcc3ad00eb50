package io.interlude.domain.pacing;

import io.interlude.domain.money.MoneySum;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds up what a line item served and spent. The order of adding does not matter: a day that three
/// later days have pushed out never comes back, and stays in the lifetime's sums.
public final class SpendFold {
    /// Days that are kept. Pacing needs today's; time zones and late events make it three.
    public static final int DAYS_MAX = 3;

    private SpendFold() {}

    /// The sum, and of the applied offsets the later ones.
    public static LineItemSpend sum(LineItemSpend left, LineItemSpend right) {
        return new LineItemSpend(
                sumOfDays(left.days(), right.days()),
                left.lifetimeFetches() + right.lifetimeFetches(),
                saturatedSum(left.lifetimeSpentMicros(), right.lifetimeSpentMicros()),
                left.achieved().plus(right.achieved()),
                later(left.lastServedAt(), right.lastServedAt()),
                later(left.partitionToAppliedOffset(), right.partitionToAppliedOffset()));
    }

    private static List<DaySpend> sumOfDays(List<DaySpend> left, List<DaySpend> right) {
        Map<Long, DaySpend> epochDayToSpend = new TreeMap<>(Comparator.reverseOrder());
        left.forEach(day -> epochDayToSpend.put(day.epochDay(), day));
        right.forEach(day -> epochDayToSpend.merge(day.epochDay(), day, SpendFold::sumOfDay));
        return epochDayToSpend.values().stream().limit(DAYS_MAX).toList();
    }

    private static DaySpend sumOfDay(DaySpend left, DaySpend right) {
        return new DaySpend(
                left.epochDay(),
                left.fetches() + right.fetches(),
                saturatedSum(left.spentMicros(), right.spentMicros()));
    }

    /// A budget fits in a long, so what passed the end of one is spent whatever comes after it.
    /// Wrapping would open the budget anew.
    static long saturatedSum(long left, long right) {
        return switch (MoneySum.overflow(left, right)) {
            case 1 -> Long.MAX_VALUE;
            case -1 -> Long.MIN_VALUE;
            default -> left + right;
        };
    }

    private static @Nullable Instant later(@Nullable Instant left, @Nullable Instant right) {
        return left == null || (right != null && right.isAfter(left)) ? right : left;
    }

    private static Map<Integer, Long> later(Map<Integer, Long> left, Map<Integer, Long> right) {
        Map<Integer, Long> latest = new HashMap<>(left);
        right.forEach((partition, offset) -> latest.merge(partition, offset, Math::max));
        return latest;
    }
}
