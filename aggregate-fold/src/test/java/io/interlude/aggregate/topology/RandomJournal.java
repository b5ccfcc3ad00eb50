package io.interlude.aggregate.topology;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.Money;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A journal of some fetches and everything that can happen to them, from a seed: late and early
/// events, repeats, duplicates, test and invalid traffic, steps that the flow of [ServedAds] has
/// and has not, cards and flows, several currencies and time zones.
public final class RandomJournal {
    /// Partitions that fetches are spread over, where the journal is on a broker.
    public static final int PARTITIONS = 3;

    /// Some rules, in their order.
    static final List<String> RULES =
            List.of("flight", "targeting", "budget", "frequency_cap", "relevance", "outranked");

    private static final int FETCHES_BEFORE = 1_000;
    private static final int SUBSCRIBERS = 5;
    private static final List<EventType> STEPS =
            List.of(
                    EventType.node_visit,
                    EventType.choice_tap,
                    EventType.nlu_match,
                    EventType.flow_complete,
                    EventType.flow_abandon,
                    EventType.handoff_click);
    private static final List<String> NODES =
            List.of("hello", "ask", "ask", "ask", "join", "shop", "chat", "other");
    private static final List<String> ANSWERS = List.of("yes", "no", "later", "other");
    private static final List<FeedbackKind> FEEDBACK =
            List.of(FeedbackKind.hide, FeedbackKind.offensive);
    private static final List<EventType> DELIVERIES =
            List.of(EventType.send, EventType.deliver, EventType.read);
    private static final List<PriceModel> PRICES =
            List.of(
                    PriceModel.cpm,
                    PriceModel.cpm,
                    PriceModel.cpm,
                    PriceModel.cpm,
                    PriceModel.cpc,
                    PriceModel.cpc,
                    PriceModel.cpa,
                    PriceModel.flat);

    /// With windows that some of the conversions are outside of.
    private static final List<ConversionGoal> GOALS =
            List.of(
                    new ConversionGoal("sale", List.of("sale"), false, 60_000L, 0L, null),
                    new ConversionGoal(
                            "seen",
                            List.of("visit", "sale"),
                            true,
                            30_000L,
                            40_000L,
                            new Money(3_000L, "EUR")));

    /// Of each creative, as its price.
    private static final List<BillOn> BILLED_ON =
            List.of(
                    BillOn.fetch,
                    BillOn.read,
                    BillOn.deliver,
                    BillOn.read,
                    BillOn.fetch,
                    BillOn.fetch,
                    BillOn.fetch,
                    BillOn.fetch);

    private static final List<String> ZONES =
            List.of("UTC", "Pacific/Auckland", "America/Los_Angeles");

    /// Topic by topic, each in its order.
    public final List<JournalEvent> records = new ArrayList<>();

    private final JournalEvents events = new JournalEvents();
    private final Random random;
    private final int subscriberCount;

    RandomJournal(Random random, int fetchCount) {
        this(random, fetchCount, SUBSCRIBERS);
    }

    public RandomJournal(Random random, int fetchCount, int subscriberCount) {
        this.random = random;
        this.subscriberCount = subscriberCount;
        for (int index = 0; index < fetchCount; index++) {
            addFetch();
        }
        Collections.shuffle(records, random);
        int duplicates = records.size() / 10;
        for (int index = 0; index < duplicates; index++) {
            records.add(
                    random.nextInt(records.size()), records.get(random.nextInt(records.size())));
        }
    }

    /// Takes back some of everything, some of it twice.
    public RandomJournal correct() {
        for (JournalEvent record : List.copyOf(records)) {
            boolean whole = record instanceof AdFetched;
            if (random.nextInt(whole ? 12 : 4) == 0 && !record.getTest()) {
                Instant at = record.getReceivedAt().plusSeconds(random.nextInt(3_600));
                records.add(random.nextInt(records.size()), events.correction(record, at));
            }
        }
        return this;
    }

    /// The partition of what belongs to an owner of fetches.
    public static int partition(String owner) {
        return Math.floorMod(owner.hashCode(), PARTITIONS);
    }

    /// The records in an order that keeps each topic's own.
    public List<JournalEvent> interleaved(Random random) {
        Map<Class<?>, Deque<JournalEvent>> typeToRecords = new LinkedHashMap<>();
        records.forEach(record ->
                typeToRecords
                        .computeIfAbsent(record.getClass(), _ -> new ArrayDeque<>())
                        .add(record));
        List<Deque<JournalEvent>> topics = new ArrayList<>(typeToRecords.values());
        List<JournalEvent> interleaved = new ArrayList<>();
        while (!topics.isEmpty()) {
            Deque<JournalEvent> topic = topics.get(random.nextInt(topics.size()));
            interleaved.add(topic.remove());
            topics.removeIf(Deque::isEmpty);
        }
        return interleaved;
    }

    private void addFetch() {
        Instant at = JournalEvents.START.plusSeconds(random.nextInt(20 * 3_600));
        if (random.nextInt(8) == 0) {
            records.add(notFilled(at));
            records.add(conversion(null, at));
        }
        AdFetched fetched = fetched(at);
        records.add(fetched);
        int eventCount = random.nextInt(10);
        for (int index = 0; index < eventCount; index++) {
            records.add(event(fetched.getFetchId(), at.plusSeconds(random.nextInt(200))));
        }
    }

    private AdNotFilled notFilled(Instant at) {
        AdNotFilled notFilled = events.notFilled(at);
        notFilled.setReason(random.nextBoolean() ? "no_demand" : "frequency_capped");
        List<CandidateVerdict> verdicts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            verdicts.add(
                    CandidateVerdict.newBuilder()
                            .setLineItemId("line-" + i)
                            .setRule(RULES.get(random.nextInt(RULES.size())))
                            .build());
        }
        notFilled.setCandidates(verdicts);
        return notFilled;
    }

    private AdFetched fetched(Instant at) {
        int number = random.nextInt(subscriberCount);
        boolean inConversation = random.nextInt(4) == 0;
        String owner = (inConversation ? "conversation-" : "subscriber-") + number;
        String fetchId = events.fetchId(at, partition(owner));
        AdFetched fetched =
                inConversation
                        ? events.fetchedIn(owner, fetchId, at)
                        : events.fetchedBy(owner, fetchId, at);
        int creative = random.nextInt(8);
        fetched.setCreativeId("card-" + creative);
        fetched.setLineItemId("line-" + creative / 2);
        fetched.setPriceModel(PRICES.get(creative));
        fetched.setPriceMicros(7_000);
        fetched.setCountsNames(creative % 4 != 3);
        fetched.setConversionGoals(creative % 2 == 0 ? List.of() : GOALS);
        fetched.setBillOn(BILLED_ON.get(creative));
        fetched.setBilledMicros(creative == 0 ? 7 : 0);
        fetched.setTimeZone(ZONES.get(creative % ZONES.size()));
        fetched.setCurrency(creative % 2 == 0 ? "USD" : "EUR");
        fetched.setRotationEpoch(random.nextInt(60));
        fetched.setRotationSequence(random.nextInt(FETCHES_BEFORE));
        fetched.setFormat(random.nextInt(4) == 0 ? RenderFormat.native$ : RenderFormat.flow);
        fetched.setTest(random.nextInt(12) == 0);
        return fetched;
    }

    private JournalEvent event(String fetchId, Instant at) {
        return switch (random.nextInt(6)) {
            case 0 -> events.delivery(pick(DELIVERIES), fetchId, at);
            case 1 -> conversion(fetchId, at);
            case 2 -> events.flowStep(pick(STEPS), pick(NODES), pick(ANSWERS), fetchId, at);
            case 3 -> events.custom(fetchId, at);
            case 4 -> events.feedback(pick(FEEDBACK), fetchId, at);
            default -> click(fetchId, at);
        };
    }

    private ClickRecorded click(String fetchId, Instant at) {
        ClickRecorded click = events.click(fetchId, random.nextInt(2), at);
        click.setInvalidTraffic(random.nextInt(6) == 0 ? "declared_bot" : null);
        return click;
    }

    private ConversionRecorded conversion(@Nullable String fetchId, Instant at) {
        ConversionRecorded conversion = events.conversion(fetchId, value(), at);
        conversion.setConversionName(pick(List.of("sale", "visit", "other")));
        conversion.setOrderId(random.nextInt(3) == 0 ? "o" + random.nextInt(2) : null);
        conversion.setLate(fetchId != null && random.nextInt(9) == 0);
        conversion.setInvalidTraffic(random.nextInt(6) == 0 ? "rate" : null);
        return conversion;
    }

    private @Nullable Long value() {
        return random.nextBoolean() ? (long) random.nextInt(1_000) : null;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
