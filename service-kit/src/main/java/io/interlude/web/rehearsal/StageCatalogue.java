package io.interlude.web.rehearsal;

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
final class StageCatalogue implements Catalogues {
    private static final CampaignId CAMPAIGN = new CampaignId("rehearsal");
    private static final LineItemId LINE_ITEM = new LineItemId("rehearsal");
    private static final long PRICE_MICROS = 1_000_000;

    private static final CreativeVersion CREATIVE =
            new CreativeVersion(
                    new CreativeId("rehearsal"),
                    1,
                    LINE_ITEM,
                    true,
                    null,
                    Instant.EPOCH,
                    1,
                    Map.of(),
                    new CreativeContent.Card(
                            "Rehearsal",
                            "Nobody sees it",
                            null,
                            null,
                            null,
                            "Sponsored",
                            List.of(
                                    new CreativeContent.CardAction(
                                            "Go", "https://rehearsal.example/?il={messageId}"))));

    static final ServedCreativeKey SERVED =
            ServedCreativeKey.of(Stage.ORG, CREATIVE.id(), CREATIVE.version());

    private final OrgCatalogue catalogue =
            OrgCatalogue.compile(
                    Stage.ORG,
                    1,
                    new OrgCatalogue.Resources(
                            List.of(),
                            List.of(
                                    new AdUnit(
                                            new AdUnitId(Stage.AD_UNIT),
                                            Stage.AD_UNIT,
                                            "Rehearsal",
                                            null,
                                            Set.of())),
                            List.of(
                                    new Campaign(
                                            CAMPAIGN,
                                            "Rehearsal",
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
                "Rehearsal",
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
        return orgId.equals(Stage.ORG) ? Optional.of(catalogue) : Optional.empty();
    }

    @Override
    public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
        return Optional.of(CREATIVE).filter(creative -> creative.id().equals(id));
    }

    @Override
    public Optional<ServedCreative> served(ServedCreativeKey key) {
        return key.equals(SERVED)
                ? Optional.of(new ServedCreative(Stage.ORG, CREATIVE))
                : Optional.empty();
    }
}
