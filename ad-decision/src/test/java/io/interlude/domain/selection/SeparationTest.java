package io.interlude.domain.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.prepared.PreparedCatalogue;
import io.interlude.domain.prepared.PreparedLineItem;
import io.interlude.domain.suitability.Suitability;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole decisions, one after the other: conversations that go on side by side, some of one
/// subscriber, on two ad units that keep ads apart otherwise, for one ad or several at once. What
/// each was shown is compared with a list that is kept here.
class SeparationTest {
    private static final int FETCHES = 50_000;
    private static final int TALKS = 60;
    private static final int TALKS_OF_SUBSCRIBERS = 20;
    private static final int ADVERTISERS = 9;
    private static final AdLoad EVERYWHERE = new AdLoad(null, null, null, null, 4, 1);
    private static final AdLoad OF_ASIDE = new AdLoad(null, null, null, null, 1, 2);
    private static final AdUnit ASIDE =
            new AdUnit(
                    new AdUnitId("u2"),
                    "aside",
                    "Aside",
                    null,
                    Set.of(),
                    Suitability.OPEN,
                    Blocked.NOTHING,
                    OF_ASIDE,
                    null);

    private final PreparedCatalogue catalogue = PreparedCatalogue.compile(booked());
    private final Map<String, SubscriberCounters> ownerToCounters = new HashMap<>();
    private final Map<String, List<PreparedLineItem>> talkToShown = new HashMap<>();
    private Instant now = Requests.NOW;
    private long offset;
    private int filled;

    /// Advertisers of five categories, one of them of three, each with one or two line items:
    /// always one is left that may come next.
    private static OrgCatalogue booked() {
        List<Advertiser> advertisers = new ArrayList<>();
        List<Campaign> campaigns = new ArrayList<>();
        List<LineItem> lineItems = new ArrayList<>();
        List<CreativeVersion> creatives = new ArrayList<>();
        for (int i = 0; i < ADVERTISERS; i++) {
            AdvertiserId id = new AdvertiserId("a" + i);
            CampaignId campaignId = new CampaignId("c" + i);
            Set<String> categories = new HashSet<>(Set.of("c" + i % 5));
            if (i == 4) {
                categories.addAll(Set.of("c1", "c3"));
            }
            advertisers.add(new Advertiser(id, "A" + i, Set.of(), categories, categories));
            campaigns.add(
                    new Campaign(
                            campaignId,
                            "C",
                            "A" + i,
                            id,
                            ServingStatus.ACTIVE,
                            Flight.ALWAYS,
                            List.of()));
            for (int own = 0; own <= i % 2; own++) {
                String lineItem = "l" + i + "-" + own;
                lineItems.add(Bookings.aLineItem(lineItem).of(campaignId).weight(1 + i).build());
                creatives.add(Bookings.card(lineItem, "k-" + lineItem));
            }
        }
        OrgSettings settings =
                new OrgSettings(
                        Exchange.DEFAULT,
                        Ranking.RELEVANCE,
                        Suitability.OPEN,
                        EVERYWHERE,
                        Blocked.NOTHING);
        return OrgCatalogue.compile(
                new OrgId("org"),
                1,
                new OrgCatalogue.Resources(
                        List.of(),
                        List.of(Bookings.PAUSE, ASIDE),
                        campaigns,
                        lineItems,
                        creatives,
                        advertisers,
                        settings,
                        List.of()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void rivalsAreNeverWithinTheSeparation(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int fetch = 0; fetch < FETCHES; fetch++) {
            now = now.plusMillis(random.nextInt(3));
            fetch(random, seed);
        }
        assertThat(filled).isGreaterThan(FETCHES);
    }

    private void fetch(SplittableRandom random, long seed) {
        int number = random.nextInt(TALKS);
        String talk = "t" + number;
        AdUnit adUnit = random.nextInt(3) == 0 ? ASIDE : Bookings.PAUSE;
        Integer turn = random.nextBoolean() ? null : 1 + shown(talk).size();
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        Set<LineItemId> besides = new HashSet<>();
        for (int ad = 0; ad < count; ad++) {
            ConversationView view = view(number, ad == 0 ? turn : null, ad > 0);
            SelectionOutcome outcome =
                    new Requests()
                            .on(adUnit)
                            .at(now)
                            .in(view)
                            .besides(besides)
                            .seed(random.nextLong())
                            .of(catalogue);
            if (!(outcome instanceof SelectionOutcome.Served served)) {
                assertThat(ad).as("seed %d, one is left at %s", seed, now).isPositive();
                return;
            }
            AdLoad load = adUnit.equals(ASIDE) ? OF_ASIDE : EVERYWHERE;
            isFarEnough(talk, served.lineItem(), load, seed);
            show(number, served.lineItem(), view);
            besides.addAll(ofSameAdvertiser(served.lineItem()));
        }
    }

    private List<PreparedLineItem> shown(String talk) {
        return talkToShown.computeIfAbsent(talk, _ -> new ArrayList<>());
    }

    /// The first talks are three each of a subscriber, the others of nobody.
    private static String owner(int talk) {
        return talk < TALKS_OF_SUBSCRIBERS ? "s" + talk / 3 : "t" + talk;
    }

    private ConversationView view(int talk, @Nullable Integer turn, boolean sameBreak) {
        SubscriberCounters counters =
                ownerToCounters.getOrDefault(owner(talk), SubscriberCounters.NONE);
        return new ConversationView(
                "t" + talk, turn, sameBreak, new FrequencyView.Counted(counters));
    }

    private void isFarEnough(String talk, PreparedLineItem next, AdLoad load, long seed) {
        List<PreparedLineItem> ads = shown(talk);
        assertThat(last(ads, load.advertiserSeparation()))
                .as("advertisers, seed %d, fetch at %s", seed, now)
                .noneMatch(ad -> ad.advertiser().key().equals(next.advertiser().key()));
        assertThat(last(ads, load.categorySeparation()))
                .as("categories, seed %d, fetch at %s", seed, now)
                .noneMatch(ad ->
                        ad.advertiser().categories().stream()
                                .anyMatch(next.advertiser().categories()::contains));
    }

    private static List<PreparedLineItem> last(List<PreparedLineItem> ads, int count) {
        return ads.subList(Math.max(0, ads.size() - count), ads.size());
    }

    private void show(int talk, PreparedLineItem item, ConversationView view) {
        List<FrequencyAdvance> advances = catalogue.advances(item, view);
        SubscriberCounters before =
                ownerToCounters.getOrDefault(owner(talk), SubscriberCounters.NONE);
        offset++;
        ownerToCounters.put(owner(talk), FrequencyFold.advance(before, advances, now, offset));
        shown("t" + talk).add(item);
        filled++;
    }

    private List<LineItemId> ofSameAdvertiser(PreparedLineItem item) {
        return catalogue.all().stream()
                .filter(other -> other.advertiser().key().equals(item.advertiser().key()))
                .map(other -> other.lineItem().id())
                .toList();
    }
}
