package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottleTest {
    private final AtomicLong nanos = new AtomicLong(1);
    private final Throttle<String> throttle = new Throttle<>(new ManualTime(nanos));

    private record ManualTime(AtomicLong nanos) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return nanos.get();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void letsASecondsWorthComeAtOnceAndNoMore() {
        for (int i = 0; i < 5; i++) {
            assertThat(throttle.take("a", 5)).isZero();
        }

        assertThat(throttle.take("a", 5)).isEqualTo(Duration.ofMillis(200));
        assertThat(throttle.take("b", 5)).isZero();
    }

    @Test
    void letsTheNextOneComeAfterTheWait() {
        throttle.take("a", 1);
        Duration wait = throttle.take("a", 1);

        pass(wait);

        assertThat(throttle.take("a", 1)).isZero();
    }

    @Test
    void takesForNotTakenWhatIsGivenBack() {
        throttle.take("a", 1);
        throttle.giveBack("a");
        throttle.giveBack("unknown");

        assertThat(throttle.take("a", 1)).isZero();
        assertThat(throttle.take("a", 1)).isPositive();
    }

    @Test
    void makesUpForWhatWasChargedLater() {
        throttle.take("a", 10);
        throttle.charge("a", 29);

        assertThat(throttle.take("a", 10)).isEqualTo(Duration.ofMillis(2_100));
        throttle.charge("unlimited", 1_000);
        assertThat(throttle.take("unlimited", 1)).isZero();
    }

    @Test
    void followsAChangeOfTheLimit() {
        throttle.take("a", 1);

        assertThat(throttle.take("a", 2)).isZero();
        assertThat(throttle.take("a", 2)).isZero();
        assertThat(throttle.take("a", 2)).isPositive();
    }

    @Test
    void forgetsCallersWhoseBucketsAreFull() {
        for (int i = 0; i < 100_000; i++) {
            throttle.take("caller-" + i, 5);
            pass(Duration.ofMillis(1));
        }

        // A bucket is full again after 200 ms, so at most some 200 are not.
        assertThat(throttle.size()).isLessThanOrEqualTo(1_024);
    }

    /// Whatever comes, no more than the burst and the rate together pass.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void neverLetsMoreThroughThanTheRate(long seed) {
        Random random = new Random(seed);
        int perSecond = 1 + random.nextInt(50);
        long start = nanos.get();
        long passed = 0;
        for (int i = 0; i < 5_000; i++) {
            pass(Duration.ofMillis(random.nextInt(40)));
            passed += throttle.take("a", perSecond).isZero() ? 1 : 0;
        }

        double seconds = (nanos.get() - start) / 1e9;
        assertThat((double) passed).isLessThanOrEqualTo(perSecond + seconds * perSecond + 1);
    }
}
