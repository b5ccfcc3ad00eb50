package io.interlude.domain.rotation;

import static java.util.Objects.requireNonNull;

/// The mode in which a line item rotates its creatives, and the share of its fetches, in basis
/// points, that adaptive rotation guarantees to exploration over all of them.
public record Rotation(RotationMode mode, int explorationShareBps) {
    public static final int DEFAULT_EXPLORATION_SHARE_BPS = 1_000; // 10 %

    public Rotation {
        requireNonNull(mode, "mode is null");
        if (explorationShareBps < 0 || explorationShareBps > 10_000) {
            throw new IllegalArgumentException(
                    "explorationShareBps is not 0 to 10000: " + explorationShareBps);
        }
    }
}
