package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static io.interlude.domain.selection.RandomShadows.mapped;
import static io.interlude.domain.selection.RandomShadows.shadowed;
import static io.interlude.domain.selection.RandomShadows.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShadowsTest {
    private static final int DECISIONS = 12;
    private static final int DRAWS = 200;

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void changesNothingOfTheDecision(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed, seed % 2 == 1);
        OrgCatalogue.Resources resources = decisions.resources(25);
        PreparedCatalogue with = compiled(shadowed(resources));
        PreparedCatalogue without = compiled(withoutShadows(shadowed(resources)));
        for (int i = 0; i < 5 * DECISIONS; i++) {
            SelectionInput input = decisions.input(with.source());
            ServingState state = decisions.state();

            SelectionOutcome shadowed =
                    Selection.decide(with, input, state, new SplittableRandom(i));
            SelectionOutcome plain =
                    Selection.decide(without, input, state, new SplittableRandom(i));

            assertThat(real(shadowed)).as("seed %d, %d", seed, i).isEqualTo(real(plain));
            assertThat(advances(with, shadowed)).isEqualTo(advances(without, plain));
        }
    }

    /// A shadow comes first exactly where the same line item, were it active, could be served.
    @ParameterizedTest
    @MethodSource("seeds")
    void wouldServeWhatCouldBeServed(long seed) {
        RandomDecisions decisions = new RandomDecisions(seed, seed % 2 == 1);
        OrgCatalogue.Resources resources = unbounded(decisions.resources(8));
        for (LineItem item : resources.lineItems()) {
            if (item.status() != ServingStatus.ACTIVE) {
                continue;
            }
            PreparedCatalogue shadowed = only(resources, item.id(), ServingStatus.SHADOW);
            PreparedCatalogue active = only(resources, item.id(), ServingStatus.ACTIVE);
            for (int i = 0; i < DECISIONS / 4; i++) {
                SelectionInput input = decisions.input(active.source());
                ServingState state = decisions.state();
                Set<Boolean> would = new HashSet<>();
                Set<Boolean> does = new HashSet<>();
                for (int draw = 0; draw < DRAWS; draw++) {
                    would.add(
                            ahead(decide(shadowed, input, state, draw))
                                    .contains(item.id().value()));
                    does.add(
                            decide(active, input, state, draw)
                                            instanceof SelectionOutcome.Served served
                                    && served.lineItem().lineItem().id().equals(item.id()));
                }
                assertThat(would).as("seed %d, %s", seed, item.id()).isEqualTo(does);
            }
        }
    }

    private static SelectionOutcome decide(
            PreparedCatalogue catalogue, SelectionInput input, ServingState state, long seed) {
        return Selection.decide(catalogue, input, state, new SplittableRandom(seed));
    }

    @Test
    void isJudgedInNoFillsAndBesideTheWinner() {
        Bookings bookings =
                new Bookings()
                        .with(aLineItem("a").priority(5), "a1")
                        .with(aLineItem("first").priority(4).status(ServingStatus.SHADOW), "f1")
                        .with(aLineItem("last").priority(6).status(ServingStatus.SHADOW), "l1")
                        .with(aLineItem("bare").priority(4).status(ServingStatus.SHADOW));

        assertThat(ahead(new Requests().of(bookings))).containsExactly("first");
        assertThat(ahead(new Requests().sensitive().of(bookings))).isEmpty();
        assertThat(ahead(new Requests().of(bookings.campaignIs(ServingStatus.PAUSED)))).isEmpty();
        assertThat(
                        ahead(
                                new Requests()
                                        .of(
                                                new Bookings()
                                                        .with(
                                                                aLineItem("only")
                                                                        .status(
                                                                                ServingStatus
                                                                                        .SHADOW),
                                                                "o1"))))
                .containsExactly("only");
    }

    @Test
    void needsNoCounterOfItsOwn() {
        FrequencyCap cap = new FrequencyCap(1, Duration.ofDays(1), CapScope.CAMPAIGN);
        Bookings bookings =
                new Bookings()
                        .campaignCaps(cap)
                        .with(
                                aLineItem("s")
                                        .status(ServingStatus.SHADOW)
                                        .dailyFetches(1, PacingMode.EVEN),
                                "s1");

        assertThat(ahead(new Requests().spent("s", 5).of(bookings))).containsExactly("s");
        assertThat(ahead(new Requests().served(CapScope.CAMPAIGN, "c1", 1).of(bookings))).isEmpty();
    }

    @Test
    void triesTopicsAgainstTheWinners() {
        Bookings bookings =
                new Bookings()
                        .with(aLineItem("a").fits(0.3, "soup"), "a1")
                        .with(aLineItem("s").fits(0.3, "stew").status(ServingStatus.SHADOW), "s1");

        assertThat(ahead(new Requests().similar(Map.of("a", 0.5, "s", 0.6)).of(bookings)))
                .containsExactly("s");
        assertThat(ahead(new Requests().similar(Map.of("a", 0.5, "s", 0.4)).of(bookings)))
                .isEmpty();
        assertThat(ahead(new Requests().similar(Map.of("a", 0.1, "s", 0.2)).of(bookings)))
                .isEmpty();
    }

    @Test
    void sharesARankByWeight() {
        PreparedCatalogue catalogue =
                new Bookings()
                        .with(aLineItem("a").weight(3), "a1")
                        .with(aLineItem("s").status(ServingStatus.SHADOW), "s1")
                        .prepare();

        long ahead =
                LongStream.range(0, 4_000)
                        .filter(seed -> !ahead(new Requests().seed(seed).of(catalogue)).isEmpty())
                        .count();

        assertThat(ahead).isBetween(880L, 1_120L);
    }

    private static List<String> ahead(SelectionOutcome outcome) {
        return outcome.candidates().shadows().stream()
                .map(shadow -> shadow.lineItemId().value())
                .toList();
    }

    /// All that is told of the decision but its shadows.
    private static List<Object> real(SelectionOutcome outcome) {
        CandidateVerdicts candidates = outcome.candidates();
        List<Object> shared =
                List.of(
                        candidates.kept(),
                        candidates.candidateCount(),
                        candidates.heldByCap(),
                        candidates.heldOut(),
                        outcome.disqualifications());
        return switch (outcome) {
            case SelectionOutcome.Served served ->
                    List.of(shared, served.creative(), served.rotation(), served.engagements());
            case SelectionOutcome.NotServed not ->
                    List.of(shared, not.reason(), not.message(), String.valueOf(not.category()));
        };
    }

    /// What is counted of the subscriber.
    private static List<FrequencyAdvance> advances(
            PreparedCatalogue catalogue, SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served served
                ? catalogue.advances(
                        RandomPublisher.PAUSE, served.lineItem(), served.creative().id())
                : List.of();
    }

    private static OrgCatalogue.Resources withoutShadows(OrgCatalogue.Resources of) {
        return new OrgCatalogue.Resources(
                of.applications(),
                of.adUnits(),
                of.campaigns(),
                of.lineItems().stream()
                        .filter(item -> item.status() != ServingStatus.SHADOW)
                        .toList(),
                of.creatives(),
                of.advertisers(),
                of.settings(),
                List.of());
    }

    private static PreparedCatalogue only(
            OrgCatalogue.Resources resources, LineItemId id, ServingStatus status) {
        return compiled(
                mapped(
                        resources,
                        item -> item.id().equals(id) ? with(item, status, item.budget()) : item));
    }

    private static PreparedCatalogue compiled(OrgCatalogue.Resources resources) {
        return PreparedCatalogue.compile(OrgCatalogue.compile(new OrgId("org"), 7, resources));
    }

    private static OrgCatalogue.Resources unbounded(OrgCatalogue.Resources resources) {
        return mapped(resources, item -> with(item, item.status(), Budget.UNLIMITED));
    }
}
