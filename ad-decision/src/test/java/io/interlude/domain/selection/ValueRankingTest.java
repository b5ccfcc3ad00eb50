package io.interlude.domain.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.selection.Bookings.ALineItem;
import io.interlude.domain.suitability.Suitability;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueRankingTest {
    private static final Exchange RATES = new Exchange("USD", Map.of("EUR", 1.08));
    private static final OrgSettings BY_VALUE =
            new OrgSettings(RATES, Ranking.VALUE, Suitability.OPEN, null, Blocked.NOTHING);
    private static final OrgSettings BALANCED =
            new OrgSettings(RATES, Ranking.BALANCED, Suitability.OPEN, null, Blocked.NOTHING);

    private final Requests request = new Requests().explained();

    @Test
    void whoPaysMoreComesFirst() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("dear", "50.00", "USD"), "dear-ad")
                        .with(cpm("cheap", "1.00", "USD"), "cheap-ad")
                        .settings(BY_VALUE);

        for (long seed = 0; seed < 100; seed++) {
            SelectionOutcome outcome = request.seed(seed).of(bookings);
            assertThat(winner(outcome)).isEqualTo("dear");
            assertThat(outcome.disqualifications())
                    .singleElement()
                    .satisfies(found -> {
                        assertThat(found.rule()).isEqualTo(SelectionRule.OUTRANKED);
                        assertThat(found.message()).contains("came first by its value");
                        assertThat(found.expected()).isEqualTo("dear: value 0.050000 USD");
                        assertThat(found.actual()).isEqualTo("value 0.001000 USD");
                    });
        }
    }

    @Test
    void withoutSettingsWhatIsPaidDoesNotMatter() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("dear", "50.00", "USD"), "dear-ad")
                        .with(cpm("cheap", "1.00", "XAF"), "cheap-ad");

        long cheap = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            SelectionOutcome outcome = request.seed(seed).of(bookings);
            cheap += winner(outcome).equals("cheap") ? 1 : 0;
            assertThat(outcome.verdicts()).allMatch(verdict -> verdict.valuation() == null);
        }
        assertThat(cheap).isBetween(400L, 600L);
    }

    @Test
    void currenciesAreComparedAtTheirRate() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("dollars", "2.10", "USD"), "dollars-ad")
                        .with(cpm("euros", "2.00", "EUR"), "euros-ad")
                        .with(cpm("francs", "90.00", "XAF"), "francs-ad")
                        .settings(BY_VALUE);

        SelectionOutcome outcome = request.of(bookings);

        assertThat(winner(outcome)).isEqualTo("euros");
        assertThat(rule(outcome, "francs")).isEqualTo(SelectionRule.CURRENCY);
        assertThat(rule(outcome, "dollars")).isEqualTo(SelectionRule.OUTRANKED);
    }

    @Test
    void clicksPayByTheirPredictedRate() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("views", "20.00", "USD"), "views-ad")
                        .with(priced("clicks", PriceModel.CPC, "0.50", "USD"), "clicks-ad")
                        .with(priced("sales", PriceModel.CPA, "8.00", "USD"), "sales-ad")
                        .with(priced("fee", PriceModel.FLAT, "9000.00", "USD"), "fee-ad")
                        .settings(BY_VALUE);

        assertThat(
                        winner(
                                request.predicted("clicks", prediction(1_000, 10_000))
                                        .predicted("sales", prediction(10, 10_000))
                                        .of(bookings)))
                .isEqualTo("clicks");
        assertThat(
                        winner(
                                request.predicted("clicks", prediction(200, 10_000))
                                        .predicted("sales", prediction(10, 10_000))
                                        .of(bookings)))
                .isEqualTo("views");
        SelectionOutcome outcome =
                request.predicted("clicks", prediction(200, 10_000))
                        .predicted("sales", prediction(50, 10_000))
                        .of(bookings);
        assertThat(winner(outcome)).isEqualTo("sales");
        assertThat(outcome.verdicts().getLast().lineItemId().value()).isEqualTo("fee");
    }

    @Test
    void balancedCountsEngagementAtThisRelevance() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("network", "3.00", "USD"), "network-ad")
                        .with(cpm("near", "2.00", "USD").fits(0.1, "t"), "near-ad")
                        .settings(BALANCED);
        request.similar(Map.of("near", 0.9));

        assertThat(winner(request.engagementLift(1.4).of(bookings))).isEqualTo("network");
        assertThat(winner(request.engagementLift(1.6).of(bookings))).isEqualTo("near");
    }

    @Test
    void whoIsBehindItsGoalComesBeforeEveryValue() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("dear", "50.00", "USD"), "dear-ad")
                        .with(cpm("late", "1.00", "USD"), "late-ad")
                        .with(cpm("later", "1.00", "USD"), "later-ad")
                        .settings(BY_VALUE);

        SelectionOutcome outcome = request.behind("late", 0.1).behind("later", 0.2).of(bookings);

        assertThat(winner(outcome)).isEqualTo("later");
        assertThat(outcome.verdicts())
                .extracting(verdict -> verdict.lineItemId().value())
                .containsExactly("later", "late", "dear");
    }

    @Test
    void equalValuesAreDrawnByWeight() {
        Bookings bookings =
                new Bookings()
                        .with(cpm("one", "2.00", "USD").fits(0.1, "t"), "one-ad")
                        .with(cpm("three", "2.00", "USD").fits(0.1, "t").weight(3), "three-ad")
                        .settings(BY_VALUE);
        request.similar(Map.of("one", 0.9, "three", 0.4));

        long three = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            SelectionOutcome outcome = request.seed(seed).of(bookings);
            three += winner(outcome).equals("three") ? 1 : 0;
            SelectionVerdict first = outcome.verdicts().getFirst();
            assertThat(first.relevance())
                    .isEqualTo(first.lineItemId().value().equals("three") ? 0.4 : 0.9);
        }
        assertThat(three).isBetween(1_400L, 1_600L);
    }

    @Test
    void theFloorHoldsWhateverTheRanking() {
        AdUnit floored =
                new AdUnit(
                        Bookings.PAUSE.id(),
                        Bookings.PAUSE.code(),
                        "P",
                        null,
                        Bookings.PAUSE.formats(),
                        Suitability.OPEN,
                        Blocked.NOTHING,
                        null,
                        new Money(2_160_000, "USD"));
        Bookings bookings =
                new Bookings()
                        .with(cpm("under", "2.10", "USD"), "under-ad")
                        .with(cpm("at", "2.00", "EUR"), "at-ad")
                        .with(cpm("unknown", "9.00", "XAF"), "unknown-ad")
                        .with(priced("fee", PriceModel.FLAT, "1.00", "USD"), "fee-ad")
                        .settings(
                                new OrgSettings(
                                        RATES,
                                        Ranking.RELEVANCE,
                                        Suitability.OPEN,
                                        null,
                                        Blocked.NOTHING))
                        .adUnit(floored);

        SelectionOutcome outcome = request.on(floored).seed(3).of(bookings);

        assertThat(rule(outcome, "under")).isEqualTo(SelectionRule.FLOOR);
        assertThat(rule(outcome, "unknown")).isEqualTo(SelectionRule.CURRENCY);
        assertThat(winner(outcome)).isIn("at", "fee");
        assertThat(outcome.disqualifications())
                .filteredOn(found -> found.lineItemId().value().equals("under"))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.expected())
                            .isEqualTo("at least 2.160000 USD for a thousand fetches");
                    assertThat(found.actual()).isEqualTo("2.100000 USD for a thousand fetches");
                });
    }

    private static Prediction prediction(double events, double fetches) {
        return new Prediction(Prediction.VERSION, events, fetches, 0.05, 1, 1, fetches);
    }

    private static ALineItem cpm(String id, String amount, String currency) {
        return priced(id, PriceModel.CPM, amount, currency);
    }

    private static ALineItem priced(String id, PriceModel model, String amount, String currency) {
        return Bookings.aLineItem(id).price(model, amount, currency);
    }

    private static String winner(SelectionOutcome outcome) {
        return outcome instanceof SelectionOutcome.Served served
                ? served.lineItem().lineItem().id().value()
                : "none";
    }

    private static SelectionRule rule(SelectionOutcome outcome, String lineItemId) {
        return outcome.disqualifications().stream()
                .filter(found -> found.lineItemId().value().equals(lineItemId))
                .map(Disqualification::rule)
                .findFirst()
                .orElseThrow();
    }
}
