package io.interlude.domain.selection;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Blocked;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.Ranking;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.money.Exchange;
import io.interlude.domain.money.Money;
import io.interlude.domain.suitability.Suitability;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// Random settings, ad units and advertisers.
///
/// @param valued true for any ranking, several currencies, and floors
record RandomPublisher(SplittableRandom random, boolean valued) {
    static final AdUnit PAUSE =
            new AdUnit(
                    new AdUnitId("u1"),
                    "pause",
                    "P",
                    null,
                    Set.of(),
                    new Suitability(Suitability.Unread.RUN_OF_NETWORK, null, 0.4),
                    new Blocked(Set.of(), Set.of(), Set.of("shop.example")),
                    null,
                    null);
    static final AdUnit CARDS =
            new AdUnit(new AdUnitId("u2"), "cards", "C", null, Set.of(AdFormat.NATIVE));

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    static List<Advertiser> advertisers() {
        return List.of(
                new Advertiser(
                        new AdvertiserId("a0"),
                        "First",
                        Set.of("first.example"),
                        Set.of("11"),
                        Set.of("11", "1")),
                new Advertiser(
                        new AdvertiserId("a1"), "Second", Set.of(), Set.of("2"), Set.of("2")));
    }

    private AdLoad adLoad() {
        return new AdLoad(
                one(3) ? random.nextInt(4) : null,
                one(3) ? random.nextInt(4) : null,
                one(3) ? Duration.ofMinutes(random.nextInt(40)) : null,
                one(4) ? random.nextInt(1, 5) : null,
                one(2) ? random.nextInt(4) : 0,
                one(2) ? random.nextInt(4) : 0);
    }

    private Blocked blocked() {
        return new Blocked(
                one(2) ? Set.of(one(2) ? "a1" : "ACME2") : Set.of(),
                one(2) ? Set.of(one(2) ? "1" : "2") : Set.of(),
                one(2) ? Set.of(one(2) ? "example" : "other.example") : Set.of());
    }

    OrgSettings settings() {
        return valued
                ? new OrgSettings(
                        new Exchange("USD", Map.of("EUR", 1.08)),
                        List.of(Ranking.values()).get(random.nextInt(Ranking.values().length)),
                        Suitability.OPEN,
                        one(3) ? adLoad() : null,
                        one(3) ? blocked() : Blocked.NOTHING)
                : new OrgSettings(
                        Exchange.DEFAULT,
                        Ranking.RELEVANCE,
                        Suitability.OPEN,
                        one(3) ? adLoad() : null,
                        one(3) ? blocked() : Blocked.NOTHING);
    }

    AdUnit cards() {
        return valued && one(2)
                ? new AdUnit(
                        CARDS.id(),
                        CARDS.code(),
                        CARDS.name(),
                        null,
                        CARDS.formats(),
                        CARDS.suitability(),
                        CARDS.blocked(),
                        CARDS.adLoad(),
                        new Money(1_000L * random.nextInt(1, 9_000), one(2) ? "USD" : "EUR"))
                : CARDS;
    }
}
