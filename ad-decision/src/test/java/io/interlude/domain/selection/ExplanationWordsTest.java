package io.interlude.domain.selection;

import static io.interlude.domain.selection.Bookings.aLineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.pacing.Spent;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What a test fetch tells whoever booked the line item `a`.
class ExplanationWordsTest {
    private static Disqualification only(SelectionOutcome outcome) {
        assertThat(outcome.disqualifications()).hasSize(1);
        return outcome.disqualifications().getFirst();
    }

    private static void says(Disqualification broken, String rule, String expected, String actual) {
        assertThat(broken.rule().wireName()).isEqualTo(rule);
        assertThat(broken.expected()).isEqualTo(expected);
        assertThat(broken.actual()).isEqualTo(actual);
    }

    @Test
    void budgetHasItsBoundsAndWhatIsSpentOfEach() {
        Budget budget = new Budget(10_000_000L, 90_000_000L, 10_000);
        Bookings bookings =
                new Bookings().with(aLineItem("a").budget(budget, PacingMode.ASAP), "a1");
        Spent spent = new Spent(9_999, 9_999_500, 50_000, 50_000_000);

        says(
                only(new Requests().explained().spent("a", spent).of(bookings)),
                "budget",
                "10.00 USD a day, 10000 fetches a day, 90.00 USD in all",
                "9.9995 USD on 2026-06-10, 9999 fetches on 2026-06-10, 50.00 USD in all;"
                        + " 0.001 USD a fetch");
    }

    @Test
    void pacingHasThePlanAndWhatIsServed() {
        Bookings bookings =
                new Bookings().with(aLineItem("a").dailyFetches(10, PacingMode.EVEN), "a1");

        says(
                only(new Requests().explained().spent("a", 5).of(bookings)),
                "pacing",
                "until now 5 of 10 fetches",
                "5 fetches on 2026-06-10");
    }

    @Test
    void pacingOverTheFlightHasThePlanOfTheGoalAndOfTheLifetimeBudget() {
        Budget budget = new Budget(null, 20_000L, null, new Goal(Goal.Metric.IMPRESSIONS, 10));
        Instant midnight = Instant.parse("2026-06-10T00:00:00Z");
        Bookings bookings =
                new Bookings()
                        .with(
                                aLineItem("a")
                                        .flies(midnight, midnight.plus(Duration.ofDays(1)))
                                        .budget(budget, PacingMode.EVEN),
                                "a1");

        says(
                only(new Requests().explained().spent("a", 5).of(bookings)),
                "pacing",
                "until now 0.01 of 0.02 USD in all, 5 of 10 impressions over the flight",
                "0.00 USD in all, 5 impressions over the flight");
        says(
                only(new Requests().explained().spent("a", 10).of(bookings)),
                "budget",
                "0.02 USD in all, 10 impressions over the flight",
                "0.00 USD in all, 10 impressions over the flight; 0.001 USD a fetch");
    }

    @Test
    void daypartHasItsNextOpening() {
        Daypart sundays = new Daypart(Set.of(DayOfWeek.SUNDAY), 8 * 60, 9 * 60);
        Schedule inBerlin = new Schedule(ZoneId.of("Europe/Berlin"), List.of(sundays));
        Bookings bookings = new Bookings().with(aLineItem("a").schedule(inBerlin), "a1");

        says(
                only(new Requests().explained().of(bookings)),
                "daypart",
                "opens at 2026-06-14T08:00+02:00[Europe/Berlin]",
                "2026-06-10T14:00+02:00[Europe/Berlin]");
    }

    @Test
    void frequencyCapHasItsCountAndWhenAPlaceFrees() {
        FrequencyCap daily = new FrequencyCap(2, Duration.ofDays(1), CapScope.CAMPAIGN);
        FrequencyCap ever = new FrequencyCap(1, null, CapScope.CREATIVE);

        says(
                only(
                        new Requests()
                                .explained()
                                .served(CapScope.CAMPAIGN, "c1", 3)
                                .of(new Bookings().with(aLineItem("a"), "a1").campaignCaps(daily))),
                "frequency_cap",
                "at most 2 per PT24H, campaign",
                "3; a place frees at 2026-06-11T11:59:00Z");
        says(
                only(
                        new Requests()
                                .explained()
                                .served(CapScope.CREATIVE, "a1", 1)
                                .of(new Bookings().with(aLineItem("a").caps(ever), "a1"))),
                "frequency_cap",
                "at most 1 per lifetime, creative",
                "1; no place frees");
    }

    @Test
    void frequencyCapSaysWhyTheSubscriberIsNotKnown() {
        Bookings bookings =
                new Bookings()
                        .with(
                                aLineItem("a").caps(new FrequencyCap(1, null, CapScope.LINE_ITEM)),
                                "a1");
        Requests unreadable = new Requests().explained().unreadable();

        assertThat(only(unreadable.of(bookings)).message())
                .isEqualTo(
                        "The subscriber's counts cannot be read now, so nothing capped is served.");
        assertThat(
                        only(unreadable
                                        .in(
                                                new ConversationView(
                                                        null,
                                                        null,
                                                        false,
                                                        true,
                                                        new FrequencyView.NoSubscriber()))
                                        .of(bookings))
                                .message())
                .isEqualTo("The subscriber must not be known, for want of consent.");
    }

    @Test
    void formatHasTheFormatsOfTheLineItem() {
        Bookings bookings = new Bookings().with(aLineItem("a"), "a1");

        says(
                only(new Requests().explained().format(AdFormat.FLOW).of(bookings)),
                "format",
                "flow",
                "native, sms, botplatform");
    }

    @Nested
    class Outranked {
        private final Bookings bookings = new Bookings();

        private void loses(Requests requests, String by, String expected, String actual) {
            Disqualification broken = only(requests.explained().of(bookings));

            assertThat(broken.message())
                    .isEqualTo("Another line item, b, came first by " + by + ".");
            says(broken, "outranked", "b: " + expected, actual);
        }

        @Test
        void byPriority() {
            bookings.with(aLineItem("a").priority(3), "a1").with(aLineItem("b").priority(2), "b1");

            loses(new Requests(), "its priority", "priority 2", "priority 3");
        }

        @Test
        void byRelevance() {
            bookings.with(aLineItem("a"), "a1").with(aLineItem("b").fits(0.3, "travel"), "b1");

            loses(
                    new Requests().similar(Map.of("b", 0.7)),
                    "its relevance to the context",
                    "relevance 0.7000",
                    "needs no relevance");
        }

        @Test
        void byALittleMoreRelevance() {
            bookings.with(aLineItem("a").fits(0.3, "pets"), "a1")
                    .with(aLineItem("b").fits(0.3, "travel"), "b1");

            loses(
                    new Requests().similar(Map.of("a", 0.700001, "b", 0.700002)),
                    "its relevance to the context",
                    "relevance 0.700002",
                    "relevance 0.700001");
        }

        @Test
        void byUrgency() {
            bookings.with(aLineItem("a").dailyFetches(100, PacingMode.EVEN), "a1")
                    .with(aLineItem("b").dailyFetches(100, PacingMode.EVEN), "b1");

            loses(
                    new Requests().spent("a", 40).spent("b", 10),
                    "being further behind its plan",
                    "80.0000 % behind its plan",
                    "20.0000 % behind its plan");
        }

        @Test
        void byDraw() {
            bookings.with(aLineItem("a").weight(1), "a1").with(aLineItem("b").weight(1_000), "b1");

            loses(new Requests(), "a draw by weight", "weight 1000", "weight 1");
        }
    }
}
