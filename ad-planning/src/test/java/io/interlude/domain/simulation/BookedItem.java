package io.interlude.domain.simulation;

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
import io.interlude.domain.frequency.CapScope;
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
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A line item with a campaign and an advertiser of its own, a few cards and a flow.
record BookedItem(
        String id,
        ServingStatus status,
        int priority,
        Price price,
        Budget budget,
        PacingMode pacing,
        List<FrequencyCap> caps,
        RotationMode rotation,
        int creatives,
        double holdout) {
    static final AdUnit PAUSE = new AdUnit(new AdUnitId("u"), "pause", "Pause", null, Set.of());
    static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    static BookedItem of(String id, String cpm) {
        return new BookedItem(
                id,
                ServingStatus.ACTIVE,
                LineItem.DEFAULT_PRIORITY,
                price(PriceModel.CPM, cpm),
                Budget.UNLIMITED,
                PacingMode.EVEN,
                List.of(),
                RotationMode.WEIGHTED,
                1,
                0);
    }

    static Price price(PriceModel model, String amount) {
        return new Price(model, Money.of(new BigDecimal(amount), "USD"));
    }

    BookedItem is(ServingStatus other) {
        return new BookedItem(
                id, other, priority, price, budget, pacing, caps, rotation, creatives, holdout);
    }

    BookedItem at(int other) {
        return new BookedItem(
                id, status, other, price, budget, pacing, caps, rotation, creatives, holdout);
    }

    BookedItem costs(PriceModel model, String amount) {
        return new BookedItem(
                id,
                status,
                priority,
                price(model, amount),
                budget,
                pacing,
                caps,
                rotation,
                creatives,
                holdout);
    }

    BookedItem spends(Budget other, PacingMode mode) {
        return new BookedItem(
                id, status, priority, price, other, mode, caps, rotation, creatives, holdout);
    }

    BookedItem capped(int most, Duration per) {
        return new BookedItem(
                id,
                status,
                priority,
                price,
                budget,
                pacing,
                List.of(new FrequencyCap(most, per, CapScope.LINE_ITEM)),
                rotation,
                creatives,
                holdout);
    }

    BookedItem uncapped() {
        return new BookedItem(
                id, status, priority, price, budget, pacing, List.of(), rotation, creatives,
                holdout);
    }

    BookedItem rotates(RotationMode mode, int several) {
        return new BookedItem(
                id, status, priority, price, budget, pacing, caps, mode, several, holdout);
    }

    BookedItem holdsOut(double share) {
        return new BookedItem(
                id, status, priority, price, budget, pacing, caps, rotation, creatives, share);
    }

    private LineItem lineItem() {
        return new LineItem(
                new LineItemId(id),
                new CampaignId(id),
                id,
                status,
                null,
                priority,
                1,
                new Flight(START, START.plus(Duration.ofDays(1))),
                new Schedule(ZoneOffset.UTC, List.of()),
                Set.of(),
                price,
                budget,
                pacing,
                caps,
                Targeting.EVERYONE,
                new Rotation(rotation, Rotation.DEFAULT_EXPLORATION_SHARE_BPS),
                ContextInterest.NONE,
                List.of());
    }

    private Campaign campaign() {
        return new Campaign(
                new CampaignId(id),
                id,
                "Advertiser " + id,
                null,
                ServingStatus.ACTIVE,
                Flight.ALWAYS,
                List.of(),
                Holdout.of(holdout));
    }

    private List<CreativeVersion> creativeVersions() {
        List<CreativeVersion> made = new ArrayList<>();
        for (int i = 0; i < creatives; i++) {
            made.add(
                    creative(
                            "-" + i,
                            new CreativeContent.Card(
                                    "T", null, null, null, null, "Ad", List.of())));
        }
        made.add(creative("-flow", new CreativeContent.Flow("{}")));
        return made;
    }

    private CreativeVersion creative(String suffix, CreativeContent content) {
        return new CreativeVersion(
                new CreativeId(id + suffix),
                1,
                new LineItemId(id),
                true,
                null,
                Instant.EPOCH,
                1,
                Map.of(),
                content);
    }

    /// The catalogue of these.
    static PreparedCatalogue catalogue(OrgSettings settings, BookedItem... items) {
        List<BookedItem> all = List.of(items);
        return PreparedCatalogue.compile(
                OrgCatalogue.compile(
                        new OrgId("org"),
                        1,
                        new OrgCatalogue.Resources(
                                List.of(),
                                List.of(PAUSE),
                                all.stream().map(BookedItem::campaign).toList(),
                                all.stream().map(BookedItem::lineItem).toList(),
                                all.stream()
                                        .flatMap(item -> item.creativeVersions().stream())
                                        .toList(),
                                List.of(),
                                settings,
                                List.of())));
    }
}
