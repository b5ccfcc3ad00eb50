package io.interlude.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.simulation.SeededTraffic.Recorded;
import io.interlude.domain.suitability.Suitability;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final int REQUESTS = 6_000;
    private static final Duration DAY = Duration.ofDays(1);

    private static final BookedItem CAPPED =
            BookedItem.of("capped", "8").at(3).capped(2, DAY).rotates(RotationMode.SEQUENTIAL, 3);
    private static final BookedItem GOAL =
            BookedItem.of("goal", "6")
                    .at(4)
                    .spends(
                            new Budget(null, null, null, new Goal(Goal.Metric.IMPRESSIONS, 700)),
                            PacingMode.EVEN)
                    .rotates(RotationMode.ADAPTIVE, 3);
    private static final BookedItem BUDGET =
            BookedItem.of("budget", "4")
                    .at(5)
                    .spends(new Budget(2_000_000L, null, null), PacingMode.EVEN)
                    .rotates(RotationMode.WEIGHTED, 2);
    private static final BookedItem CLICKS =
            BookedItem.of("clicks", "1").costs(PriceModel.CPC, "0.20").at(6).capped(1, DAY);
    private static final BookedItem FILLER = BookedItem.of("filler", "1").at(9).capped(3, DAY);

    /// By value, with few ads in a conversation.
    private static final OrgSettings CONVERSING =
            new OrgSettings(
                    Exchange.DEFAULT,
                    Ranking.VALUE,
                    Suitability.OPEN,
                    new AdLoad(1, 1, null, 4, 1, 0),
                    Blocked.NOTHING);

    private static PreparedCatalogue booked(BookedItem... items) {
        return BookedItem.catalogue(OrgSettings.DEFAULT, items);
    }

    private static Simulation simulate(
            List<Recorded> records, PreparedCatalogue then, PreparedCatalogue changed) {
        Simulation simulation = new Simulation(BookedItem.START, then != changed, _ -> {});
        records.forEach(record ->
                simulation.add(
                        new SimulatedRequest(record.decision(), record.subscriber(), then, changed),
                        record.fetchId()));
        return simulation;
    }

    private static Map<String, Long> fetches(List<SimulatedRow> rows) {
        return FetchCounts.of(rows, row -> row.lineItemId().value());
    }

    private static Map<String, Long> served(List<Recorded> records) {
        return FetchCounts.of(
                records.stream().map(Recorded::decision), one -> one.lineItemId().value());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingChangedIsWhatHappened(long seed) {
        PreparedCatalogue then = booked(CAPPED, GOAL, BUDGET, CLICKS, FILLER);
        List<Recorded> records = SeededTraffic.of(then, seed, REQUESTS);

        Simulation simulation = simulate(records, then, then);

        assertThat(simulation.simulated()).isEqualTo(simulation.actual());
        assertThat(fetches(simulation.actual())).isEqualTo(served(records)).hasSize(5);
        assertThat(simulation.unknownRelevance()).isZero();
    }

    /// The folds of the simulation come to what happened, too.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void changeOfNothingThatMattersIsWhatHappened(long seed) {
        PreparedCatalogue then = booked(CAPPED, GOAL, BUDGET, CLICKS, FILLER);
        PreparedCatalogue same = booked(CAPPED, GOAL, BUDGET, CLICKS, FILLER);
        List<Recorded> records = SeededTraffic.of(then, seed, REQUESTS);

        Simulation simulation = simulate(records, then, same);

        assertThat(simulation.simulated()).isEqualTo(simulation.actual());
        assertThat(fetches(simulation.actual())).isEqualTo(served(records));
    }

    /// Under a ranking by relevance a price decides nothing.
    @Test
    void priceChangesWhatIsSpent() {
        PreparedCatalogue then = booked(CAPPED, FILLER);
        List<Recorded> records = SeededTraffic.of(then, 4, REQUESTS);

        Simulation simulation =
                simulate(records, then, booked(CAPPED.costs(PriceModel.CPM, "16"), FILLER));

        assertThat(fetches(simulation.simulated())).isEqualTo(fetches(simulation.actual()));
        assertThat(spend(simulation.simulated(), "capped"))
                .isEqualTo(2 * spend(simulation.actual(), "capped"));
    }

    private static double spend(List<SimulatedRow> rows, String id) {
        return rows.stream()
                .filter(row -> row.lineItemId().value().equals(id))
                .mapToDouble(SimulatedRow::spentMicros)
                .sum();
    }

    /// Under a ranking by value the dearer wins.
    @Test
    void priceDecidesUnderValue() {
        OrgSettings byValue =
                new OrgSettings(
                        Exchange.DEFAULT, Ranking.VALUE, Suitability.OPEN, null, Blocked.NOTHING);
        BookedItem dear = BookedItem.of("dear", "5");
        BookedItem cheap = BookedItem.of("cheap", "2");
        PreparedCatalogue then = BookedItem.catalogue(byValue, dear, cheap);
        List<Recorded> records = SeededTraffic.of(then, 5, 1_000);

        Simulation simulation =
                simulate(
                        records,
                        then,
                        BookedItem.catalogue(byValue, dear, cheap.costs(PriceModel.CPM, "9")));

        Map<String, Long> was = fetches(simulation.actual());
        Map<String, Long> wouldBe = fetches(simulation.simulated());
        assertThat(wouldBe.get("cheap")).isEqualTo(was.get("dear"));
        assertThat(wouldBe.get("dear")).isEqualTo(was.get("cheap"));
    }

    @Test
    void pausedLineItemLeavesItsPlaces() {
        PreparedCatalogue then = booked(GOAL, FILLER.uncapped());
        List<Recorded> records = SeededTraffic.of(then, 6, REQUESTS);

        Simulation simulation =
                simulate(records, then, booked(GOAL.is(ServingStatus.PAUSED), FILLER.uncapped()));

        assertThat(fetches(simulation.simulated())).containsOnlyKeys("filler");
        assertThat(fetches(simulation.actual())).containsOnlyKeys("filler", "goal");
    }

    /// Something fills each first ad: else a fetch's second one is not in the journal.
    @Test
    void capThatIsRemovedComesOutAsItWouldHave() {
        assertAsServed(
                booked(CAPPED, GOAL, BUDGET, FILLER.uncapped()),
                booked(CAPPED.uncapped(), GOAL, BUDGET, FILLER.uncapped()));
    }

    @Test
    void tighterCapComesOutAsItWouldHave() {
        assertAsServed(
                booked(CAPPED, GOAL, BUDGET, FILLER),
                booked(CAPPED.capped(1, DAY), GOAL, BUDGET, FILLER));
    }

    @Test
    void largerBudgetComesOutAsItWouldHave() {
        assertAsServed(
                booked(CAPPED, GOAL, BUDGET, FILLER),
                booked(
                        CAPPED,
                        GOAL,
                        BUDGET.spends(new Budget(4_000_000L, null, null), PacingMode.EVEN),
                        FILLER));
    }

    @Test
    void draftComesOutAsOnceItIsBooked() {
        BookedItem draft =
                BookedItem.of("draft", "7")
                        .at(4)
                        .capped(2, DAY)
                        .spends(new Budget(null, null, 900), PacingMode.EVEN);
        assertAsServed(
                booked(CAPPED, GOAL, BUDGET, FILLER, draft.is(ServingStatus.DRAFT)),
                booked(CAPPED, GOAL, BUDGET, FILLER, draft));
    }

    /// Where values decide, conversations have an ad load, and a campaign is held out.
    @Test
    void draftComesOutAsOnceItIsBookedAmongAllElse() {
        BookedItem draft =
                BookedItem.of("draft", "3")
                        .at(6)
                        .capped(3, DAY)
                        .holdsOut(0.3)
                        .spends(
                                new Budget(
                                        null, null, null, new Goal(Goal.Metric.IMPRESSIONS, 1_000)),
                                PacingMode.FRONTLOADED);
        BookedItem clicks =
                BookedItem.of("clicks", "1").costs(PriceModel.CPC, "0.02").at(6).holdsOut(0.2);
        assertAsServed(
                BookedItem.catalogue(
                        CONVERSING,
                        GOAL,
                        BUDGET,
                        clicks,
                        FILLER.uncapped(),
                        draft.is(ServingStatus.DRAFT)),
                BookedItem.catalogue(CONVERSING, GOAL, BUDGET, clicks, FILLER.uncapped(), draft));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5})
    void otherHoldoutComesOutAsItWouldHave(double share) {
        BookedItem free = BookedItem.of("free", "6").at(6).rotates(RotationMode.ADAPTIVE, 3);
        assertAsServed(
                booked(CAPPED, GOAL, BUDGET, free.holdsOut(0.3), FILLER.uncapped()),
                booked(CAPPED, GOAL, BUDGET, free.holdsOut(share), FILLER.uncapped()));
    }

    /// What is simulated comes within 5 % of the same traffic served under the change.
    private static void assertAsServed(PreparedCatalogue then, PreparedCatalogue changed) {
        for (long seed = 10; seed < 15; seed++) {
            Simulation simulation = simulate(SeededTraffic.of(then, seed, REQUESTS), then, changed);
            Map<String, Long> simulated = fetches(simulation.simulated());
            Map<String, Long> played = served(SeededTraffic.of(changed, seed, REQUESTS));
            assertThat(simulated.keySet()).isEqualTo(played.keySet());
            played.forEach((id, count) ->
                    assertThat((double) simulated.getOrDefault(id, 0L))
                            .as("%s of %s, served %s", id, simulated, played)
                            .isCloseTo(count, within(0.05 * count)));
        }
    }

    @Test
    void endsWhereItNeedsTooMuchMemory() {
        PreparedCatalogue then = booked(CAPPED, FILLER);
        List<Recorded> records = SeededTraffic.of(then, 7, 500);
        AtomicLong free = new AtomicLong(10_000);
        IllegalStateException none = new IllegalStateException("no memory");
        Simulation simulation =
                new Simulation(
                        BookedItem.START,
                        true,
                        bytes -> {
                            if (free.addAndGet(-bytes) < 0) {
                                throw none;
                            }
                        });

        assertThatThrownBy(() ->
                        records.forEach(record ->
                                simulation.add(
                                        new SimulatedRequest(
                                                record.decision(), record.subscriber(), then, then),
                                        record.fetchId())))
                .isSameAs(none);
    }
}
