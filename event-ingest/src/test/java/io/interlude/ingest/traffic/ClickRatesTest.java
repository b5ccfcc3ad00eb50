package io.interlude.ingest.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.FetchId;
import io.interlude.ingest.harness.Fetches;
import io.interlude.ingest.harness.KnownKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickRatesTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final FetchId FETCH = Fetches.aFetch();

    private final ClickRates rates =
            new ClickRates(new ClickRates.Bounds(3, 5, Duration.ofSeconds(10)));

    private static FetchId another(int number) {
        return Fetches.PROOF.make(KnownKeys.ORG, START.toEpochMilli(), 3, number);
    }

    private static InetAddress address(String text) throws UnknownHostException {
        return InetAddress.getByName(text);
    }

    @Test
    void letsOnlySoManyClicksOfOneFetchPass() {
        for (int i = 0; i < 3; i++) {
            assertThat(rates.exceeded(FETCH, null, START.plusSeconds(i))).isFalse();
        }

        assertThat(rates.exceeded(FETCH, null, START.plusSeconds(9))).isTrue();
        assertThat(rates.exceeded(another(1), null, START.plusSeconds(9))).isFalse();
        assertThat(rates.exceeded(FETCH, null, START.plusSeconds(10))).isFalse();
    }

    @Test
    void letsOnlySoManyClicksFromOneAddressPass() throws UnknownHostException {
        InetAddress public4 = address("203.0.113.7");
        for (int i = 0; i < 5; i++) {
            assertThat(rates.exceeded(another(i), public4, START)).isFalse();
        }

        assertThat(rates.exceeded(another(9), public4, START)).isTrue();
        assertThat(rates.exceeded(another(10), address("203.0.113.8"), START)).isFalse();
    }

    @Test
    void takesAnIpv6NetworkForOneAddress() throws UnknownHostException {
        for (int i = 0; i < 5; i++) {
            assertThat(rates.exceeded(another(i), address("2001:db8:1:2::" + i), START)).isFalse();
        }

        assertThat(rates.exceeded(another(9), address("2001:db8:1:2::99"), START)).isTrue();
        assertThat(rates.exceeded(another(10), address("2001:db8:1:3::1"), START)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "fe80::1", "fd00::1"})
    void countsNoAddressThatStandsForManyPeople(String proxy) throws UnknownHostException {
        for (int i = 0; i < 50; i++) {
            assertThat(rates.exceeded(another(i), address(proxy), START)).isFalse();
        }
    }

    @Test
    void keepsItsSizeAndCatchesTooFewRatherThanTooMany() {
        WindowedCounts counts = new WindowedCounts(64, Duration.ofSeconds(10));
        int unseen = 0;
        for (int subject = 0; subject < 1_000; subject++) {
            int count = counts.add(subject, START);
            assertThat(count).isBetween(0, 1);
            unseen += count == 0 ? 1 : 0;
        }

        assertThat(unseen).isGreaterThanOrEqualTo(1_000 - 64);
        assertThat(counts.add(5_000, START.plusSeconds(10))).isEqualTo(1);
    }

    @Test
    void countsAlikeBeforeTheEpoch() {
        WindowedCounts counts = new WindowedCounts(8, Duration.ofSeconds(10));

        assertThat(counts.add(0, Instant.EPOCH.minusSeconds(1))).isEqualTo(1);
        assertThat(counts.add(0, Instant.EPOCH.minusSeconds(1))).isEqualTo(2);
        assertThat(counts.add(0, Instant.EPOCH)).isEqualTo(1);
    }
}
