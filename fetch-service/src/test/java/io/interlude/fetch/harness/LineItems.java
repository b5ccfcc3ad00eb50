package io.interlude.fetch.harness;

import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;

/// Line items of the tests: active, priced at 1 USD a thousand, bounded by what is given.
public final class LineItems {
    private LineItems() {}

    public static LineItem aLineItem(String id) {
        return lineItem(id, List.of(), Budget.UNLIMITED, PacingMode.ASAP, Targeting.EVERYONE);
    }

    public static LineItem capped(String id, FrequencyCap... caps) {
        return lineItem(id, List.of(caps), Budget.UNLIMITED, PacingMode.ASAP, Targeting.EVERYONE);
    }

    public static LineItem budgeted(String id, Budget budget, PacingMode pacing) {
        return lineItem(id, List.of(), budget, pacing, Targeting.EVERYONE);
    }

    public static LineItem targeted(String id, Targeting targeting) {
        return lineItem(id, List.of(), Budget.UNLIMITED, PacingMode.ASAP, targeting);
    }

    static LineItem in(CampaignId campaignId, LineItem plain) {
        return as(plain, campaignId, plain.status(), plain.priority());
    }

    /// One that would come before all others.
    public static LineItem shadow(String id) {
        return as(aLineItem(id), OneCatalogue.CAMPAIGN, ServingStatus.SHADOW, 1);
    }

    private static LineItem as(
            LineItem plain, CampaignId campaignId, ServingStatus status, int priority) {
        return new LineItem(
                plain.id(),
                campaignId,
                plain.name(),
                status,
                plain.activation(),
                priority,
                plain.weight(),
                plain.flight(),
                plain.schedule(),
                plain.adUnits(),
                plain.price(),
                plain.budget(),
                plain.pacing(),
                plain.frequencyCaps(),
                plain.targeting(),
                plain.rotation(),
                plain.context(),
                plain.conversionGoals());
    }

    public static LineItem interested(String id, int priority, ContextInterest context) {
        LineItem plain = aLineItem(id);
        return new LineItem(
                plain.id(),
                plain.campaignId(),
                plain.name(),
                plain.status(),
                plain.activation(),
                priority,
                plain.weight(),
                plain.flight(),
                plain.schedule(),
                plain.adUnits(),
                plain.price(),
                plain.budget(),
                plain.pacing(),
                plain.frequencyCaps(),
                plain.targeting(),
                plain.rotation(),
                context,
                List.of());
    }

    public static LineItem priced(String id, Price price) {
        LineItem plain = aLineItem(id);
        return new LineItem(
                plain.id(),
                plain.campaignId(),
                plain.name(),
                plain.status(),
                null,
                plain.priority(),
                plain.weight(),
                plain.flight(),
                plain.schedule(),
                plain.adUnits(),
                price,
                plain.budget(),
                plain.pacing(),
                plain.frequencyCaps(),
                plain.targeting(),
                plain.rotation(),
                plain.context(),
                plain.conversionGoals());
    }

    private static LineItem lineItem(
            String id,
            List<FrequencyCap> caps,
            Budget budget,
            PacingMode pacing,
            Targeting targeting) {
        return new LineItem(
                new LineItemId(id),
                OneCatalogue.CAMPAIGN,
                "Line item " + id,
                ServingStatus.ACTIVE,
                null,
                LineItem.DEFAULT_PRIORITY,
                1,
                Flight.ALWAYS,
                new Schedule(ZoneOffset.UTC, List.of()),
                Set.of(),
                new Price(PriceModel.CPM, new Money(1_000_000, "USD")),
                budget,
                pacing,
                caps,
                targeting,
                new Rotation(RotationMode.ADAPTIVE, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                ContextInterest.NONE,
                List.of());
    }
}
