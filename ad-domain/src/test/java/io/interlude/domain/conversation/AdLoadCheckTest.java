package io.interlude.domain.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.CampaignAdvertiser;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdLoadCheckTest {
    private static final Instant NOON = Instant.parse("2026-06-10T12:00:00Z");
    private static final String TALK = "talk";

    private static CampaignAdvertiser advertiser(String key, String... categories) {
        return new CampaignAdvertiser(key, Set.of(key), Set.of(), Set.of(categories), Set.of());
    }

    private static SubscriberCounters served(
            SubscriberCounters before, CampaignAdvertiser by, @Nullable Integer turn, Instant at) {
        List<FrequencyAdvance> advances = new ArrayList<>();
        advances.add(new FrequencyAdvance(CapScope.CONVERSATION, TALK, 32));
        if (turn != null) {
            advances.add(advance(ConversationCounters.ofTurn(TALK, turn)));
        }
        advances.add(advance(ConversationCounters.ofAdvertiser(TALK, by.key())));
        by.categories().stream()
                .map(category -> advance(ConversationCounters.ofCategory(TALK, category)))
                .forEach(advances::add);
        return FrequencyFold.advance(before, advances, at, before.appliedOffset() + 1);
    }

    private static boolean separates(AdLoadCheck check, CampaignAdvertiser advertiser) {
        return check.separates(advertiser.key(), advertiser.categories());
    }

    private static FrequencyAdvance advance(String id) {
        return new FrequencyAdvance(CapScope.CONVERSATION, id, 1);
    }

    private static AdLoadCheck check(
            AdLoad load, SubscriberCounters counters, @Nullable Integer turn, Instant now) {
        return new AdLoadCheck(
                load,
                new ConversationView(TALK, turn, false, new FrequencyView.Counted(counters)),
                now);
    }

    @ParameterizedTest
    @CsvSource({"2, 2, true", "2, 3, false", "2, , false", "0, 0, true", "0, 1, false"})
    void theFirstAdComesAfterItsTurn(int first, @Nullable Integer turn, boolean early) {
        AdLoad load = new AdLoad(first, null, null, null, 0, 0);
        ConversationView nowhere =
                new ConversationView(null, turn, false, new FrequencyView.NoSubscriber());

        assertThat(new AdLoadCheck(load, nowhere, NOON).excess() != null).isEqualTo(early);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 6, true",
        "3, 7, true",
        "3, 8, false",
        "0, 4, true",
        "0, 5, false",
        "3, , false"
    })
    void turnsLieBetweenTwoAds(int between, @Nullable Integer turn, boolean soon) {
        SubscriberCounters counters =
                served(SubscriberCounters.NONE, advertiser("a"), 4, NOON.minusSeconds(600));
        AdLoad load = new AdLoad(null, between, null, null, 0, 0);

        assertThat(check(load, counters, turn, NOON).excess() != null).isEqualTo(soon);
    }

    @ParameterizedTest
    @CsvSource({"60, true", "61, true", "59, false"})
    void timeLiesBetweenTwoAds(int gapSeconds, boolean soon) {
        SubscriberCounters counters =
                served(SubscriberCounters.NONE, advertiser("a"), 4, NOON.minusSeconds(60));
        AdLoad load = new AdLoad(null, null, Duration.ofSeconds(gapSeconds), null, 0, 0);

        assertThat(check(load, counters, null, NOON.minusMillis(1)).excess() != null)
                .isEqualTo(soon);
    }

    @Test
    void theAdsOfOneFetchAreOneBreakAndEachCountsForTheMaximum() {
        SubscriberCounters counters =
                served(SubscriberCounters.NONE, advertiser("a"), 4, NOON.minusMillis(1));
        counters = served(counters, advertiser("b"), null, NOON);
        AdLoad gap = new AdLoad(null, 9, Duration.ofHours(1), null, 0, 0);
        AdLoad max = new AdLoad(null, null, null, 2, 0, 0);
        FrequencyView counted = new FrequencyView.Counted(counters);
        ConversationView next = new ConversationView(TALK, 5, false, counted);
        ConversationView sameBreak = new ConversationView(TALK, 5, true, counted);

        assertThat(new AdLoadCheck(gap, next, NOON).excess()).isNotNull();
        assertThat(new AdLoadCheck(gap, sameBreak, NOON).excess()).isNull();
        assertThat(new AdLoadCheck(max, sameBreak, NOON).excess()).isNotNull();
    }

    /// Ads by a, b and c at once, in this order, and one more in the same millisecond or later.
    @ParameterizedTest
    @CsvSource({
        "1, 0, c",
        "1, 1, c",
        "2, 0, b c",
        "2, 1, b c",
        "3, 0, a b c",
        "3, 1, a b c",
        "4, 1, a b c"
    })
    void adsOfOneMillisecondAreInTheOrderInWhichTheyWereServed(
            int separation, int laterMillis, String near) {
        SubscriberCounters counters = SubscriberCounters.NONE;
        for (String by : List.of("a", "b", "c")) {
            counters = served(counters, advertiser(by, "of-" + by), null, NOON);
        }
        Instant now = NOON.plusMillis(laterMillis);
        AdLoadCheck byAdvertiser =
                check(new AdLoad(null, null, null, null, separation, 0), counters, null, now);
        AdLoadCheck byCategory =
                check(new AdLoad(null, null, null, null, 0, separation), counters, null, now);

        for (String by : List.of("a", "b", "c")) {
            boolean isNear = near.contains(by);
            assertThat(byAdvertiser.separates(by, Set.of())).as(by).isEqualTo(isNear);
            assertThat(byCategory.separates("d", Set.of("of-" + by))).as(by).isEqualTo(isNear);
        }
    }

    @Test
    void whatCannotBeReadLeavesNoRoom() {
        ConversationView unreadable =
                new ConversationView(TALK, 3, false, new FrequencyView.Unreadable());

        assertThat(
                        new AdLoadCheck(new AdLoad(null, null, null, 2, 0, 0), unreadable, NOON)
                                .excess())
                .isNotNull();
        AdLoadCheck separated =
                new AdLoadCheck(new AdLoad(null, null, null, null, 1, 0), unreadable, NOON);
        assertThat(separated.excess()).isNull();
        assertThat(separated.separates("a", Set.of())).isTrue();
        assertThat(
                        new AdLoadCheck(new AdLoad(2, null, null, null, 0, 0), unreadable, NOON)
                                .excess())
                .isNull();
    }

    /// 100,000 fetches of conversations that mix, by eight advertisers of four categories.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void rivalsAreNeverWithinTheSeparation(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        AdLoad load = new AdLoad(null, null, null, null, 1 + random.nextInt(4), random.nextInt(3));
        List<CampaignAdvertiser> advertisers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            advertisers.add(advertiser("a" + i, "c" + i / 2));
        }
        Map<Integer, SubscriberCounters> counters = new HashMap<>();
        Map<Integer, List<CampaignAdvertiser>> shown = new HashMap<>();
        Instant now = NOON;
        int filled = 0;
        for (int fetch = 0; fetch < 20_000; fetch++) {
            now = now.plusMillis(random.nextInt(5));
            int talk = random.nextInt(50);
            SubscriberCounters before = counters.getOrDefault(talk, SubscriberCounters.NONE);
            AdLoadCheck check = check(load, before, null, now);
            CampaignAdvertiser by = advertisers.get(random.nextInt(8));
            if (separates(check, by)) {
                continue;
            }
            // As it is made again from what is recorded of it.
            AdLoadCheck again = check(load, new SubscriberCounters(0, check.used()), null, now);
            for (CampaignAdvertiser each : advertisers) {
                assertThat(separates(again, each)).isEqualTo(separates(check, each));
            }
            List<CampaignAdvertiser> ads = shown.computeIfAbsent(talk, _ -> new ArrayList<>());
            assertThat(last(ads, load.advertiserSeparation())).doesNotContain(by);
            assertThat(last(ads, load.categorySeparation()))
                    .noneMatch(other -> other.categories().equals(by.categories()));
            ads.add(by);
            counters.put(talk, served(before, by, null, now));
            filled++;
        }
        assertThat(filled).isGreaterThan(5_000);
    }

    private static List<CampaignAdvertiser> last(List<CampaignAdvertiser> ads, int count) {
        return ads.subList(Math.max(0, ads.size() - count), ads.size());
    }
}
