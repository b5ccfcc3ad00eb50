package io.interlude.domain.frequency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Caps on bounded counters against caps on the list of all times, which is what they mean.
class FrequencyCapsAgainstTimesTest {
    private static final Instant START = Instant.parse("2026-06-10T12:00:00Z");
    private static final int FETCHES = 400;

    private static final Set<CapScope> SCOPES = EnumSet.complementOf(EnumSet.of(CapScope.HIDDEN));

    private final Map<CapScope, List<Instant>> scopeToTimes = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void boundedCounterTellsWhatAllTimesTell(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<FrequencyCap> caps = caps(random);
        SubscriberCounters counters = SubscriberCounters.NONE;
        Instant now = START;
        for (int i = 0; i < FETCHES; i++) {
            now = now.plusMillis(random.nextInt(3_600_000));
            FrequencyView.Counted view = new FrequencyView.Counted(counters);
            for (FrequencyCap cap : caps) {
                assertThat(FrequencyCapPolicy.hasRoom(cap, view.counter(cap.scope(), "x"), now))
                        .as("seed %d, fetch %d: %s", seed, i, cap)
                        .isEqualTo(used(cap, now) < cap.max());
            }
            counters = serve(caps, counters, now, i, random);
        }
    }

    private static List<FrequencyCap> caps(SplittableRandom random) {
        List<FrequencyCap> caps = new ArrayList<>();
        for (CapScope scope : SCOPES) {
            caps.add(new FrequencyCap(random.nextInt(1, 40), per(random), scope));
            caps.add(new FrequencyCap(random.nextInt(1, 5), per(random), scope));
        }
        return caps;
    }

    private static @Nullable Duration per(SplittableRandom random) {
        return random.nextInt(4) == 0 ? null : Duration.ofMinutes(random.nextInt(1, 3_000));
    }

    private long used(FrequencyCap cap, Instant now) {
        Duration per = cap.per();
        return scopeToTimes.getOrDefault(cap.scope(), List.of()).stream()
                .filter(time -> per == null || time.plus(per).isAfter(now))
                .count();
    }

    /// A fetch of some of the scopes.
    private SubscriberCounters serve(
            List<FrequencyCap> caps,
            SubscriberCounters before,
            Instant now,
            long offset,
            SplittableRandom random) {
        List<FrequencyAdvance> advances = new ArrayList<>();
        for (CapScope scope : SCOPES) {
            if (random.nextBoolean()) {
                int keep =
                        caps.stream()
                                .filter(cap -> cap.scope() == scope)
                                .mapToInt(FrequencyCap::max)
                                .max()
                                .orElse(0);
                advances.add(new FrequencyAdvance(scope, "x", keep));
                scopeToTimes.computeIfAbsent(scope, _ -> new ArrayList<>()).add(now);
            }
        }
        return FrequencyFold.advance(before, advances, now, offset);
    }
}
