package io.interlude.aggregate.matching;

import io.interlude.domain.matching.DeliveryStep;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.money.Money;
import io.interlude.journal.matching.FeedbackKindCodec;
import io.interlude.schema.CountedEvent;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is kept of a counted event, between Avro and the domain.
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
        return switch (counted.getEventType()) {
            case send -> new FetchEvent.Delivered(counted.getOccurredAt(), DeliveryStep.SEND);
            case deliver -> new FetchEvent.Delivered(counted.getOccurredAt(), DeliveryStep.DELIVER);
            case read -> new FetchEvent.Delivered(counted.getOccurredAt(), DeliveryStep.READ);
            case click ->
                    new FetchEvent.Clicked(
                            counted.getOccurredAt(),
                            counted.getActionIndex(),
                            counted.getInvalidTraffic());
            case conversion ->
                    new FetchEvent.Converted(
                            counted.getOccurredAt(),
                            value(counted),
                            counted.getInvalidTraffic(),
                            counted.getConversionName(),
                            counted.getOrderId(),
                            receivedAt(counted));
            case choice_tap, nlu_match, flow_complete, handoff_click ->
                    new FetchEvent.FlowStepped(counted.getOccurredAt(), true);
            case feedback -> feedback(counted);
            case custom -> custom(counted);
            case UNKNOWN, fetch, no_fill, node_visit, flow_abandon -> null;
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
