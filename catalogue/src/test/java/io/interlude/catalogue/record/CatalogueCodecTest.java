package io.interlude.catalogue.record;

import static io.interlude.catalogue.record.CatalogueFixtures.aCampaign;
import static io.interlude.catalogue.record.CatalogueFixtures.aCreative;
import static io.interlude.catalogue.record.CatalogueFixtures.aLineItem;
import static io.interlude.catalogue.record.CatalogueFixtures.anAdUnit;
import static io.interlude.catalogue.record.CatalogueFixtures.anApplication;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Application;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.BillingEvent;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.Targeting;
import io.interlude.domain.targeting.TargetingOp;
import io.interlude.schema.BillOn;
import io.interlude.schema.DeliveryGoal;
import io.interlude.schema.GoalMetric;
import io.interlude.schema.Suitability;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CatalogueCodecTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2026-07-01T00:00:00Z");

    @Test
    void readsWhatAnAdUnitLeavesOpenOfItsSuitability() {
        Suitability needing = Suitability.newBuilder().setNeed(0.25).build();

        assertThat(CatalogueCodec.adUnit(anAdUnit("home").setSuitability(needing).build()))
                .extracting(AdUnit::suitability)
                .isEqualTo(new io.interlude.domain.suitability.Suitability(null, null, 0.25));
    }

    @Test
    void readsAnApplicationAndAnAdUnit() {
        assertThat(CatalogueCodec.application(anApplication("bot").build()))
                .isEqualTo(new Application(new ApplicationId("bot"), "Bot", "home"));
        assertThat(CatalogueCodec.adUnit(anAdUnit("home").setApplicationId("bot").build()))
                .isEqualTo(
                        new AdUnit(
                                new AdUnitId("home"),
                                "home",
                                "Pause",
                                new ApplicationId("bot"),
                                Set.of(AdFormat.NATIVE, AdFormat.FLOW)));
    }

    @Test
    void readsACampaign() {
        assertThat(
                        CatalogueCodec.campaign(
                                aCampaign("spring")
                                        .setStartAt(START)
                                        .setEndAt(END)
                                        .setFrequencyCaps(
                                                List.of(cap(5, 86_400_000L, scope("campaign"))))
                                        .build()))
                .isEqualTo(
                        new Campaign(
                                new CampaignId("spring"),
                                "Spring",
                                "Acme",
                                ServingStatus.ACTIVE,
                                new Flight(START, END),
                                List.of(
                                        new FrequencyCap(
                                                5, Duration.ofDays(1), CapScope.CAMPAIGN))));
    }

    private static io.interlude.schema.CapScope scope(String name) {
        return io.interlude.schema.CapScope.valueOf(name);
    }

    private static io.interlude.schema.FrequencyCap cap(
            int max, @Nullable Long perMillis, io.interlude.schema.CapScope scope) {
        return io.interlude.schema.FrequencyCap.newBuilder()
                .setMax(max)
                .setPerMillis(perMillis)
                .setScope(scope)
                .build();
    }

    @Test
    void readsALineItem() {
        LineItem lineItem =
                LineItemCodec.lineItem(
                        aLineItem("shoes", "spring")
                                .setActivatedAt(END)
                                .setFirstActivatedAt(START)
                                .setGoal(new DeliveryGoal(GoalMetric.clicks, 70L))
                                .setStartAt(START)
                                .setDayparts(
                                        List.of(
                                                new io.interlude.schema.Daypart(
                                                        List.of("mon", "sun"), 480, 1_440)))
                                .setAdUnits(List.of("home"))
                                .setDailyBudget(new io.interlude.schema.Money(5_000_000L, "EUR"))
                                .setDailyImpressions(100)
                                .setFrequencyCaps(List.of(cap(3, null, scope("lineItem"))))
                                .setTargetingJson(
                                        "{\"attribute\":\"a\",\"op\":\"eq\",\"value\":\"b\"}")
                                .setTopics(List.of("running"))
                                .setMinRelevance(0.25)
                                .setBillOn(BillOn.read)
                                .setConversionGoals(List.of("sale"))
                                .build());

        assertThat(lineItem)
                .isEqualTo(
                        new LineItem(
                                new LineItemId("shoes"),
                                new CampaignId("spring"),
                                "Shoes",
                                ServingStatus.ACTIVE,
                                new Activation(START, END),
                                8,
                                1,
                                new Flight(START, null),
                                new Schedule(
                                        ZoneId.of("Europe/Vienna"),
                                        List.of(
                                                new Daypart(
                                                        Set.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY),
                                                        480,
                                                        1_440))),
                                Set.of("home"),
                                new Price(
                                        PriceModel.CPM,
                                        new Money(2_500_000, "EUR"),
                                        BillingEvent.READ),
                                new Budget(5_000_000L, null, 100, new Goal(Goal.Metric.CLICKS, 70)),
                                PacingMode.EVEN,
                                List.of(new FrequencyCap(3, null, CapScope.LINE_ITEM)),
                                new Targeting.Leaf(
                                        "a", TargetingOp.EQ, List.of(new AttributeValue.Text("b"))),
                                new Rotation(RotationMode.ADAPTIVE, 1_000),
                                new ContextInterest(List.of("running"), 0.25, false),
                                List.of("sale")));
    }

    @Test
    void readsCreatives() {
        CreativeVersion card =
                CatalogueCodec.creativeVersion(
                        aCreative("run", "shoes", 2).setProperties(Map.of("k", "v")).build());
        CreativeVersion flow =
                CatalogueCodec.creativeVersion(
                        aCreative("talk", "shoes", 1).setCard(null).setFlowJson("{}").build());

        assertThat(card.id()).isEqualTo(new CreativeId("run"));
        assertThat(card.version()).isEqualTo(2);
        assertThat(card.properties()).containsEntry("k", "v");
        assertThat(card.content())
                .isEqualTo(
                        new CreativeContent.Card(
                                "Run, version 2",
                                null,
                                null,
                                null,
                                null,
                                "Sponsored",
                                List.of(
                                        new CreativeContent.CardAction(
                                                "Go", "https://acme.example"))));
        assertThat(flow.content()).isEqualTo(new CreativeContent.Flow("{}"));
    }

    @Test
    void refusesWhatBreaksTheDomain() {
        assertBad(aLineItem("x", "c").setTimeZone("Mars/Olympus"));
        assertBad(aLineItem("x", "c").setTargetingJson("{"));
        assertBad(aLineItem("x", "c").setTargetingJson("{}"));
        assertBad(aLineItem("x", "c").setPacing(io.interlude.schema.PacingMode.UNKNOWN));
        assertBad(aLineItem("x", "c").setDailyBudget(new io.interlude.schema.Money(1_000L, "USD")));
        assertBad(
                aLineItem("x", "c")
                        .setDayparts(
                                List.of(
                                        new io.interlude.schema.Daypart(
                                                List.of("someday"), 0, 10))));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        CatalogueCodec.creativeVersion(
                                aCreative("x", "l", 1).setCard(null).build()));
    }

    private static void assertBad(io.interlude.schema.LineItemChanged.Builder lineItem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LineItemCodec.lineItem(lineItem.build()));
    }
}
