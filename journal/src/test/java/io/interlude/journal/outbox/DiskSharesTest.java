package io.interlude.journal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.append.AppendPriority;
import io.interlude.journal.append.DiskShareUsedUpException;
import io.interlude.journal.availability.JournalUnavailableException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskSharesTest {
    private static final long RESERVE = 1_000;

    private long free = RESERVE + 1_000;
    private long nanos;
    private Instant now = Instant.parse("2026-03-01T12:59:59Z");
    private final InstantSource clock = () -> now;
    private final DiskReserve reserve = new DiskReserve(() -> free, () -> nanos, RESERVE);
    private final DiskShares shares = new DiskShares(reserve, Long.MAX_VALUE, clock);

    private boolean admits(String org, AppendPriority priority) {
        nanos += Duration.ofSeconds(1).toNanos();
        return shares.refusal(org, priority) == null;
    }

    private boolean writes(String org, long bytes, AppendPriority priority) {
        if (!admits(org, priority)) {
            return false;
        }
        shares.add(org, bytes);
        free -= bytes;
        return true;
    }

    private long writesAll(String org, AppendPriority priority) {
        long before = free;
        while (writes(org, 1, priority)) {
            // Until it is refused.
        }
        return before - free;
    }

    @Test
    void eachOrgLeavesHalfOfWhatItFindsToTheNext() {
        assertThat(writesAll("acme", AppendPriority.USUAL)).isEqualTo(501);
        assertThat(writesAll("other", AppendPriority.SPARE)).isEqualTo(250);
        assertThat(writesAll("acme", AppendPriority.USUAL)).isZero();
        assertThat(writesAll("third", AppendPriority.USUAL)).isEqualTo(125);
        assertThat(shares.refusal("acme", AppendPriority.USUAL))
                .isInstanceOf(DiskShareUsedUpException.class);
    }

    @Test
    void clicksGoOnToTwiceAsMuch() {
        assertThat(writesAll("acme", AppendPriority.USUAL)).isEqualTo(501);
        assertThat(writesAll("acme", AppendPriority.FIRST)).isEqualTo(167);
        assertThat(admits("other", AppendPriority.USUAL)).isTrue();
    }

    @Test
    void theReserveAloneDecidesInTheReserve() {
        writesAll("acme", AppendPriority.FIRST);
        free = RESERVE - 1;

        assertThat(admits("acme", AppendPriority.FIRST)).isTrue();
        assertThat(admits("acme", AppendPriority.USUAL)).isFalse();
        assertThat(shares.refusal("acme", AppendPriority.USUAL))
                .isInstanceOf(JournalUnavailableException.class);
        free = RESERVE + RESERVE / 4;
        assertThat(admits("acme", AppendPriority.FIRST)).isFalse();
    }

    @Test
    void whatTheProductItselfWritesHasNoShare() {
        assertThat(writesAll("", AppendPriority.USUAL)).isEqualTo(1_001);
    }

    @ParameterizedTest
    @CsvSource({"23, false", "24, true", "25, true", "100000, true"})
    void aDayIsForgottenByTheHour(int hours, boolean admitted) {
        writesAll("acme", AppendPriority.USUAL);
        now = now.plus(Duration.ofHours(hours));

        assertThat(admits("acme", AppendPriority.USUAL)).isEqualTo(admitted);
    }

    @Test
    void everyHourIsForgottenAtItsOwnTime() {
        writes("acme", 300, AppendPriority.USUAL);
        now = now.plus(Duration.ofHours(10));
        writes("acme", 400, AppendPriority.USUAL);
        assertThat(admits("acme", AppendPriority.USUAL)).isFalse();

        now = now.plus(Duration.ofHours(14));
        assertThat(admits("acme", AppendPriority.USUAL)).isFalse();
        free += 100;
        assertThat(admits("acme", AppendPriority.USUAL)).isTrue();
        free -= 100;
        now = now.plus(Duration.ofHours(10));
        assertThat(writesAll("acme", AppendPriority.USUAL)).isEqualTo(151);
    }

    @Test
    void aClockThatIsSetBackForgetsNothing() {
        writesAll("acme", AppendPriority.USUAL);
        now = now.minus(Duration.ofDays(3));

        assertThat(admits("acme", AppendPriority.USUAL)).isFalse();
    }

    @Test
    void aSetBoundHoldsHoweverMuchIsFree() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        DiskShares bounded = DiskShares.of(DiskReserve.none(), 100, clock, "journal", meters);
        bounded.add("acme", 100);
        assertThat(bounded.refusal("acme", AppendPriority.USUAL)).isNull();
        bounded.add("acme", 1);
        bounded.add("other", 7);

        assertThat(bounded.refusal("acme", AppendPriority.USUAL))
                .isInstanceOf(DiskShareUsedUpException.class);
        assertThat(bounded.refusal("other", AppendPriority.USUAL)).isNull();
        assertThat(meters.get("disk.share.largest.bytes").gauge().value()).isEqualTo(101);
        assertThat(meters.get("disk.share.limit.bytes").gauge().value()).isEqualTo(100);
    }

    @Test
    void refusesNothingWithoutADiskAndABound() {
        DiskShares none = DiskShares.none();
        none.add("acme", Long.MAX_VALUE);

        assertThat(none.refusal("acme", AppendPriority.USUAL)).isNull();
    }

    /// Orgs write records of any size at any time for three days, and each byte that is counted
    /// takes up to three on the disk. The last org writes nothing.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void howeverOrgsWriteTheReserveStaysAndNobodyIsRefusedBeforeWhoWroteMore(long seed) {
        Random random = new Random(seed);
        int orgs = 2 + random.nextInt(6);
        double factor = 0.3 + random.nextDouble(2.7);
        long largest = random.nextLong(1_000, 11_000);
        free = RESERVE + 200 * largest;
        long start = now.getEpochSecond() / 3_600;
        long[][] orgToHourToBytes = new long[orgs][100];
        for (int i = 0; i < 10_000 && free >= RESERVE; i++) {
            String when = "at %d of seed %d".formatted(i, seed);
            now = now.plusSeconds(random.nextInt(52));
            int hour = (int) (now.getEpochSecond() / 3_600 - start);
            int org = random.nextInt(4) > 0 ? 0 : random.nextInt(orgs - 1);
            boolean admitted = admits("org-" + org, AppendPriority.USUAL);
            long most = admitted ? lastDay(orgToHourToBytes[org], hour) : 0;
            for (int other = 0; other < orgs; other++) {
                if (lastDay(orgToHourToBytes[other], hour) <= most) {
                    assertThat(admits("org-" + other, AppendPriority.USUAL)).as(when).isTrue();
                }
            }
            if (admitted) {
                long bytes = random.nextLong(1, largest);
                shares.add("org-" + org, bytes);
                orgToHourToBytes[org][hour] += bytes;
                free -= (long) (factor * bytes);
            }
            assertThat(free).as(when).isGreaterThan(RESERVE - (long) (factor * largest) - 1);
        }
    }

    private static long lastDay(long[] hourToBytes, int hour) {
        return LongStream.of(Arrays.copyOfRange(hourToBytes, Math.max(0, hour - 23), hour + 1))
                .sum();
    }
}
