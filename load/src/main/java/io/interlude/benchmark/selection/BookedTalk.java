package io.interlude.benchmark.selection;

import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A publisher's demands on conversations, and one that has had eight ads and takes another.
final class BookedTalk {
    /// Every wish at once, none of which is used up.
    static final AdLoad LOAD = new AdLoad(1, 1, Duration.ofSeconds(30), 1_000, 2, 1);

    private static final String TALK = "talk";
    private static final int ADS = 8;
    private static final int TURNS_BETWEEN = 3;
    private static final int CATEGORIES = 50;

    private BookedTalk() {}

    /// A thousand entries, none of which is one of the advertisers', so that the same is decided.
    static Blocked blocked() {
        return new Blocked(some(400, "rival-"), some(200, "b"), some(400, "rival.example."));
    }

    private static Set<String> some(int count, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(number -> prefix + number)
                .collect(Collectors.toUnmodifiableSet());
    }

    static Advertiser advertiser(CampaignId campaign) {
        String category = "c" + Math.floorMod(campaign.value().hashCode(), CATEGORIES);
        return new Advertiser(
                idOf(campaign),
                "Advertiser of " + campaign,
                Set.of(campaign + ".example"),
                Set.of(category),
                Set.of(category, "above-" + category));
    }

    static AdvertiserId idOf(CampaignId campaign) {
        return new AdvertiserId("of-" + campaign);
    }

    static ConversationView conversation(Instant now) {
        List<Instant> times = new ArrayList<>();
        List<FrequencyCounter> counters = new ArrayList<>();
        for (int ad = 0; ad < ADS; ad++) {
            Instant at = now.minusSeconds(60L * (ADS - ad));
            Advertiser by = advertiser(new CampaignId("earlier-" + ad));
            times.add(at);
            counters.add(counter(ConversationCounters.ofTurn(TALK, 1 + ad * TURNS_BETWEEN), at));
            counters.add(counter(ConversationCounters.ofAdvertiser(TALK, by.id().value()), at));
            counters.add(counter(ConversationCounters.ofCategory(TALK, "e" + ad), at));
        }
        counters.add(new FrequencyCounter(CapScope.CONVERSATION, TALK, ADS, times));
        return new ConversationView(
                TALK,
                1 + ADS * TURNS_BETWEEN,
                false,
                new FrequencyView.Counted(new SubscriberCounters(41, counters)));
    }

    private static FrequencyCounter counter(String id, Instant at) {
        return new FrequencyCounter(CapScope.CONVERSATION, id, 1, List.of(at));
    }
}
