package io.interlude.domain.catalogue;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.money.Money;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A goal that an advertiser pays for: which conversions count, how often, and how long after the
/// ad.
///
/// @param names of the conversions that reach it, compared exactly
/// @param every whether each conversion counts; otherwise one per fetch
/// @param clickWindow how long after the latest click a conversion counts
/// @param viewWindow how long after the fetch a conversion counts without a click; zero when a
///   click is needed
/// @param value worth of a conversion that tells none; null for nothing
public record ConversionGoal(
        String id,
        Set<String> names,
        boolean every,
        Duration clickWindow,
        Duration viewWindow,
        @Nullable Money value) {
    public ConversionGoal {
        requireNonNull(id, "id is null");
        names = Set.copyOf(names);
        requireNonNull(clickWindow, "clickWindow is null");
        requireNonNull(viewWindow, "viewWindow is null");
        if (clickWindow.isNegative() || viewWindow.isNegative()) {
            throw new IllegalArgumentException("a window of " + id + " is negative");
        }
    }
}
