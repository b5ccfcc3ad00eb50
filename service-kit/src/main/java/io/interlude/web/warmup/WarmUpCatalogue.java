package io.interlude.web.warmup;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One campaign with one line item and one card.
final class WarmUpCatalogue implements Catalogues {
    private static final CampaignId CAMPAIGN = new CampaignId("warm-up");
    private static final LineItemId LINE_ITEM = new LineItemId("warm-up");
    private static final long PRICE_MICROS = 1_000_000;

    private static final CreativeVersion CREATIVE =
            new CreativeVersion(
                    new CreativeId("warm-up"),
                    1,
                    LINE_ITEM,
                    true,
                    null,
                    Instant.EPOCH,
                    1,
                    Map.of(),
                    new CreativeContent.Card(
                            "Warm-up",
                            "Nobody sees it",
                            null,
                            null,
                            null,
                            "Sponsored",
                            List.of(
                                    new CreativeContent.CardAction(
                                            "Go", "https://warm-up.example/?il={messageId}"))));

    static final ServedCreativeKey SERVED =
            ServedCreativeKey.of(WarmUpEnvironment.ORG, CREATIVE.id(), CREATIVE.version());

    private final OrgCatalogue catalogue =
            OrgCatalogue.compile(
                    WarmUpEnvironment.ORG,
                    1,
                    new OrgCatalogue.Resources(
                            List.of(),
                            List.of(
                                    new AdUnit(
                                            new AdUnitId(WarmUpEnvironment.AD_UNIT),
                                            WarmUpEnvironment.AD_UNIT,
                                            "Warm-up",
                                            null,
                                            Set.of())),
                            List.of(
                                    new Campaign(
                                            CAMPAIGN,
                                            "Warm-up",
                                            "Nobody",
                                            ServingStatus.ACTIVE,
                                            Flight.ALWAYS,
                                            List.of())),
                            List.of(lineItem()),
                            List.of(CREATIVE)));

    private static LineItem lineItem() {
        return new LineItem(
                LINE_ITEM,
                CAMPAIGN,
                "Warm-up",
                ServingStatus.ACTIVE,
                null,
                LineItem.DEFAULT_PRIORITY,
                1,
                Flight.ALWAYS,
                new Schedule(ZoneOffset.UTC, List.of()),
                Set.of(),
                new Price(PriceModel.CPM, new Money(PRICE_MICROS, "USD")),
                Budget.UNLIMITED,
                PacingMode.ASAP,
                List.of(new FrequencyCap(FrequencyCap.LARGEST_MAX, null, CapScope.LINE_ITEM)),
                Targeting.EVERYONE,
                new Rotation(RotationMode.ADAPTIVE, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                ContextInterest.NONE,
                List.of());
    }

    @Override
    public Optional<OrgCatalogue> org(OrgId orgId) {
        return orgId.equals(WarmUpEnvironment.ORG) ? Optional.of(catalogue) : Optional.empty();
    }

    @Override
    public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
        return Optional.of(CREATIVE).filter(creative -> creative.id().equals(id));
    }

    @Override
    public Optional<ServedCreative> served(ServedCreativeKey key) {
        return key.equals(SERVED)
                ? Optional.of(new ServedCreative(WarmUpEnvironment.ORG, CREATIVE))
                : Optional.empty();
    }
}
