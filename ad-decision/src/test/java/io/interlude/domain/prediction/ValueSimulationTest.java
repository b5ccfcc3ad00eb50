package io.interlude.domain.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.money.PriceModel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Revenue of ranking by value, where nobody knows the rates.
class ValueSimulationTest {
    private static final int RUNS = 12;

    @Test
    void whoPaysMoreHasNearlyAll() {
        SimulatedOrg org =
                new SimulatedOrg(1, 0)
                        .with("dear", PriceModel.CPM, "50.00", 0.01)
                        .with("cheap", PriceModel.CPM, "1.00", 0.01);
        for (int i = 0; i < 1_000; i++) {
            org.fetch();
        }
        assertThat(org.servedBy("dear")).isGreaterThan(950);
    }

    /// Clicks at 10 % of 0.50 are worth 0.05, views at 20.00 a thousand 0.02.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void clicksWinWithin500FetchesAndLoseAgainWhenTheyStop(long seed) {
        SimulatedOrg org =
                new SimulatedOrg(seed, 20)
                        .with("views", PriceModel.CPM, "20.00", 0)
                        .with("clicks", PriceModel.CPC, "0.50", 0.1);
        for (int i = 0; i < 500; i++) {
            org.fetch();
        }
        long before = org.servedBy("clicks");
        for (int i = 0; i < 100; i++) {
            org.fetch();
        }
        assertThat(org.servedBy("clicks") - before).as("of the next 100").isGreaterThan(95);

        org.rate("clicks", 0);
        for (int i = 0; i < 3_000; i++) {
            org.fetch();
        }
        long stopped = org.servedBy("clicks");
        for (int i = 0; i < 100; i++) {
            org.fetch();
        }
        assertThat(org.servedBy("clicks") - stopped).as("after they stopped").isLessThan(20);
    }

    /// An org of views without clicks teaches nothing about what is new.
    @Test
    void clicksWinInAnOrgThatWasNeverClicked() {
        SimulatedOrg org = new SimulatedOrg(5, 20).with("views", PriceModel.CPM, "20.00", 0);
        for (int i = 0; i < 5_000; i++) {
            org.fetch();
        }
        org.with("clicks", PriceModel.CPC, "0.50", 0.1);
        for (int i = 0; i < 500; i++) {
            org.fetch();
        }
        long before = org.servedBy("clicks");
        for (int i = 0; i < 100; i++) {
            org.fetch();
        }
        assertThat(org.servedBy("clicks") - before).isGreaterThan(95);
    }

    /// What one run pays has noise of some percent, so the runs are taken together.
    @Test
    void revenueIsNearTheOraclesAfter20000Fetches() {
        double shares = 0;
        for (int seed = 1; seed <= RUNS; seed++) {
            SimulatedOrg org = mixed(seed, 100 * (seed % 3));
            for (int i = 0; i < 20_000; i++) {
                org.fetch();
            }
            double paid = 0;
            for (int i = 0; i < 20_000; i++) {
                paid += org.fetch();
            }
            assertThat(paid).as("seed %d", seed).isGreaterThan(20_000 * org.even());
            shares += paid / (20_000 * org.oracle());
        }
        assertThat(shares / RUNS).isGreaterThan(0.95);
    }

    private static SimulatedOrg mixed(long seed, int delay) {
        SplittableRandom random = new SplittableRandom(seed);
        SimulatedOrg org = new SimulatedOrg(seed, delay).with("views", PriceModel.CPM, "12.00", 0);
        for (int i = 0; i < 10; i++) {
            double rate = 0.005 * Math.exp(3 * random.nextDouble());
            org.with("k" + i, PriceModel.CPC, "0." + (20 + random.nextInt(60)), rate);
        }
        for (int i = 0; i < 3; i++) {
            org.with("s" + i, PriceModel.CPA, "4.00", 0.002 + 0.004 * random.nextDouble());
        }
        return org;
    }
}
