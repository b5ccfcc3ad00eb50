package io.interlude.domain.flight;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The dates between which a campaign or line item serves: start inclusive, end exclusive, either
/// open.
public record Flight(@Nullable Instant startAt, @Nullable Instant endAt) {
    public static final Flight ALWAYS = new Flight(null, null);

    public Flight {
        if (startAt != null && endAt != null && !startAt.isBefore(endAt)) {
            throw new IllegalArgumentException(
                    "startAt is not before endAt: " + startAt + ", " + endAt);
        }
    }

    public boolean contains(Instant now) {
        return (startAt == null || !now.isBefore(startAt))
                && (endAt == null || now.isBefore(endAt));
    }
}
