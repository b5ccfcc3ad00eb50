package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Holdout;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.targeting.Targeting;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A catalogue of one org for tests, with one active campaign.
final class Bookings {
    static final AdUnit PAUSE = new AdUnit(new AdUnitId("u1"), "pause", "Pause", null, Set.of());
    static final CampaignId CAMPAIGN = new CampaignId("c1");

    private final List<LineItem> lineItems = new ArrayList<>();
    private final List<CreativeVersion> creatives = new ArrayList<>();
    private ServingStatus campaignStatus = ServingStatus.ACTIVE;
    private Flight campaignFlight = Flight.ALWAYS;
    private List<FrequencyCap> campaignCaps = List.of();
    private double holdout;

    private OrgSettings settings = OrgSettings.DEFAULT;
    private AdUnit adUnit = PAUSE;

    static ALineItem aLineItem(String id) {
        return new ALineItem(id);
    }

    /// Books the line item with card creatives of these ids.
    Bookings with(ALineItem lineItem, String... creativeIds) {
        lineItems.add(lineItem.build());
        for (String creativeId : creativeIds) {
            creatives.add(card(lineItem.id, creativeId));
        }
        return this;
    }

    Bookings withFlow(ALineItem lineItem, String creativeId) {
        lineItems.add(lineItem.build());
        creatives.add(creative(lineItem.id, creativeId, new CreativeContent.Flow("{}")));
        return this;
    }

    Bookings settings(OrgSettings newSettings) {
        settings = newSettings;
        return this;
    }

    Bookings adUnit(AdUnit newAdUnit) {
        adUnit = newAdUnit;
        return this;
    }

    Bookings campaignIs(ServingStatus status) {
        campaignStatus = status;
        return this;
    }

    Bookings campaignFlies(Flight flight) {
        campaignFlight = flight;
        return this;
    }

    Bookings campaignCaps(FrequencyCap... caps) {
        campaignCaps = List.of(caps);
        return this;
    }

    Bookings campaignHoldsOut(double share) {
        holdout = share;
        return this;
    }

    PreparedCatalogue prepare() {
        Campaign campaign =
                new Campaign(
                        CAMPAIGN,
                        "Campaign",
                        "Acme",
                        null,
                        campaignStatus,
                        campaignFlight,
                        campaignCaps,
                        Holdout.of(holdout));
        return PreparedCatalogue.compile(
                OrgCatalogue.compile(
                        new OrgId("org"),
                        1,
                        new OrgCatalogue.Resources(
                                List.of(),
                                List.of(adUnit),
                                List.of(campaign),
                                lineItems,
                                creatives,
                                List.of(),
                                settings,
                                List.of())));
    }

    static CreativeVersion card(String lineItemId, String id) {
        return creative(
                lineItemId,
                id,
                new CreativeContent.Card("Title", null, null, null, null, "Sponsored", List.of()));
    }

    private static CreativeVersion creative(String lineItemId, String id, CreativeContent content) {
        return new CreativeVersion(
                new CreativeId(id),
                1,
                new LineItemId(lineItemId),
                true,
                null,
                Instant.EPOCH,
                1,
                Map.of(),
                content);
    }

    /// A line item that serves everyone without bounds, until it is told otherwise.
    static final class ALineItem {
        private final String id;
        private CampaignId campaign = CAMPAIGN;
        private ServingStatus status = ServingStatus.ACTIVE;
        private int priority = LineItem.DEFAULT_PRIORITY;
        private int weight = 1;
        private Flight flight = Flight.ALWAYS;
        private Schedule schedule = new Schedule(ZoneOffset.UTC, List.of());
        private Set<String> adUnits = Set.of();
        private Budget budget = Budget.UNLIMITED;
        private PacingMode pacing = PacingMode.ASAP;
        private List<FrequencyCap> caps = List.of();
        private Targeting targeting = Targeting.EVERYONE;
        private RotationMode rotation = RotationMode.ADAPTIVE;
        private ContextInterest context = ContextInterest.NONE;
        private Price price = new Price(PriceModel.CPM, new Money(1_000_000, "USD"));

        private ALineItem(String id) {
            this.id = id;
        }

        ALineItem of(CampaignId newCampaign) {
            campaign = newCampaign;
            return this;
        }

        ALineItem status(ServingStatus newStatus) {
            status = newStatus;
            return this;
        }

        ALineItem priority(int newPriority) {
            priority = newPriority;
            return this;
        }

        ALineItem weight(int newWeight) {
            weight = newWeight;
            return this;
        }

        ALineItem flies(@Nullable Instant startAt, @Nullable Instant endAt) {
            flight = new Flight(startAt, endAt);
            return this;
        }

        ALineItem schedule(Schedule newSchedule) {
            schedule = newSchedule;
            return this;
        }

        ALineItem on(String... codes) {
            adUnits = Set.of(codes);
            return this;
        }

        ALineItem dailyFetches(int fetches, PacingMode newPacing) {
            budget = new Budget(null, null, fetches);
            pacing = newPacing;
            return this;
        }

        ALineItem budget(Budget newBudget, PacingMode newPacing) {
            budget = newBudget;
            pacing = newPacing;
            return this;
        }

        ALineItem caps(FrequencyCap... newCaps) {
            caps = List.of(newCaps);
            return this;
        }

        ALineItem targeting(Targeting newTargeting) {
            targeting = newTargeting;
            return this;
        }

        ALineItem rotates(RotationMode mode) {
            rotation = mode;
            return this;
        }

        ALineItem fits(double minRelevance, String... topics) {
            context = new ContextInterest(List.of(topics), minRelevance, false);
            return this;
        }

        ALineItem price(PriceModel model, String amount, String currency) {
            price = new Price(model, Money.of(new BigDecimal(amount), currency));
            return this;
        }

        LineItem build() {
            return new LineItem(
                    new LineItemId(id),
                    campaign,
                    "Line item " + id,
                    status,
                    null,
                    priority,
                    weight,
                    flight,
                    schedule,
                    adUnits,
                    price,
                    budget,
                    pacing,
                    caps,
                    targeting,
                    new Rotation(rotation, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                    context,
                    List.of());
        }
    }
}
