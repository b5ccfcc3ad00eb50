package io.interlude.catalogue.record;

import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CardContent;
import io.interlude.schema.CreativeAction;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.Money;
import io.interlude.schema.PacingMode;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RotationMode;
import io.interlude.schema.ServingStatus;
import io.interlude.schema.serde.TrustedClasses;
import java.time.Instant;
import java.util.List;

/// Valid catalogue records of the org `acme`.
public final class CatalogueFixtures {
    public static final Instant CHANGED_AT = Instant.parse("2026-03-01T12:00:00Z");

    static {
        TrustedClasses.install();
    }

    private CatalogueFixtures() {}

    public static ApplicationChanged.Builder anApplication(String id) {
        return ApplicationChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setName("Bot")
                .setDefaultAdUnit("home");
    }

    public static AdUnitChanged.Builder anAdUnit(String id) {
        return AdUnitChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setCode(id)
                .setName("Pause")
                .setFormats(List.of(RenderFormat.native$, RenderFormat.flow));
    }

    public static CampaignChanged.Builder aCampaign(String id) {
        return CampaignChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setName("Spring")
                .setAdvertiserName("Acme")
                .setStatus(ServingStatus.active);
    }

    public static LineItemChanged.Builder aLineItem(String id, String campaignId) {
        return LineItemChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(1)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setCampaignId(campaignId)
                .setName("Shoes")
                .setStatus(ServingStatus.active)
                .setPriority(8)
                .setWeight(1)
                .setTimeZone("Europe/Vienna")
                .setPriceModel(PriceModel.cpm)
                .setPrice(new Money(2_500_000L, "EUR"))
                .setPacing(PacingMode.even)
                .setRotation(RotationMode.adaptive)
                .setRunOfNetwork(false);
    }

    public static CreativeVersionChanged.Builder aCreative(
            String id, String lineItemId, int version) {
        return CreativeVersionChanged.newBuilder()
                .setOrgId("acme")
                .setId(id)
                .setVersion(version)
                .setRevision(1)
                .setRevisionSize(1)
                .setChangedAt(CHANGED_AT)
                .setLineItemId(lineItemId)
                .setApproved(true)
                .setCreatedAt(CHANGED_AT)
                .setWeight(1)
                .setCard(
                        CardContent.newBuilder()
                                .setTitle("Run, version " + version)
                                .setDisclosure("Sponsored")
                                .setActions(
                                        List.of(new CreativeAction("Go", "https://acme.example")))
                                .build());
    }
}
