package io.interlude.domain.catalogue;

import io.interlude.domain.flight.OpenFlight;
import io.interlude.domain.pacing.PacingPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A line item with its campaign and its approved creatives, those in the order of sequential
/// rotation.
///
/// @param conversionGoals that count and bill its conversions; empty when every conversion does
public record Candidate(
        LineItem lineItem,
        Campaign campaign,
        List<CreativeVersion> creatives,
        List<ConversionGoal> conversionGoals) {
    public Candidate {
        creatives = List.copyOf(creatives);
        conversionGoals = List.copyOf(conversionGoals);
    }

    /// Its bounds, and the plans that they are held to.
    public PacingPolicy pacing() {
        return new PacingPolicy(
                lineItem.budget(),
                lineItem.pacing(),
                lineItem.price(),
                startMillis(Activation::latest),
                openFlight());
    }

    /// When it began to be served at all: the latest of its activation and its flights' starts.
    private long startMillis(Function<Activation, Instant> activatedAt) {
        Activation activation = lineItem.activation();
        return Stream.of(
                        activation == null ? null : activatedAt.apply(activation),
                        lineItem.flight().startAt(),
                        campaign.flight().startAt())
                .filter(Objects::nonNull)
                .mapToLong(Instant::toEpochMilli)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /// Its own flight, from its first activation on and narrowed by its campaign's; null for one
    /// that does not end, or never began.
    private @Nullable OpenFlight openFlight() {
        Instant endAt = lineItem.flight().endAt();
        long startMillis = startMillis(Activation::first);
        if (endAt == null || startMillis == Long.MIN_VALUE) {
            return null;
        }
        long endMillis =
                Stream.of(endAt, campaign.flight().endAt())
                        .filter(Objects::nonNull)
                        .mapToLong(Instant::toEpochMilli)
                        .min()
                        .orElseThrow();
        return new OpenFlight(lineItem.schedule(), startMillis, endMillis);
    }
}
