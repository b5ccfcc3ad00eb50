package io.interlude.aggregate.matching;

import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.money.Money;
import io.interlude.journal.record.EventKind;
import io.interlude.journal.record.FeedbackKindCodec;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The kept part of a counted event, between Avro and the domain.
final class CountedEventCodec {
    private CountedEventCodec() {}

    static CountedEvent toAvro(EventType type, FetchEvent event, long offset) {
        CountedEvent counted =
                CountedEvent.newBuilder()
                        .setEventType(type)
                        .setOccurredAt(event.occurredAt())
                        .setJournalOffset(offset)
                        .build();
        switch (event) {
            case FetchEvent.Clicked click -> {
                counted.setActionIndex(click.actionIndex());
                counted.setInvalidTraffic(click.invalidTraffic());
            }
            case FetchEvent.Converted conversion -> {
                Money value = conversion.value();
                counted.setValueMicros(value == null ? null : (Long) value.amountMicros());
                counted.setCurrency(value == null ? null : value.currency());
                counted.setInvalidTraffic(conversion.invalidTraffic());
                counted.setConversionName(conversion.name());
                counted.setOrderId(conversion.orderId());
                counted.setReceivedAt(conversion.receivedAt());
            }
            case FetchEvent.FeedbackGiven feedback ->
                    counted.setFeedbackKind(FeedbackKindCodec.write(feedback.kind()));
            case FetchEvent.CustomReported custom -> counted.setEventName(custom.name());
            case FetchEvent.Delivered _, FetchEvent.FlowStepped _ -> {
                // Its type and time say everything.
            }
        }
        return counted;
    }

    /// The event; null for one that counts nowhere.
    static @Nullable FetchEvent toDomain(CountedEvent counted) {
        EventType type = counted.getEventType();
        return switch (EventKind.of(type)) {
            case DELIVERY ->
                    new FetchEvent.Delivered(
                            counted.getOccurredAt(), FetchEventCodec.deliveryStep(type));
            case CLICK ->
                    new FetchEvent.Clicked(
                            counted.getOccurredAt(),
                            counted.getActionIndex(),
                            counted.getInvalidTraffic());
            case CONVERSION ->
                    new FetchEvent.Converted(
                            counted.getOccurredAt(),
                            value(counted),
                            counted.getInvalidTraffic(),
                            counted.getConversionName(),
                            counted.getOrderId(),
                            receivedAt(counted));
            case FLOW_STEP ->
                    FetchEventCodec.engaging(type)
                            ? new FetchEvent.FlowStepped(counted.getOccurredAt(), true)
                            : null;
            case FEEDBACK -> feedback(counted);
            case CUSTOM -> custom(counted);
            case FETCH, NO_FILL, UNKNOWN -> null;
        };
    }

    private static @Nullable FetchEvent custom(CountedEvent counted) {
        String name = counted.getEventName();
        return name == null ? null : new FetchEvent.CustomReported(counted.getOccurredAt(), name);
    }

    private static @Nullable FetchEvent feedback(CountedEvent counted) {
        FeedbackKind kind = counted.getFeedbackKind();
        return kind == null
                ? null
                : new FetchEvent.FeedbackGiven(
                        counted.getOccurredAt(), FeedbackKindCodec.read(kind));
    }

    /// Nothing is kept of it of conversions of before, which have no order.
    private static Instant receivedAt(CountedEvent counted) {
        Instant receivedAt = counted.getReceivedAt();
        return receivedAt == null ? counted.getOccurredAt() : receivedAt;
    }

    private static @Nullable Money value(CountedEvent counted) {
        Long micros = counted.getValueMicros();
        String currency = counted.getCurrency();
        return micros == null || currency == null ? null : new Money(micros, currency);
    }
}
