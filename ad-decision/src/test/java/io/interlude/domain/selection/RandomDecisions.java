package io.interlude.domain.selection;

import io.interlude.domain.catalogue.Activation;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ContextInterest;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.Moment;
import io.interlude.domain.conversation.ConversationView;
import io.interlude.domain.flight.Daypart;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.flight.Schedule;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Holdout;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.Price;
import io.interlude.domain.money.PriceModel;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.Budget;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.PacingMode;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.prediction.Predictions;
import io.interlude.domain.prepared.ServingState;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.Rotation;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.suitability.SensitiveCategory;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.domain.targeting.Targeting;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Random catalogues, requests and states around one noon, so small that everything happens often.
public final class RandomDecisions {
    public static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");

    private static final List<String> CURRENCIES = List.of("USD", "EUR", "JPY");
    private static final int CAMPAIGNS = 3;

    private final SplittableRandom random;

    /// What was added later is drawn from this one, so that seeds mean what they did.
    private final SplittableRandom later;

    private final boolean valued;
    private final Map<LineItemId, Prediction> predictions = new HashMap<>();
    private final Map<LineItemId, Double> behind = new HashMap<>();
    private final RandomTrees trees;
    private final RandomPublisher publisher;
    private final Map<LineItemId, Spent> spent = new HashMap<>();
    private final Map<CreativeId, Engagement> engagements = new HashMap<>();

    /// Of an org that ranks by relevance, on ad units without floors.
    public RandomDecisions(long seed) {
        this(seed, false);
    }

    /// @param valued true for an org with any ranking, several currencies, and goals behind plan
    public RandomDecisions(long seed, boolean valued) {
        this.valued = valued;
        random = new SplittableRandom(seed);
        later = new SplittableRandom(~seed);
        trees = new RandomTrees(random);
        publisher = new RandomPublisher(random, valued);
    }

    private boolean one(int in) {
        return random.nextInt(in) == 0;
    }

    public OrgCatalogue catalogue(int mostLineItems) {
        return OrgCatalogue.compile(new OrgId("org"), 7, resources(mostLineItems));
    }

    public OrgCatalogue.Resources resources(int mostLineItems) {
        List<LineItem> lineItems =
                IntStream.range(0, random.nextInt(mostLineItems + 1))
                        .mapToObj(this::lineItem)
                        .toList();
        return new OrgCatalogue.Resources(
                List.of(),
                List.of(RandomPublisher.PAUSE, publisher.cards()),
                IntStream.range(0, CAMPAIGNS).mapToObj(this::campaign).toList(),
                lineItems,
                lineItems.stream().flatMap(item -> creatives(item.id())).toList(),
                RandomPublisher.advertisers(),
                publisher.settings(),
                List.of());
    }

    private Price price(LineItemId id) {
        if (!valued) {
            return new Price(PriceModel.CPM, new Money(1_000_000, "USD"));
        }
        if (one(2)) {
            predictions.put(
                    id,
                    new Prediction(
                            Prediction.VERSION,
                            random.nextInt(40),
                            random.nextInt(1_000),
                            0.001 * random.nextInt(1, 100),
                            0.5 + random.nextDouble(),
                            0.5 + random.nextDouble(),
                            random.nextInt(9_999)));
        }
        if (one(5)) {
            behind.put(id, 0.1 * random.nextInt(3));
        }
        String currency = CURRENCIES.get(one(8) ? 2 : random.nextInt(2));
        return new Price(
                pick(PriceModel.values()), new Money(1_000L * random.nextInt(1, 9), currency));
    }

    private Campaign campaign(int number) {
        return new Campaign(
                new CampaignId("c" + number),
                "Campaign",
                "Acme" + number,
                one(2) ? new AdvertiserId("a" + number) : null,
                one(8) ? ServingStatus.PAUSED : ServingStatus.ACTIVE,
                one(4) ? flight() : Flight.ALWAYS,
                one(3) ? List.of(cap(CapScope.CAMPAIGN)) : List.of(),
                later.nextInt(2) == 0 ? Holdout.of(0.5) : Holdout.NONE);
    }

    private Flight flight() {
        return switch (random.nextInt(5)) {
            case 0 -> new Flight(NOW, null);
            case 1 -> new Flight(null, NOW);
            case 2 -> new Flight(NOW.plusSeconds(random.nextInt(-50, 10)), NOW.plusSeconds(20));
            default -> new Flight(NOW.minus(Duration.ofDays(2)), NOW.plus(Duration.ofDays(2)));
        };
    }

    private FrequencyCap cap(CapScope scope) {
        Duration per = one(3) ? null : Duration.ofHours(random.nextInt(1, 30));
        return new FrequencyCap(random.nextInt(1, 4), per, scope);
    }

    private LineItem lineItem(int number) {
        LineItemId id = new LineItemId("l" + number);
        spent.put(id, spent());
        return new LineItem(
                id,
                new CampaignId("c" + random.nextInt(CAMPAIGNS)),
                "Line item",
                one(10) ? ServingStatus.DRAFT : ServingStatus.ACTIVE,
                one(2) ? activation() : null,
                random.nextInt(1, 4),
                random.nextInt(1, 4),
                one(3) ? flight() : Flight.ALWAYS,
                schedule(),
                adUnits(),
                price(id),
                budget(),
                pick(PacingMode.values()),
                one(2) ? caps() : List.of(),
                one(3) ? Targeting.EVERYONE : trees.tree(2),
                new Rotation(pick(RotationMode.values()), 1_000),
                interest(),
                List.of());
    }

    private Activation activation() {
        Instant latest = NOW.minusSeconds(random.nextInt(90_000));
        return new Activation(latest.minusSeconds(random.nextInt(200_000)), latest);
    }

    private Set<String> adUnits() {
        return one(3) ? Set.of(one(2) ? "pause" : "cards") : Set.of();
    }

    private Schedule schedule() {
        ZoneId zone = ZoneId.of(one(2) ? "America/New_York" : "Asia/Kathmandu");
        Daypart part = new Daypart(EnumSet.allOf(DayOfWeek.class), 60, 18 * 60);
        return new Schedule(zone, one(4) ? List.of(part) : List.of());
    }

    private Budget budget() {
        return one(3)
                ? Budget.UNLIMITED
                : new Budget(
                        one(2) ? 1_000L * random.nextInt(1, 40) : null,
                        one(3) ? 1_000L * random.nextInt(1, 80) : null,
                        one(2) ? random.nextInt(1, 40) : null,
                        one(2) ? goal() : null);
    }

    private Goal goal() {
        Goal.Metric metric = pick(Goal.Metric.values());
        long amount = random.nextInt(1, 60);
        return new Goal(metric, metric == Goal.Metric.SPEND ? 1_000 * amount : amount);
    }

    private Spent spent() {
        int day = random.nextInt(15);
        int lifetime = day + random.nextInt(30);
        Spent own =
                one(3)
                        ? Spent.NOTHING
                        : new Spent(
                                day,
                                1_000L * day,
                                lifetime,
                                1_000L * lifetime,
                                one(8)
                                        ? null
                                        : new Achieved(lifetime / 2, lifetime / 5, lifetime / 3),
                                InstanceShare.ALL);
        return one(2) ? own : own.with(share(own.lifetimeFetches()));
    }

    /// Of one of several instances.
    private InstanceShare share(long fetches) {
        int instances = random.nextInt(2, 5);
        return new InstanceShare(
                instances,
                random.nextInt(InstanceShare.NO_TURN, instances),
                random.nextLong(fetches + 1));
    }

    private List<FrequencyCap> caps() {
        return Arrays.stream(CapScope.values())
                .filter(scope -> scope != CapScope.HIDDEN && one(2))
                .map(this::cap)
                .toList();
    }

    private ContextInterest interest() {
        return one(2)
                ? ContextInterest.NONE
                : new ContextInterest(List.of("t"), one(2) ? null : 0.5, one(3), one(2));
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private Stream<CreativeVersion> creatives(LineItemId lineItemId) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(number -> creative(lineItemId, lineItemId + "-" + number));
    }

    /// How a creative did in up to six epochs, of which the newest may be over.
    private Engagement engagement() {
        List<EngagementEpoch> epochs = new ArrayList<>();
        long fetches = 0;
        for (long epoch = random.nextInt(3, 7); epoch > 0; epoch--) {
            int served = random.nextInt(50);
            fetches += served;
            if (!one(4)) {
                epochs.add(new EngagementEpoch(epoch, served, random.nextInt(served + 1)));
            }
        }
        if (one(4) || fetches == 0) {
            return Engagement.NONE;
        }
        long lastServed = random.nextLong(2 * fetches);
        long lastEngaged = one(4) ? Engagement.NEVER : random.nextLong(lastServed + 1);
        return new Engagement(fetches, lastServed, lastEngaged, epochs);
    }

    private CreativeVersion creative(LineItemId lineItemId, String id) {
        engagements.put(new CreativeId(id), engagement());
        CreativeContent content =
                one(4)
                        ? new CreativeContent.Flow("{}")
                        : new CreativeContent.Card(
                                "T",
                                null,
                                null,
                                null,
                                null,
                                "Ad",
                                List.of(new CreativeContent.CardAction("Go", address())));
        return new CreativeVersion(
                new CreativeId(id),
                1,
                lineItemId,
                !one(6),
                one(2) ? random.nextInt(3) : null,
                Instant.EPOCH.plusSeconds(random.nextInt(3)),
                random.nextInt(1, 4),
                Map.of(),
                content);
    }

    private String address() {
        return "https://"
                + pick(new String[] {"Shop.EXAMPLE", "a.shop.example", "other.example", "x.org"})
                + "/offer";
    }

    /// A request, at most a minute from noon.
    public SelectionInput input(OrgCatalogue catalogue) {
        AdUnit adUnit =
                one(3)
                        ? catalogue
                                .adUnit(RandomPublisher.CARDS.code())
                                .orElse(RandomPublisher.CARDS)
                        : RandomPublisher.PAUSE;
        FrequencyView frequency = frequency(catalogue);
        int heldOut = later.nextInt(5);
        return new SelectionInput(
                adUnit,
                null,
                one(3) ? AdFormat.FLOW : AdFormat.NATIVE,
                RequestAttributes.of(trees.attributes()),
                NOW.plusSeconds(random.nextInt(-60, 60)),
                frequency,
                new Moment(context(), catalogue.suitability(adUnit, null), one(20), one(8)),
                conversation(frequency),
                campaign -> campaign.id().value().hashCode() % 2 == heldOut,
                one(5) ? Set.of(new LineItemId("l" + random.nextInt(4))) : Set.of(),
                false);
    }

    private ContextReading context() {
        Map<LineItemId, Double> similar = new HashMap<>();
        return switch (random.nextInt(7)) {
            case 0 -> Readings.sensitive(SensitiveCategory.GRIEF);
            case 1 -> Readings.unread("es");
            case 2, 3 ->
                    Readings.needing(
                            id -> similar.computeIfAbsent(id, _ -> random.nextInt(11) / 10.0),
                            one(3) ? null : (Double) (random.nextInt(11) / 10.0),
                            random.nextInt(11) / 10.0);
            default -> new ContextReading.NoContext();
        };
    }

    private FrequencyView frequency(OrgCatalogue catalogue) {
        if (one(6)) {
            return one(2) ? new FrequencyView.NoSubscriber() : new FrequencyView.Unreadable(one(4));
        }
        List<FrequencyCounter> counters = new ArrayList<>();
        catalogue
                .lineItems()
                .forEach(item -> count(counters, CapScope.LINE_ITEM, item.lineItem().id().value()));
        engagements.keySet().forEach(id -> count(counters, CapScope.CREATIVE, id.value()));
        for (int i = 0; i < CAMPAIGNS; i++) {
            count(counters, CapScope.CAMPAIGN, "c" + i);
        }
        Stream.of("a0", "a1", "a2", "acme0", "acme1", "acme2")
                .forEach(key -> count(counters, CapScope.ADVERTISER, key));
        if (one(2)) {
            counters.addAll(ofConversation());
        }
        if (one(4)) {
            count(counters, CapScope.HIDDEN, "acme1");
            count(counters, CapScope.HIDDEN, "a0");
        }
        count(counters, CapScope.AD_UNIT, "u1");
        count(counters, CapScope.AD_UNIT, "u2");
        return new FrequencyView.Counted(new SubscriberCounters(0, counters));
    }

    /// The same, one time in seven without consent to know the conversation.
    ///
    /// @param number of the decision
    public static SelectionInput withheldAtTimes(SelectionInput input, int number) {
        return number % 7 == 0
                ? input.served(
                        input.frequency(),
                        new ConversationView(
                                null, null, false, true, new FrequencyView.NoSubscriber()))
                : input;
    }

    /// With the counters of the subscriber, of whom there may be none.
    private ConversationView conversation(FrequencyView frequency) {
        if (one(3)) {
            return ConversationView.NONE;
        }
        return new ConversationView(
                one(6) ? null : "talk",
                one(4) ? null : random.nextInt(1, 9),
                one(5),
                one(3)
                        ? new FrequencyView.Counted(new SubscriberCounters(0, ofConversation()))
                        : frequency);
    }

    private List<FrequencyCounter> ofConversation() {
        List<FrequencyCounter> counters = new ArrayList<>();
        List<String> others = new ArrayList<>();
        IntStream.range(1, 7).mapToObj(n -> "talk/turn/" + n).forEach(others::add);
        IntStream.range(0, 6).mapToObj(n -> "talk/lineItem/l" + n).forEach(others::add);
        Stream.of("a0", "a1", "a2", "acme0", "acme1", "acme2")
                .map(key -> "talk/advertiser/" + key)
                .forEach(others::add);
        Stream.of("11", "1", "2").map(id -> "talk/category/" + id).forEach(others::add);
        others.forEach(id -> count(counters, CapScope.CONVERSATION, id));
        List<Instant> times =
                counters.stream()
                        .flatMap(counter -> counter.times().stream())
                        .sorted()
                        .limit(6)
                        .toList();
        if (!times.isEmpty()) {
            counters.add(new FrequencyCounter(CapScope.CONVERSATION, "talk", times.size(), times));
        }
        return counters;
    }

    private void count(List<FrequencyCounter> counters, CapScope scope, String id) {
        if (one(2)) {
            List<Instant> times =
                    IntStream.range(0, random.nextInt(1, 5))
                            .mapToObj(_ -> NOW.minusSeconds(60 + random.nextInt(110_000)))
                            .sorted()
                            .toList();
            counters.add(new FrequencyCounter(scope, id, times.size(), times));
        }
    }

    public ServingState state() {
        return new ServingState() {
            @Override
            public Spent spent(LineItemId lineItemId, long epochDay) {
                return spent.getOrDefault(lineItemId, Spent.NOTHING);
            }

            @Override
            public Engagement engagement(CreativeId creativeId) {
                @Nullable Engagement known = engagements.get(creativeId);
                return known == null ? Engagement.NONE : known;
            }

            @Override
            public Predictions predictions(OrgCatalogue catalogue) {
                return new Predictions() {
                    @Override
                    public Prediction lineItem(LineItemId id, RateKind kind, int slice) {
                        Prediction known = predictions.get(id);
                        return known == null ? NONE.lineItem(id, kind, slice) : known;
                    }

                    @Override
                    public double engagementLift(LineItemId id, int slice) {
                        return 0.5 + slice % 7;
                    }
                };
            }

            @Override
            public double behind(LineItemId lineItemId) {
                return behind.getOrDefault(lineItemId, 0.0);
            }
        };
    }
}
