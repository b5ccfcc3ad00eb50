package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SelectionTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Targeting IN_US =
            new Targeting.Leaf("country", TargetingOp.EQ, List.of(new AttributeValue.Text("US")));

    private static FrequencyCap cap(int max, CapScope scope) {
        return new FrequencyCap(max, DAY, scope);
    }

    private static String served(SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served served
                ? served.creative().id().value()
                : "nothing";
    }

    private static NoFillReason reason(SelectionOutcome outcome) {
        return ((SelectionOutcome.NotServed) outcome).reason();
    }

    private static List<String> verdicts(SelectionOutcome outcome) {
        return outcome.verdicts().stream()
                .map(verdict -> verdict.lineItemId() + " " + verdict.wireName())
                .toList();
    }

    @Nested
    class Rules {
        private void isRuledOut(Bookings bookings, Requests request, String verdict) {
            SelectionOutcome outcome = request.of(bookings);

            assertThat(verdicts(outcome)).containsExactly("a " + verdict);
            assertThat(served(outcome)).isEqualTo("nothing");
        }

        @Test
        void servesWhatBreaksNone() {
            assertThat(served(new Requests().of(new Bookings().with(aLineItem("a"), "a1"))))
                    .isEqualTo("a1");
        }

        @Test
        void flight() {
            isRuledOut(
                    new Bookings().with(aLineItem("a").flies(null, Requests.NOW), "a1"),
                    new Requests(),
                    "flight");
            isRuledOut(
                    new Bookings()
                            .with(aLineItem("a"), "a1")
                            .campaignFlies(new Flight(Requests.NOW.plusMillis(1), null)),
                    new Requests(),
                    "flight");
        }

        @Test
        void targeting() {
            Bookings inUs = new Bookings().with(aLineItem("a").targeting(IN_US), "a1");

            isRuledOut(inUs, new Requests().attribute("country", "FR"), "targeting");
            assertThat(served(new Requests().attribute("country", "us").of(inUs))).isEqualTo("a1");
        }

        @Test
        void daypart() {
            Daypart morning = new Daypart(EnumSet.allOf(DayOfWeek.class), 0, 12 * 60);
            Schedule schedule = new Schedule(ZoneOffset.UTC, List.of(morning));

            isRuledOut(
                    new Bookings().with(aLineItem("a").schedule(schedule), "a1"),
                    new Requests(),
                    "daypart");
        }

        @Test
        void budgetAndPacing() {
            isRuledOut(
                    new Bookings().with(aLineItem("a").dailyFetches(10, PacingMode.EVEN), "a1"),
                    new Requests().spent("a", 5),
                    "pacing");
            isRuledOut(
                    new Bookings().with(aLineItem("a").dailyFetches(10, PacingMode.EVEN), "a1"),
                    new Requests().spent("a", 10),
                    "budget");
        }

        @Test
        void inactiveOtherAdUnitAndOtherFormatAreNoCandidates() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").status(ServingStatus.PAUSED), "a1")
                            .with(aLineItem("b").on("elsewhere"), "b1")
                            .withFlow(aLineItem("c"), "c1")
                            .with(aLineItem("d"));

            assertThat(verdicts(new Requests().of(bookings))).isEmpty();
            assertThat(served(new Requests().format(AdFormat.FLOW).of(bookings))).isEqualTo("c1");
        }
    }

    @Nested
    class FrequencyCaps {
        @Test
        void everyScopeHolds() {
            assertThat(reasonOfCap(CapScope.LINE_ITEM, "a"))
                    .isEqualTo(NoFillReason.FREQUENCY_CAPPED);
            assertThat(reasonOfCap(CapScope.CAMPAIGN, "c1"))
                    .isEqualTo(NoFillReason.FREQUENCY_CAPPED);
            assertThat(reasonOfCap(CapScope.AD_UNIT, "u1"))
                    .isEqualTo(NoFillReason.FREQUENCY_CAPPED);
            assertThat(reasonOfCap(CapScope.CREATIVE, "a1"))
                    .isEqualTo(NoFillReason.FREQUENCY_CAPPED);
        }

        private NoFillReason reasonOfCap(CapScope scope, String id) {
            Bookings bookings = new Bookings().with(aLineItem("a").caps(cap(2, scope)), "a1");

            assertThat(served(new Requests().served(scope, id, 1).of(bookings))).isEqualTo("a1");
            return reason(new Requests().served(scope, id, 2).of(bookings));
        }

        @Test
        void campaignCapHoldsOverItsLineItems() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a"), "a1")
                            .with(aLineItem("b"), "b1")
                            .campaignCaps(cap(1, CapScope.CAMPAIGN));

            assertThat(reason(new Requests().served(CapScope.CAMPAIGN, "c1", 1).of(bookings)))
                    .isEqualTo(NoFillReason.FREQUENCY_CAPPED);
        }

        @Test
        void cappedCreativeLeavesTheOthers() {
            Bookings bookings =
                    new Bookings().with(aLineItem("a").caps(cap(1, CapScope.CREATIVE)), "a1", "a2");

            IntStream.range(0, 20)
                    .forEach(seed ->
                            assertThat(
                                            served(
                                                    new Requests()
                                                            .seed(seed)
                                                            .served(CapScope.CREATIVE, "a1", 1)
                                                            .of(bookings)))
                                    .isEqualTo("a2"));
        }

        @Test
        void unreadableCountsHoldBackOnlyWhatIsCapped() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").priority(1).caps(cap(9, CapScope.LINE_ITEM)), "a1")
                            .with(aLineItem("b"), "b1");

            SelectionOutcome outcome = new Requests().unreadable().of(bookings);

            assertThat(verdicts(outcome)).containsExactly("b served", "a frequency_cap");
        }

        @Test
        void withoutASubscriberCapsDoNotApply() {
            Bookings bookings =
                    new Bookings().with(aLineItem("a").caps(cap(1, CapScope.LINE_ITEM)), "a1");

            assertThat(served(new Requests().of(bookings))).isEqualTo("a1");
        }

        @Test
        void cappedAndMistargetedIsNoDemand() {
            Bookings bookings =
                    new Bookings()
                            .with(
                                    aLineItem("a")
                                            .targeting(IN_US)
                                            .caps(cap(1, CapScope.LINE_ITEM)),
                                    "a1");

            assertThat(reason(new Requests().served(CapScope.LINE_ITEM, "a", 1).of(bookings)))
                    .isEqualTo(NoFillReason.NO_DEMAND);
        }

        @Test
        void cappedAndIrrelevantIsNoDemand() {
            Bookings bookings =
                    new Bookings()
                            .with(
                                    aLineItem("a")
                                            .fits(0.5, "travel")
                                            .caps(cap(1, CapScope.LINE_ITEM)),
                                    "a1");

            assertThat(
                            reason(
                                    new Requests()
                                            .similar(Map.of("a", 0.1))
                                            .served(CapScope.LINE_ITEM, "a", 1)
                                            .of(bookings)))
                    .isEqualTo(NoFillReason.NO_DEMAND);
        }
    }

    @Nested
    class Rank {
        @Test
        void priorityComesFirst() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").priority(2), "a1")
                            .with(aLineItem("b").priority(1), "b1")
                            .with(aLineItem("c").priority(2), "c1");

            assertThat(verdicts(new Requests().of(bookings)))
                    .containsExactly("b served", "a outranked", "c outranked");
        }

        @Test
        void laterPriorityServesWhatTheFirstCannot() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").priority(1).targeting(IN_US), "a1")
                            .with(aLineItem("b").priority(16), "b1");

            assertThat(verdicts(new Requests().of(bookings)))
                    .containsExactly("b served", "a targeting");
        }

        @Test
        void furthestBehindItsPlanComesFirst() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").dailyFetches(100, PacingMode.EVEN), "a1")
                            .with(aLineItem("b").dailyFetches(100, PacingMode.EVEN), "b1")
                            .with(aLineItem("c"), "c1");

            assertThat(verdicts(new Requests().spent("a", 20).spent("b", 10).of(bookings)))
                    .containsExactly("b served", "a outranked", "c outranked");
        }

        @Test
        void tiesAreDrawnByWeight() {
            Bookings bookings =
                    new Bookings()
                            .with(aLineItem("a").weight(1), "a1")
                            .with(aLineItem("b").weight(3), "b1");
            PreparedCatalogue prepared = bookings.prepare();

            long b =
                    IntStream.range(0, 4_000)
                            .filter(seed ->
                                    served(new Requests().seed(seed).of(prepared)).equals("b1"))
                            .count();

            assertThat(b).isBetween(2_850L, 3_150L);
        }

        @Test
        void sameSeedGivesTheSameOutcome() {
            PreparedCatalogue prepared =
                    new Bookings()
                            .with(aLineItem("a"), "a1", "a2", "a3")
                            .with(aLineItem("b"), "b1", "b2")
                            .prepare();

            IntStream.range(0, 100)
                    .forEach(seed ->
                            assertThat(served(new Requests().seed(seed).of(prepared)))
                                    .isEqualTo(served(new Requests().seed(seed).of(prepared))));
        }
    }

    @Nested
    class Context {
        private final Bookings bookings =
                new Bookings()
                        .with(aLineItem("near").fits(0.5, "travel"), "n1")
                        .with(aLineItem("nearer").fits(0.5, "hotels"), "n2")
                        .with(aLineItem("anywhere"), "n3")
                        .with(aLineItem("far").fits(0.5, "cars"), "n4");

        @Test
        void relevantComesBeforeRunOfNetworkAndTheFarIsOut() {
            SelectionOutcome outcome =
                    new Requests()
                            .similar(
                                    Map.of(
                                            "near",
                                            0.6,
                                            "nearer",
                                            0.7,
                                            "far",
                                            0.49,
                                            "anywhere",
                                            1.0))
                            .of(bookings);

            assertThat(verdicts(outcome))
                    .containsExactly(
                            "nearer served",
                            "near outranked",
                            "anywhere outranked",
                            "far relevance");
        }

        @Test
        void sensitiveMomentSuppressesEverything() {
            SelectionOutcome outcome =
                    new Requests()
                            .context(Readings.sensitive(SensitiveCategory.GRIEF))
                            .of(bookings.with(aLineItem("later").priority(9), "n5"));

            assertThat(reason(outcome)).isEqualTo(NoFillReason.APPROPRIATENESS_SUPPRESSED);
            assertThat(verdicts(outcome)).hasSize(5).allMatch(v -> v.endsWith("appropriateness"));
        }

        @Test
        void aContextThatCouldNotBeReadIsNotFilledByDefault() {
            SelectionOutcome outcome = new Requests().context(Readings.unread("de")).of(bookings);

            assertThat(reason(outcome)).isEqualTo(NoFillReason.APPROPRIATENESS_SUPPRESSED);
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SelectionOutcome.NotServed.class,
                            not -> {
                                assertThat(not.category()).isEqualTo("unread");
                                assertThat(not.message()).contains("German (de)");
                            });
            assertThat(verdicts(outcome)).hasSize(4).allMatch(v -> v.endsWith("appropriateness"));
        }

        @Test
        void orFilledByRunOfNetworkAlone() {
            SelectionOutcome outcome =
                    new Requests()
                            .context(Readings.unread("de"))
                            .suitability(
                                    new Suitability(Suitability.Unread.RUN_OF_NETWORK, null, null))
                            .of(bookings);

            assertThat(verdicts(outcome))
                    .containsExactly(
                            "anywhere served",
                            "far suitability",
                            "near suitability",
                            "nearer suitability");
        }

        @Test
        void orFilledLikeAnyOther() {
            SelectionOutcome outcome =
                    new Requests()
                            .context(Readings.unread("de"))
                            .suitability(new Suitability(Suitability.Unread.SERVE, null, null))
                            .of(bookings);

            assertThat(verdicts(outcome))
                    .containsExactly(
                            "anywhere served",
                            "far relevance",
                            "near relevance",
                            "nearer relevance");
        }

        @Test
        void aCategoryThatIsLeftOutServes() {
            Requests grieving = new Requests().context(Readings.sensitive(SensitiveCategory.GRIEF));

            Suitability others =
                    new Suitability(
                            null, EnumSet.complementOf(EnumSet.of(SensitiveCategory.GRIEF)), null);
            assertThat(grieving.suitability(others).of(bookings))
                    .isInstanceOf(SelectionOutcome.Served.class);
            Suitability griefOnly =
                    new Suitability(null, EnumSet.of(SensitiveCategory.GRIEF), null);
            assertThat(reason(grieving.suitability(griefOnly).of(bookings)))
                    .isEqualTo(NoFillReason.APPROPRIATENESS_SUPPRESSED);
        }

        @Test
        void thePublishersOwnVerdictOnlyTightens() {
            Suitability none = new Suitability(Suitability.Unread.SERVE, Set.of(), null);

            SelectionOutcome outcome = new Requests().sensitive().suitability(none).of(bookings);

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SelectionOutcome.NotServed.class,
                            not -> assertThat(not.category()).isEqualTo("declared"));
        }

        @Test
        void aChildIsOnlyServedWhatSuitsOne() {
            assertThat(verdicts(new Requests().ofAChild().of(bookings)))
                    .hasSize(4)
                    .allMatch(verdict -> verdict.endsWith("suitability"));
        }

        @Test
        void noContextAsksForNoRelevance() {
            assertThat(verdicts(new Requests().of(bookings)))
                    .hasSize(4)
                    .noneMatch(verdict -> verdict.endsWith("relevance"));
        }
    }

    @Nested
    class CreativeRotation {
        private final PreparedCatalogue sequence =
                new Bookings()
                        .with(aLineItem("a").rotates(RotationMode.SEQUENTIAL), "a1", "a2", "a3")
                        .prepare();

        @Test
        void sequenceIsTheSubscribersOwn() {
            assertThat(
                            served(
                                    new Requests()
                                            .spent("a", 1)
                                            .served(CapScope.LINE_ITEM, "a", 5)
                                            .of(sequence)))
                    .isEqualTo("a3");
            assertThat(served(new Requests().served(CapScope.CAMPAIGN, "c1", 5).of(sequence)))
                    .isEqualTo("a1");
        }

        @Test
        void sequenceIsTheLineItemsWithoutASubscriber() {
            assertThat(served(new Requests().spent("a", 4).of(sequence))).isEqualTo("a2");
        }
    }

    @Test
    void keepsAHundredVerdictsBestFirst() {
        Bookings bookings = new Bookings();
        IntStream.range(0, 250)
                .forEach(i -> bookings.with(aLineItem("a" + i).targeting(IN_US), "c" + i));
        bookings.with(aLineItem("winner").priority(16), "w1");

        List<String> verdicts = verdicts(new Requests().of(bookings));

        assertThat(verdicts).hasSize(100).first().isEqualTo("winner served");
    }

    @Test
    void noFillSaysWhichRulesRuledOutHowMany() {
        Bookings bookings =
                new Bookings()
                        .with(aLineItem("a").targeting(IN_US), "a1")
                        .with(aLineItem("b").targeting(IN_US), "b1")
                        .with(aLineItem("c").flies(null, Requests.NOW), "c1");

        SelectionOutcome.NotServed outcome =
                (SelectionOutcome.NotServed) new Requests().of(bookings);

        assertThat(outcome.message())
                .isEqualTo("3 line items were ruled out: flight 1, targeting 2.");
    }
}
