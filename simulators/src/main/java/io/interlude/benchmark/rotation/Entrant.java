package io.interlude.benchmark.rotation;

import java.util.SplittableRandom;

/// The rotations that are compared.
enum Entrant {
    INTERLUDE("Interlude"),
    THOMPSON_UNIFORM("Thompson, 10 % uniform"),
    THOMPSON("Thompson"),
    EPSILON_GREEDY("epsilon-greedy, 10 %"),
    UCB1("UCB1"),
    UNIFORM("uniform");

    private static final double TEN_PERCENT = 0.1;
    static final int EXPLORATION_SHARE_BPS = 1_000;

    final String label;

    Entrant(String label) {
        this.label = label;
    }

    Contestant start(int creatives, int fetches, SplittableRandom random) {
        return switch (this) {
            case INTERLUDE -> new InterludeRotation(fetches, EXPLORATION_SHARE_BPS, random);
            case THOMPSON_UNIFORM ->
                    new CountingRotation(
                            creatives, TEN_PERCENT, CountingRotation::thompson, random);
            case THOMPSON -> new CountingRotation(creatives, 0, CountingRotation::thompson, random);
            case EPSILON_GREEDY ->
                    new CountingRotation(creatives, TEN_PERCENT, CountingRotation::mean, random);
            case UCB1 -> new CountingRotation(creatives, 0, CountingRotation::ucb1, random);
            case UNIFORM -> new CountingRotation(creatives, 1, CountingRotation::mean, random);
        };
    }
}
