package io.interlude.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.selection.RandomDecisions;
import io.interlude.domain.selection.RandomShadows;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.simulation.MixedTraffic.Recorded;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An hour of everything at once, decided again with nothing changed.
class MixedTrafficTest {
    private static final int ORGS = 60;
    private static final int REQUESTS = 500;
    private static final int LINE_ITEMS = 25;
    private static final int MANY_ORGS = 3;
    private static final int MANY_LINE_ITEMS = 900;

    /// The rules that hold ads back in such an hour, but for those that no candidate can break.
    private static final Set<SelectionRule> RULES =
            Set.of(
                    SelectionRule.FLIGHT,
                    SelectionRule.TARGETING,
                    SelectionRule.BLOCKED,
                    SelectionRule.DAYPART,
                    SelectionRule.BUDGET,
                    SelectionRule.PACING,
                    SelectionRule.HIDDEN,
                    SelectionRule.FREQUENCY_CAP,
                    SelectionRule.AD_LOAD,
                    SelectionRule.SEPARATION,
                    SelectionRule.SUITABILITY,
                    SelectionRule.RELEVANCE,
                    SelectionRule.CURRENCY,
                    SelectionRule.FLOOR,
                    SelectionRule.HELD_OUT,
                    SelectionRule.OUTRANKED);

    private static MixedTraffic hour(long seed, int lineItems) {
        RandomDecisions decisions = new RandomDecisions(seed, seed % 3 != 0);
        OrgCatalogue.Resources first =
                RandomShadows.mapped(
                        RandomShadows.shadowed(decisions.resources(lineItems)),
                        item -> lineItems == LINE_ITEMS ? item : ofOnePriority(item));
        OrgCatalogue.Resources second =
                RandomShadows.mapped(
                        first,
                        item ->
                                item.id().value().hashCode() % 5 == 1
                                        ? RandomShadows.with(
                                                item, ServingStatus.PAUSED, item.budget())
                                        : item);
        return MixedTraffic.play(
                decisions, compiled(7, first), compiled(8, second), seed, REQUESTS);
    }

    private static LineItem ofOnePriority(LineItem item) {
        return new LineItem(
                item.id(),
                item.campaignId(),
                item.name(),
                item.status(),
                item.activation(),
                LineItem.DEFAULT_PRIORITY,
                item.weight(),
                item.flight(),
                item.schedule(),
                item.adUnits(),
                item.price(),
                item.budget(),
                item.pacing(),
                item.frequencyCaps(),
                item.targeting(),
                item.rotation(),
                item.context(),
                item.conversionGoals());
    }

    private static PreparedCatalogue compiled(long revision, OrgCatalogue.Resources resources) {
        return PreparedCatalogue.compile(
                OrgCatalogue.compile(new OrgId("org"), revision, resources));
    }

    /// @param copied whether each catalogue is replaced by a copy, so that a change is simulated
    private static Simulation simulate(List<Recorded> records, boolean copied) {
        Simulation simulation = new Simulation(MixedTraffic.START, copied, _ -> {});
        Map<PreparedCatalogue, PreparedCatalogue> catalogueToCopy = new HashMap<>();
        for (Recorded record : records) {
            PreparedCatalogue then = record.then();
            PreparedCatalogue changed =
                    copied
                            ? catalogueToCopy.computeIfAbsent(
                                    then, one -> PreparedCatalogue.compile(one.source()))
                            : then;
            simulation.add(
                    new SimulatedRequest(record.decision(), record.subscriber(), then, changed),
                    record.fetchId());
        }
        return simulation;
    }

    private static Map<String, Long> fetches(List<SimulatedRow> rows) {
        return FetchCounts.of(rows, row -> row.creativeId().value());
    }

    private static Map<String, Long> served(List<Recorded> records) {
        return FetchCounts.of(
                records.stream().map(Recorded::decision), one -> one.creativeId().value());
    }

    /// The whole hour, and its second half: what was before is known from the records alone.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingChangedIsWhatHappened(boolean copied) {
        for (long seed = 0; seed < ORGS; seed++) {
            List<Recorded> records = hour(seed, LINE_ITEMS).records();

            assertIsWhatHappened(records, copied, seed);
            assertIsWhatHappened(secondHalf(records), copied, seed);
        }
    }

    private static List<Recorded> secondHalf(List<Recorded> records) {
        return records.subList(records.size() / 2, records.size());
    }

    private static void assertIsWhatHappened(List<Recorded> records, boolean copied, long seed) {
        Simulation simulation = simulate(records, copied);

        assertThat(simulation.simulated()).as("seed %d", seed).isEqualTo(simulation.actual());
        assertThat(fetches(simulation.actual())).isEqualTo(served(records));
        assertThat(simulation.requests()).isEqualTo(records.size());
    }

    /// Records do not tell of each candidate then.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingChangedOfManyLineItemsIsWhatHappened(boolean copied) {
        long incomplete = 0;
        for (long seed = 0; seed < MANY_ORGS; seed++) {
            List<Recorded> records = secondHalf(hour(seed, MANY_LINE_ITEMS).records());

            assertIsWhatHappened(records, copied, seed);
            incomplete += records.stream().filter(one -> !one.decision().complete()).count();
        }
        assertThat(incomplete).isGreaterThan(200);
    }

    /// Else the others would prove little.
    @Test
    void trafficHasEverything() {
        Mix mix = new Mix();
        for (long seed = 0; seed < ORGS; seed++) {
            MixedTraffic traffic = hour(seed, LINE_ITEMS);
            traffic.records().forEach(mix::add);
            mix.retracted += traffic.retracted();
        }

        assertThat(mix.rules).containsAll(RULES);
        assertThat(mix.served).hasSize(18);
        assertThat(mix.severalAds).isGreaterThan(100);
        assertThat(mix.retracted).isGreaterThan(100);
        assertThat(mix.predicted).isGreaterThan(100);
        assertThat(mix.heldOut).isGreaterThan(100);
    }

    /// What such hours have.
    private static final class Mix {
        private final Set<SelectionRule> rules = new HashSet<>();

        /// Rotation, ranking and format of what was served.
        private final Set<String> served = new HashSet<>();

        private int severalAds;
        private int retracted;
        private int predicted;
        private int heldOut;

        void add(Recorded record) {
            for (SelectionVerdict verdict : record.decision().verdicts()) {
                if (verdict.brokenRule() != null) {
                    rules.add(verdict.brokenRule());
                }
            }
            heldOut += record.decision().state().heldOut().size();
            if (record.outcome() instanceof SelectionOutcome.Served won) {
                AdFormat format = record.decision().format();
                served.add(
                        "%s %s %s"
                                .formatted(
                                        won.lineItem().lineItem().rotation().mode(),
                                        record.then().source().settings().ranking(),
                                        format));
                severalAds += record.ad() > 0 ? 1 : 0;
                SelectionVerdict first = won.verdicts().getFirst();
                predicted +=
                        first.valuation() != null && first.valuation().prediction() != null ? 1 : 0;
            }
        }
    }
}
