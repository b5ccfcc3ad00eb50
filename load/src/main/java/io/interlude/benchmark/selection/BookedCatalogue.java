package io.interlude.benchmark.selection;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.suitability.Suitability;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A catalogue of one shape and size, the same for the same seed.
public final class BookedCatalogue {
    static final OrgId ORG = new OrgId("acme");
    public static final AdUnit AD_UNIT =
            new AdUnit(new AdUnitId("unit-1"), "pause", "A pause", null, Set.of());

    private static final int CREATIVES_PER_LINE_ITEM = 2;
    private static final int SHADOWS = 50;

    private BookedCatalogue() {}

    public static OrgCatalogue of(Shape shape, int lineItems, long seed) {
        BookedLineItems booked = new BookedLineItems(shape, new SplittableRandom(seed));
        int shadows = shape == Shape.SHADOWED ? SHADOWS : 0;
        boolean conversed = shape == Shape.CONVERSED;
        List<LineItem> items =
                IntStream.range(0, lineItems + shadows)
                        .mapToObj(number ->
                                booked.lineItem(
                                        number,
                                        number < lineItems
                                                ? ServingStatus.ACTIVE
                                                : ServingStatus.SHADOW))
                        .toList();
        List<CampaignId> campaigns = items.stream().map(LineItem::campaignId).distinct().toList();
        return OrgCatalogue.compile(
                ORG,
                1,
                new OrgCatalogue.Resources(
                        List.of(),
                        List.of(AD_UNIT),
                        campaigns.stream().map(id -> campaign(id, conversed)).toList(),
                        items,
                        items.stream().flatMap(item -> creatives(item.id()).stream()).toList(),
                        conversed
                                ? campaigns.stream().map(BookedTalk::advertiser).toList()
                                : List.of(),
                        settings(shape),
                        List.of()));
    }

    private static OrgSettings settings(Shape shape) {
        return switch (shape) {
            case VALUED ->
                    new OrgSettings(
                            Exchange.DEFAULT,
                            Ranking.VALUE,
                            Suitability.OPEN,
                            null,
                            Blocked.NOTHING);
            case CONVERSED ->
                    new OrgSettings(
                            Exchange.DEFAULT,
                            Ranking.RELEVANCE,
                            Suitability.OPEN,
                            BookedTalk.LOAD,
                            BookedTalk.blocked());
            case MIXED, ONE_PRIORITY, CONTENDED, MISSED, CAPPED, GOALS, SHADOWED ->
                    OrgSettings.DEFAULT;
        };
    }

    private static Campaign campaign(CampaignId id, boolean withAdvertiser) {
        return new Campaign(
                id,
                "Campaign " + id,
                "Acme",
                withAdvertiser ? BookedTalk.idOf(id) : null,
                ServingStatus.ACTIVE,
                Flight.ALWAYS,
                List.of());
    }

    private static List<CreativeVersion> creatives(LineItemId lineItemId) {
        return IntStream.range(0, CREATIVES_PER_LINE_ITEM)
                .mapToObj(number ->
                        new CreativeVersion(
                                new CreativeId(lineItemId.value() + "-" + number),
                                1,
                                lineItemId,
                                true,
                                null,
                                Instant.EPOCH,
                                1,
                                Map.of(),
                                new CreativeContent.Card(
                                        "Title", null, null, null, null, "Sponsored", List.of())))
                .toList();
    }
}
