package io.interlude.benchmark.audit;

import io.interlude.domain.identity.FetchId;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.BillOn;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The journal of a day, from a seed: forty creatives of twenty line items in four price models and
/// two currencies, flows and cards, with repeats, copies, late events, tests, invalid traffic,
/// conversions without a fetch, requests that served nothing, and corrections.
final class MixedDay {
    /// Id of the goal that some fetches have, which a conversion reaches within 30 s of a click.
    static final String GOAL = "purchase";

    static final String ORG = "audited";

    /// The attribute of fetches.
    static final String ATTRIBUTE = "country";

    static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    /// Behind the last event, which follows its fetch within a minute.
    static final Instant END = Instant.parse("2026-03-02T01:00:00Z");

    private static final long SECONDS_OF_DAY = 86_400;
    private static final int CREATIVES = 40;
    private static final List<PriceModel> PRICES =
            List.of(PriceModel.cpm, PriceModel.cpc, PriceModel.cpa, PriceModel.flat);

    private static final ConversionGoal PURCHASE =
            new ConversionGoal(GOAL, List.of(GOAL), true, 30_000L, 0L, null);

    private final SplittableRandom random;
    private final Day day;
    private final Sink sink;
    private int written;
    private long fetches;
    private long sequence;

    /// Takes the records, each topic's in their order.
    @FunctionalInterface
    interface Sink {
        void accept(Topic<?> topic, int partition, Instant at, JournalEvent record);
    }

    /// The seed and size of a day.
    ///
    /// @param countries values of the attribute
    record Day(long seed, int partitions, int records, int countries) {}

    private MixedDay(Day day, Sink sink) {
        random = new SplittableRandom(day.seed);
        this.day = day;
        this.sink = sink;
    }

    /// Writes the day.
    static void write(Day day, Sink sink) {
        MixedDay mixed = new MixedDay(day, sink);
        while (mixed.written < day.records) {
            mixed.writeRequest();
        }
    }

    private void writeRequest() {
        long second = SECONDS_OF_DAY * written / day.records;
        Instant at = START.plusSeconds(second).plusMillis(random.nextInt(1_000));
        int partition = random.nextInt(day.partitions);
        if (random.nextInt(10) == 0) {
            writeNotFilled(partition, at);
            return;
        }
        AdFetched fetched = fetched(partition, at);
        write(Topics.FETCHES, partition, at, fetched);
        int events = random.nextInt(5);
        @Nullable JournalEvent last = null;
        for (int event = 0; event < events; event++) {
            last = writeEvent(fetched, partition, at.plusSeconds(random.nextInt(60)));
        }
        if (random.nextInt(200) == 0 && !fetched.getTest()) {
            JournalEvent takenBack = last == null || random.nextBoolean() ? fetched : last;
            write(Topics.CORRECTIONS, partition, at, correction(takenBack, at));
        }
    }

    private void writeNotFilled(int partition, Instant at) {
        AdNotFilled notFilled = new AdNotFilled();
        FetchId id = fetchId(partition, at);
        fill(notFilled, EventType.no_fill, id.toString(), at);
        notFilled.setEventId(id.uuid().toString());
        notFilled.setAdUnitId("unit");
        notFilled.setAdUnitCode("unit-" + random.nextInt(3));
        notFilled.setFormat(RenderFormat.native$);
        notFilled.setAttributesJson("{}");
        notFilled.setCandidates(List.of());
        notFilled.setReason("no_demand");
        write(Topics.NO_FILLS, partition, at, notFilled);
        if (random.nextInt(3) == 0) {
            write(Topics.CONVERSIONS, partition, at, conversion(null, at));
        }
    }

    private AdFetched fetched(int partition, Instant at) {
        FetchId id = fetchId(partition, at);
        AdFetched fetched = new AdFetched();
        fill(fetched, EventType.fetch, id.toString(), at);
        fetched.setEventId(id.uuid().toString());
        int creative = random.nextInt(CREATIVES);
        PriceModel price = PRICES.get(creative % PRICES.size());
        fetched.setSubscriber("subscriber-" + random.nextInt(day.records / 5 + 1));
        fetched.setTest(random.nextInt(40) == 0);
        fetched.setAdUnitId("unit");
        fetched.setAdUnitCode("unit-" + creative % 3);
        fetched.setBillOn(BillOn.fetch);
        fetched.setConversionGoals(creative % 3 == 0 ? List.of(PURCHASE) : List.of());
        fetched.setFormat(creative % 5 == 0 ? RenderFormat.flow : RenderFormat.native$);
        fetched.setAttributesJson("{\"" + ATTRIBUTE + "\": \"" + country() + "\"}");
        fetched.setCandidates(List.of());
        fetched.setFrequencyScopes(List.of());
        fetched.setCampaignId("campaign-" + creative / 10);
        fetched.setLineItemId("line-item-" + creative / 2);
        fetched.setCreativeId("creative-" + creative);
        fetched.setCreativeVersion(1);
        fetched.setPriceModel(price);
        fetched.setPriceMicros(4_000_000);
        fetched.setBilledMicros(price == PriceModel.cpm ? 4_000 : 0);
        fetched.setCurrency(creative % 2 == 0 ? "USD" : "EUR");
        fetched.setTimeZone("UTC");
        return fetched;
    }

    /// In turns, so that all else is the same however many there are.
    private String country() {
        return "C" + fetches++ % day.countries;
    }

    private JournalEvent writeEvent(AdFetched of, int partition, Instant at) {
        JournalEvent event =
                switch (random.nextInt(8)) {
                    case 0 -> delivery(EventType.send, of, at);
                    case 1 -> delivery(EventType.deliver, of, at);
                    case 2 -> delivery(EventType.read, of, at);
                    case 3 -> conversion(of.getFetchId(), at);
                    case 4 -> flowStep(of, at);
                    case 5 -> custom(of, at);
                    default -> click(of, at);
                };
        Topic<?> topic =
                Topics.folded().stream()
                        .filter(each -> each.valueType() == event.getClass())
                        .findFirst()
                        .orElseThrow();
        write(topic, partition, at, event);
        if (random.nextInt(30) == 0) {
            write(topic, partition, at, event);
        }
        return event;
    }

    private DeliveryRecorded delivery(EventType type, AdFetched of, Instant at) {
        DeliveryRecorded delivery = new DeliveryRecorded();
        fill(delivery, type, of.getFetchId(), at);
        return delivery;
    }

    private ClickRecorded click(AdFetched of, Instant at) {
        ClickRecorded click = new ClickRecorded();
        fill(click, EventType.click, of.getFetchId(), at);
        click.setActionIndex(random.nextInt(2));
        click.setInvalidTraffic(random.nextInt(12) == 0 ? "declared_bot" : null);
        return click;
    }

    private ConversionRecorded conversion(@Nullable String fetchId, Instant at) {
        ConversionRecorded conversion = new ConversionRecorded();
        fill(conversion, EventType.conversion, fetchId, at);
        boolean valued = random.nextBoolean();
        conversion.setValueMicros(valued ? (Long) (1L + random.nextInt(9_000_000)) : null);
        conversion.setCurrency(valued ? "EUR" : null);
        conversion.setInvalidTraffic(random.nextInt(12) == 0 ? "rate" : null);
        conversion.setConversionName(GOAL);
        return conversion;
    }

    private FlowEventRecorded flowStep(AdFetched of, Instant at) {
        FlowEventRecorded step = new FlowEventRecorded();
        fill(step, EventType.choice_tap, of.getFetchId(), at);
        step.setNodeId(FoldedCells.NODE);
        step.setChoiceId(random.nextInt(6) == 0 ? "unknown" : FoldedCells.CHOICE);
        return step;
    }

    private CustomEventRecorded custom(AdFetched of, Instant at) {
        CustomEventRecorded custom = new CustomEventRecorded();
        fill(custom, EventType.custom, of.getFetchId(), at);
        custom.setEventName("viewed");
        return custom;
    }

    private CorrectionRecorded correction(JournalEvent event, Instant at) {
        CorrectionRecorded correction = new CorrectionRecorded();
        fill(correction, event.getEventType(), event.getFetchId(), at);
        correction.setCorrectionId("correction");
        correction.setCorrectedEventId(event.getEventId());
        correction.setCorrectedAt(event.getOccurredAt());
        correction.setReason("bots");
        correction.setFormat(RenderFormat.UNKNOWN);
        correction.setFrequencyScopes(List.of());
        if (event instanceof AdFetched fetched) {
            correction.setBilledMicros(fetched.getBilledMicros());
        }
        return correction;
    }

    private FetchId fetchId(int partition, Instant at) {
        sequence++;
        return new FetchId(
                new UUID(at.toEpochMilli() << 16 | 0x8000 | partition, Long.MIN_VALUE | sequence));
    }

    private void fill(JournalEvent event, EventType type, @Nullable String fetchId, Instant at) {
        sequence++;
        event.setEventId(new UUID(at.toEpochMilli() << 16 | 0x7000, sequence).toString());
        event.setEventType(type);
        event.setOccurredAt(at);
        event.setReceivedAt(at);
        event.setOrgId(ORG);
        event.setApplicationId("app");
        event.setFetchId(fetchId);
        event.setTest(false);
        event.setSource(EventSource.api);
    }

    private void write(Topic<?> topic, int partition, Instant at, JournalEvent record) {
        written++;
        sink.accept(topic, partition, at, record);
    }
}
