package io.interlude.context.engine;

import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.identity.CampaignId;
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
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/// Catalogues of orgs with one campaign.
final class Catalogues {
    static final OrgId ORG = new OrgId("acme");
    private static final CampaignId CAMPAIGN = new CampaignId("spring");

    private Catalogues() {}

    static OrgCatalogue catalogue(long revision, LineItem... lineItems) {
        return catalogue(revision, Arrays.asList(lineItems), List.of());
    }

    static OrgCatalogue catalogue(
            long revision, Collection<LineItem> lineItems, Collection<CreativeVersion> creatives) {
        return of(ORG, revision, lineItems, creatives);
    }

    static OrgCatalogue of(
            OrgId orgId,
            long revision,
            Collection<LineItem> lineItems,
            Collection<CreativeVersion> creatives) {
        Campaign campaign =
                new Campaign(
                        CAMPAIGN, "Spring", "Acme", ServingStatus.ACTIVE, Flight.ALWAYS, List.of());
        return OrgCatalogue.compile(
                orgId,
                revision,
                new OrgCatalogue.Resources(
                        List.of(), List.of(), List.of(campaign), lineItems, creatives));
    }

    static LineItem lineItem(String id, int priority, String... topics) {
        return new LineItem(
                new LineItemId(id),
                CAMPAIGN,
                id,
                ServingStatus.ACTIVE,
                null,
                priority,
                1,
                Flight.ALWAYS,
                new Schedule(ZoneOffset.UTC, List.of()),
                Set.of(),
                new Price(PriceModel.FLAT, new Money(0, "USD")),
                Budget.UNLIMITED,
                PacingMode.ASAP,
                List.of(),
                Targeting.EVERYONE,
                new Rotation(RotationMode.ADAPTIVE, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                new ContextInterest(List.of(topics), null, false),
                List.of());
    }
}
