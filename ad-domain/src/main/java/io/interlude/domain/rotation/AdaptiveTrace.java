package io.interlude.domain.rotation;

import java.util.List;

/// The record of how adaptive rotation came to its choice.
///
/// @param chosen index of the creative
/// @param guaranteed whether its guaranteed share, and no draw, decided
/// @param posteriors of each creative
/// @param draws of each creative, the highest of which won; not a number where a cap held it back.
///   Empty where the guarantee decided
public record AdaptiveTrace(
        int chosen, boolean guaranteed, List<Posterior> posteriors, List<Double> draws) {
    public AdaptiveTrace {
        posteriors = List.copyOf(posteriors);
        draws = List.copyOf(draws);
    }
}
