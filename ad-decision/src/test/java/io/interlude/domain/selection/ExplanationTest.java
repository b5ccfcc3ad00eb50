package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import java.time.DayOfWeek;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static List<String> rules(SelectionOutcome outcome) {
        return outcome.disqualifications().stream()
                .map(broken -> broken.lineItemId() + " " + broken.rule().wireName())
                .toList();
    }

    @Test
    void namesEveryBrokenRuleOfEveryLineItem() {
        Bookings bookings =
                new Bookings()
                        .with(
                                aLineItem("a")
                                        .status(ServingStatus.DRAFT)
                                        .flies(null, Requests.NOW)
                                        .on("elsewhere")
                                        .schedule(
                                                new Schedule(
                                                        ZoneOffset.UTC,
                                                        List.of(
                                                                new Daypart(
                                                                        Set.of(DayOfWeek.SUNDAY),
                                                                        0,
                                                                        60))))
                                        .targeting(
                                                new Targeting.Leaf(
                                                        "country",
                                                        TargetingOp.EQ,
                                                        List.of(new AttributeValue.Text("US"))))
                                        .dailyFetches(10, PacingMode.ASAP)
                                        .fits(0.5, "travel")
                                        .caps(new FrequencyCap(1, null, CapScope.LINE_ITEM)));

        SelectionOutcome outcome =
                new Requests()
                        .explained()
                        .spent("a", 10)
                        .served(CapScope.LINE_ITEM, "a", 1)
                        .similar(Map.of())
                        .of(bookings);

        assertThat(rules(outcome))
                .containsExactly(
                        "a status",
                        "a flight",
                        "a ad_unit",
                        "a format",
                        "a targeting",
                        "a daypart",
                        "a budget",
                        "a frequency_cap",
                        "a relevance");
        Disqualification targeting = outcome.disqualifications().get(4);
        assertThat(targeting.lineItemName()).isEqualTo("Line item a");
        assertThat(targeting.expected()).isEqualTo("country eq US");
        assertThat(targeting.actual()).isEqualTo("country is missing");
    }

    /// Of tens of thousands each with the request's longest attribute an answer would be gigabytes.
    @Test
    void tellsOfSoManyAndCutsWhatIsLong() {
        Targeting targeting =
                new Targeting.Leaf(
                        "country", TargetingOp.EQ, List.of(new AttributeValue.Text("US")));
        Bookings bookings = new Bookings();
        for (int i = 0; i < 2 * SelectionOutcome.EXPLAINED_MAX; i++) {
            bookings.with(aLineItem("a" + i).targeting(targeting), "c" + i);
        }
        String longest = "\uD83C\uDF0D".repeat(15_000);

        SelectionOutcome outcome =
                new Requests().explained().attribute("country", longest).of(bookings);

        assertThat(outcome.disqualifications())
                .hasSizeBetween(
                        SelectionOutcome.EXPLAINED_MAX,
                        SelectionOutcome.EXPLAINED_MAX + SelectionOutcome.LARGEST_VERDICTS)
                .allSatisfy(found ->
                        assertThat(found.actual())
                                .hasSizeBetween(
                                        Disqualification.LONGEST_TEXT - 1,
                                        Disqualification.LONGEST_TEXT)
                                .startsWith("country = \uD83C\uDF0D")
                                .endsWith("\uDF0D…"));
        assertThat(outcome.explanationBytes()).isBetween(8_000_000L, 20_000_000L);
        List<String> explained =
                outcome.disqualifications().stream()
                        .map(found -> found.lineItemId().value())
                        .toList();
        assertThat(outcome.verdicts())
                .isNotEmpty()
                .allMatch(verdict -> explained.contains(verdict.lineItemId().value()));
    }

    @Test
    void namesTheCappedCreative() {
        Bookings bookings =
                new Bookings()
                        .with(
                                aLineItem("a").caps(new FrequencyCap(1, null, CapScope.CREATIVE)),
                                "a1",
                                "a2");

        SelectionOutcome outcome =
                new Requests().explained().served(CapScope.CREATIVE, "a1", 1).of(bookings);

        assertThat(outcome).isInstanceOf(SelectionOutcome.Served.class);
        assertThat(outcome.disqualifications())
                .singleElement()
                .satisfies(broken -> {
                    assertThat(broken.creativeId()).hasToString("a1");
                    assertThat(broken.expected()).isEqualTo("at most 1 per lifetime, creative");
                });
    }

    @Test
    void namesWhoOutranked() {
        Bookings bookings =
                new Bookings()
                        .with(aLineItem("a").priority(1), "a1")
                        .with(aLineItem("b").priority(3), "b1");

        SelectionOutcome outcome = new Requests().explained().of(bookings);

        assertThat(rules(outcome)).containsExactly("b outranked");
        assertThat(outcome.disqualifications().getFirst().expected()).isEqualTo("a: priority 1");
    }

    @Test
    void sensitiveMomentRulesOutEverything() {
        Bookings bookings = new Bookings().with(aLineItem("a"), "a1");

        SelectionOutcome outcome =
                new Requests()
                        .explained()
                        .context(Readings.sensitive(SensitiveCategory.GRIEF))
                        .of(bookings);

        assertThat(rules(outcome)).containsExactly("a appropriateness");
    }

    @Test
    void tooLittleNeedRulesOutWhatIsRankedByRelevance() {
        Bookings bookings =
                new Bookings()
                        .with(aLineItem("a").fits(0.1, "hotels"), "a1")
                        .with(aLineItem("b"), "b1");
        Suitability half = new Suitability(null, null, 0.5);

        SelectionOutcome outcome =
                new Requests()
                        .explained()
                        .suitability(half)
                        .context(Readings.needing(_ -> 0.9, 0.499, 0.3))
                        .of(bookings);

        assertThat(rules(outcome)).containsExactly("a relevance");
        assertThat(outcome.disqualifications().getFirst().expected())
                .isEqualTo("need of at least 0.5");
        assertThat(outcome.disqualifications().getFirst().actual()).isEqualTo("need 0.499");
        assertThat(served(half, 0.5)).isEqualTo("a");
        assertThat(served(Suitability.DEFAULT, 0.0)).isEqualTo("a");
        assertThat(served(half, null)).isEqualTo("a");
    }

    private static String served(Suitability suitability, @Nullable Double need) {
        Bookings bookings = new Bookings().with(aLineItem("a").fits(0.1, "hotels"), "a1");
        SelectionOutcome outcome =
                new Requests()
                        .suitability(suitability)
                        .context(Readings.needing(_ -> 0.9, need, 0.3))
                        .of(bookings);
        return ((SelectionOutcome.Served) outcome).lineItem().lineItem().id().value();
    }

    @Test
    void isLeftOutWhereNobodyAsked() {
        Bookings bookings = new Bookings().with(aLineItem("a").on("elsewhere"), "a1");

        assertThat(new Requests().of(bookings).disqualifications()).isEmpty();
    }
}
