package io.interlude.aggregate.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.aggregate.state.StateSerde;
import io.interlude.aggregate.topology.JournalEvents;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.LineItemSpend;
import io.interlude.schema.PriceModel;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Values that no service of ours writes, but that another writer to a topic can.
final class Poison {
    private static final String ORG = "poison";
    private static final int LARGE = 600_000;
    private static final byte VERSION = 10;

    private final JournalEvents events = new JournalEvents();

    /// One value of each kind that fits no schema.
    static List<byte @Nullable []> bytes() {
        byte[] spend =
                StateSerde.of(List.of(LineItemSpend.class))
                        .serializer()
                        .serialize(
                                "",
                                new LineItemSpend(
                                        "acme", "line", List.of(), 1L, 2L, List.of(), 0L, 0L, null,
                                        0L));
        List<byte @Nullable []> values = new ArrayList<>();
        values.add(null);
        values.add(new byte[0]);
        values.add("poison, no record at all".getBytes(UTF_8));
        values.add(new byte[] {0, 0, 0, 0, 99, 1, 2, 3});
        values.add(Arrays.copyOf(spend, spend.length - 3));
        values.add(spend);
        // A type that nobody knows, and a text that says that it has a gigabyte.
        values.add(new byte[] {VERSION, 77, 1});
        values.add(new byte[] {VERSION, 0, -128, -88, -42, -71, 7, 65});
        values.add("x".repeat(LARGE).getBytes(UTF_8));
        return values;
    }

    /// Records of the topic that make no sense.
    List<SpecificRecord> records(Topic<?> topic, Instant at) {
        if (topic.valueType() == SubscriberErased.class) {
            return List.of(new SubscriberErased(ORG, "s".repeat(LARGE), at));
        }
        SpecificRecord large = record(topic, at);
        large.put(5, "a".repeat(LARGE));
        SpecificRecord largeId = record(topic, at);
        largeId.put(0, "i".repeat(LARGE));
        SpecificRecord future = record(topic, Instant.parse("9999-12-31T23:59:59Z"));
        SpecificRecord past = record(topic, Instant.ofEpochMilli(Long.MIN_VALUE));
        SpecificRecord noFetch = record(topic, at);
        noFetch.put(6, "native-nothing");
        List<SpecificRecord> records =
                new ArrayList<>(List.of(large, largeId, future, past, noFetch));
        records.addAll(hostile(topic, at));
        return records;
    }

    private List<SpecificRecord> hostile(Topic<?> topic, Instant at) {
        SpecificRecord one = record(topic, at);
        SpecificRecord other = record(topic, at);
        switch (one) {
            case AdFetched fetched -> {
                fetched.setPriceMicros(Long.MIN_VALUE);
                fetched.setBilledMicros(Long.MIN_VALUE);
                fetched.setTimeZone("Nowhere/At_All");
                ((AdFetched) other).setFormat(RenderFormat.UNKNOWN);
                ((AdFetched) other).setPriceModel(PriceModel.UNKNOWN);
            }
            case ConversionRecorded conversion -> {
                conversion.setValueMicros(Long.MAX_VALUE);
                conversion.setCurrency("");
                ((ConversionRecorded) other).setValueMicros(Long.MIN_VALUE);
                ((ConversionRecorded) other).setCurrency("c".repeat(LARGE));
            }
            case CorrectionRecorded correction -> {
                correction.setBilledMicros(Long.MIN_VALUE);
                correction.setEventType(EventType.no_fill);
                ((CorrectionRecorded) other).setCorrectedEventId("e".repeat(LARGE));
            }
            case ClickRecorded click -> {
                click.setActionIndex(Integer.MIN_VALUE);
                ((ClickRecorded) other).setEventDataJson("{".repeat(LARGE));
            }
            default -> other.put(1, EventType.UNKNOWN);
        }
        return List.of(one, other);
    }

    private SpecificRecord record(Topic<?> topic, Instant at) {
        String fetchId = events.fetchId(JournalEvents.START);
        SpecificRecord record;
        if (topic.valueType() == AdFetched.class) {
            record = events.fetchedBy("poisoner", fetchId, at);
        } else if (topic.valueType() == AdNotFilled.class) {
            record = events.notFilled(at);
        } else if (topic.valueType() == DeliveryRecorded.class) {
            record = events.delivery(EventType.read, fetchId, at);
        } else if (topic.valueType() == ClickRecorded.class) {
            record = events.click(fetchId, 0, at);
        } else if (topic.valueType() == ConversionRecorded.class) {
            record = events.conversion(null, 1L, at);
        } else if (topic.valueType() == FlowEventRecorded.class) {
            record = events.flowStep(EventType.choice_tap, fetchId, at);
        } else if (topic.valueType() == CustomEventRecorded.class) {
            record = events.custom(fetchId, at);
        } else if (topic.valueType() == FeedbackRecorded.class) {
            record = events.feedback(FeedbackKind.offensive, fetchId, at);
        } else {
            record = events.correction(events.click(fetchId, 0, at), at);
        }
        record.put(4, ORG);
        return record;
    }
}
