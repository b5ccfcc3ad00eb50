package io.interlude.local.demo;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;

/// The behaviour of the demo's subscribers. Each creative has a click rate of its own, between 1 %
/// and 12 % of its readers, fixed by its title and the seed: something for adaptive rotation to
/// find out.
final class DemoAudience {
    static final double DELIVERED = 0.97;
    static final double READ = 0.8;
    static final double CONVERTED = 0.15;

    private static final double LOWEST_CLICK_RATE = 0.01;
    private static final double HIGHEST_CLICK_RATE = 0.12;
    private static final int SUBSCRIBERS = 5_000;
    private static final String[] COUNTRIES = {"US", "GB", "DE", "FR", "CA"};

    private final long seed;

    DemoAudience(long seed) {
        this.seed = seed;
    }

    /// Share of the readers of a creative who click.
    double clickRate(String creativeTitle) {
        long bits =
                UUID.nameUUIDFromBytes((seed + creativeTitle).getBytes(StandardCharsets.UTF_8))
                        .getMostSignificantBits();
        double position = new SplittableRandom(bits).nextDouble();
        return LOWEST_CLICK_RATE * Math.pow(HIGHEST_CLICK_RATE / LOWEST_CLICK_RATE, position);
    }

    /// Somebody; a few come much more often than most.
    Person somebody(SplittableRandom random) {
        double skewed = Math.pow(random.nextDouble(), 2);
        int number = (int) (skewed * SUBSCRIBERS);
        SplittableRandom own = new SplittableRandom(seed * SUBSCRIBERS + number);
        String country = COUNTRIES[own.nextInt(COUNTRIES.length)];
        return new Person("demo-" + number, country, own.nextInt(5) == 0 ? "gold" : "basic");
    }

    /// One end user, known by an opaque id.
    record Person(String subscriber, String country, String tier) {}
}
