package io.interlude.domain.rotation;

import java.util.List;
import java.util.OptionalDouble;

/// The record of how adaptive rotation came to its choice.
///
/// @param chosen index of the creative
/// @param guaranteed whether its guaranteed share, and no draw, decided
/// @param posteriors of each creative
/// @param draws of each creative, the highest of which won; none where a cap held it back, nor
///   where the guarantee decided
public record AdaptiveTrace(
        int chosen, boolean guaranteed, List<Posterior> posteriors, List<OptionalDouble> draws) {
    public AdaptiveTrace {
        posteriors = List.copyOf(posteriors);
        draws = List.copyOf(draws);
    }
}
