package io.interlude.domain.frequency;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// At most `max` fetches of the scope by one subscriber within any window of `per`; no `per` means
/// ever.
public record FrequencyCap(int max, @Nullable Duration per, CapScope scope) {
    public static final int LARGEST_MAX = 1_000;

    public FrequencyCap {
        requireNonNull(scope, "scope is null");
        if (scope == CapScope.HIDDEN) {
            throw new IllegalArgumentException("what is hidden is no cap's");
        }
        if (max < 1 || max > LARGEST_MAX) {
            throw new IllegalArgumentException("max is not 1 to 1000: " + max);
        }
        if (per != null && !per.isPositive()) {
            throw new IllegalArgumentException("per is not positive: " + per);
        }
    }
}
