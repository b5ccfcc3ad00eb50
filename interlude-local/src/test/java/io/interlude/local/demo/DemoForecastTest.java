package io.interlude.local.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.context.TextReading;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.explain.RecordedDecision;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.forecast.Bounds;
import io.interlude.domain.forecast.DraftPlay;
import io.interlude.domain.forecast.Forecast;
import io.interlude.domain.forecast.ForecastFold;
import io.interlude.domain.forecast.Period;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Holdout;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.selection.Selection;
import io.interlude.domain.selection.SelectionInput;
import io.interlude.domain.selection.SelectionOutcome;
import io.interlude.domain.suitability.Suitability;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import io.interlude.local.demo.DemoAudience.Person;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Forecasts of the demo's traffic against what comes after: conversations one after the other, of
/// which each asks a few times in a row.
class DemoForecastTest {
    private static final int CASES = 200;
    private static final Instant START = Instant.parse("2026-06-10T12:00:00Z");
    private static final Duration BETWEEN = Duration.ofSeconds(4);
    private static final double RELEVANT = 0.9;
    private static final List<AdUnit> AD_UNITS =
            List.of(adUnit("answer"), adUnit("list"), adUnit("ideas"));
    private static final AdUnit AD_UNIT = AD_UNITS.getFirst();
    private static final String COUNTRY = "DE";
    private static final List<DemoConversation> CONVERSATIONS = DemoConversations.load(null);

    private static AdUnit adUnit(String code) {
        return new AdUnit(new AdUnitId(code), code, code, null, Set.of());
    }

    /// What is held back lies within the interval in 75 to 85 % of cases.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void intervalsHoldInFourCasesOfFive(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int held = 0;
        for (int i = 0; i < CASES; i++) {
            held += new Demo(random).holds() ? 1 : 0;
        }

        assertThat(held).isBetween(CASES * 75 / 100, CASES * 85 / 100);
    }

    /// One run of the demo, and a line item that is forecast in its middle.
    private static final class Demo {
        private final MomentStream moments;
        private final DemoAudience audience;
        private final boolean byTopic;
        private final boolean byCountry;
        private final boolean byAdUnit;
        private final Set<String> topical;
        private final long recorded;
        private final long heldBack;

        Demo(SplittableRandom random) {
            this.moments = new MomentStream(CONVERSATIONS, random.nextLong());
            this.audience = new DemoAudience(random.nextLong(1_000));
            int by = random.nextInt(1, 8);
            this.byTopic = (by & 1) != 0;
            this.byCountry = (by & 2) != 0;
            this.byAdUnit = (by & 4) != 0;
            this.topical =
                    Set.of(
                            CONVERSATIONS.get(random.nextInt(10)).id(),
                            CONVERSATIONS.get(random.nextInt(10, 20)).id());
            this.recorded = random.nextInt(600, 5_000);
            this.heldBack = random.nextInt(300, 3_000);
        }

        boolean holds() {
            Candidate draft = draft();
            OrgCatalogue booked = booked(draft);
            PreparedCatalogue prepared = PreparedCatalogue.compile(booked);
            Instant end = START.plus(BETWEEN.multipliedBy(recorded));
            Period basis = new Period(START, end);
            Period open = new Period(end, end.plus(BETWEEN.multipliedBy(heldBack)));
            ForecastFold fold = new ForecastFold(new DraftPlay(booked, draft, open), basis);
            for (long i = 0; i < recorded; i++) {
                Asked asked = next();
                fold.add(decide(prepared, asked, i), asked.person().subscriber(), 1);
            }
            Forecast forecast =
                    fold.forecast(fold.basis(false), open, open, Bounds.of(draft.lineItem()));
            long came = 0;
            for (long i = 0; i < heldBack; i++) {
                came += isFor(next()) ? 1 : 0;
            }
            return Math.floor(forecast.low()) <= came && came <= Math.ceil(forecast.high());
        }

        private Asked next() {
            MomentStream.Moment moment = moments.next();
            SplittableRandom own = moment.random();
            Person person = audience.somebody(own);
            return new Asked(
                    moment.conversation().id(), person, AD_UNITS.get(own.nextInt(AD_UNITS.size())));
        }

        private RecordedDecision decide(PreparedCatalogue catalogue, Asked asked, long number) {
            double similarity = topical.contains(asked.conversation()) ? RELEVANT : 0;
            SelectionInput input =
                    new SelectionInput(
                            asked.adUnit(),
                            null,
                            AdFormat.NATIVE,
                            RequestAttributes.of(
                                    Map.of(
                                            "country",
                                            new AttributeValue.Text(asked.person().country()))),
                            START.plus(BETWEEN.multipliedBy(number)),
                            new FrequencyView.NoSubscriber(),
                            Moment.of(
                                    new ContextReading.Understood(
                                            new TextReading(TextReading.Extent.FULL, "en"),
                                            _ -> null,
                                            _ -> similarity,
                                            null,
                                            0.5,
                                            "static")),
                            ConversationView.NONE,
                            _ -> false,
                            Set.of(),
                            false);
            SelectionOutcome outcome =
                    Selection.decide(
                            catalogue, input, ServingState.NOTHING, new SplittableRandom(number));
            return RecordedDecision.of(catalogue, null, input, number, outcome);
        }

        private Candidate draft() {
            LineItem lineItem =
                    lineItem(
                            "draft",
                            1,
                            byTopic,
                            byAdUnit ? Set.of(AD_UNIT.code()) : Set.of(),
                            byCountry
                                    ? new Targeting.Leaf(
                                            "country",
                                            TargetingOp.EQ,
                                            List.of(new AttributeValue.Text(COUNTRY)))
                                    : Targeting.EVERYONE);
            return new Candidate(lineItem, campaign("draft"), List.of(card("draft")), List.of());
        }

        /// Counted by itself.
        private boolean isFor(Asked asked) {
            return (!byTopic || topical.contains(asked.conversation()))
                    && (!byCountry || COUNTRY.equals(asked.person().country()))
                    && (!byAdUnit || AD_UNIT.equals(asked.adUnit()));
        }

        /// A line item of the same topics is booked behind it: so relevance is recorded.
        private static OrgCatalogue booked(Candidate draft) {
            return OrgCatalogue.compile(
                    new OrgId("demo"),
                    1,
                    new OrgCatalogue.Resources(
                            List.of(),
                            AD_UNITS,
                            List.of(campaign("rival"), draft.campaign()),
                            List.of(lineItem("rival", 9, true, Set.of(), Targeting.EVERYONE)),
                            List.of(card("rival")),
                            List.of(),
                            new OrgSettings(
                                    Exchange.DEFAULT,
                                    Ranking.RELEVANCE,
                                    Suitability.OPEN,
                                    null,
                                    Blocked.NOTHING),
                            List.of()));
        }

        private record Asked(String conversation, Person person, AdUnit adUnit) {}
    }

    private static LineItem lineItem(
            String id, int priority, boolean byTopic, Set<String> adUnits, Targeting targeting) {
        return new LineItem(
                new LineItemId(id),
                new CampaignId(id),
                id,
                ServingStatus.ACTIVE,
                null,
                priority,
                1,
                Flight.ALWAYS,
                new Schedule(ZoneOffset.UTC, List.of()),
                adUnits,
                new Price(PriceModel.CPM, new Money(1_000_000, "USD")),
                Budget.UNLIMITED,
                PacingMode.EVEN,
                List.of(),
                targeting,
                new Rotation(RotationMode.WEIGHTED, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                byTopic
                        ? new ContextInterest(List.of("topic"), null, false, true)
                        : ContextInterest.NONE,
                List.of());
    }

    private static Campaign campaign(String id) {
        return new Campaign(
                new CampaignId(id),
                id,
                "Advertiser " + id,
                null,
                ServingStatus.ACTIVE,
                Flight.ALWAYS,
                List.of(),
                Holdout.NONE);
    }

    private static CreativeVersion card(String id) {
        return new CreativeVersion(
                new CreativeId(id),
                1,
                new LineItemId(id),
                true,
                null,
                Instant.EPOCH,
                1,
                Map.of(),
                new CreativeContent.Card("T", null, null, null, null, "Ad", List.of()));
    }
}
