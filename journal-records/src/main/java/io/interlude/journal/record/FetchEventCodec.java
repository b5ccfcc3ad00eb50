package io.interlude.journal.record;

import io.interlude.domain.matching.DeliveryStep;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.money.Money;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FlowEventRecorded;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/// Journal records of events as the domain's events. What is not readable is an
/// [IllegalArgumentException].
public final class FetchEventCodec {
    private FetchEventCodec() {}

    /// The event.
    ///
    /// @param currency of the fetch's line item, for a value that names none
    public static FetchEvent toDomain(SpecificRecord event, String currency) {
        return switch (event) {
            case DeliveryRecorded delivery -> delivered(delivery);
            case ClickRecorded click -> clicked(click);
            case ConversionRecorded conversion -> converted(conversion, currency);
            case FlowEventRecorded step ->
                    new FetchEvent.FlowStepped(step.getOccurredAt(), engaging(step));
            case FeedbackRecorded feedback ->
                    new FetchEvent.FeedbackGiven(
                            feedback.getOccurredAt(), FeedbackKindCodec.read(feedback.getKind()));
            case CustomEventRecorded custom ->
                    new FetchEvent.CustomReported(custom.getOccurredAt(), custom.getEventName());
            default ->
                    throw new IllegalArgumentException(
                            "not an event of a fetch: " + event.getClass());
        };
    }

    /// The conversion.
    ///
    /// @param currency for a value that names none
    public static FetchEvent.Converted converted(ConversionRecorded conversion, String currency) {
        Instant receivedAt = conversion.getReceivedAt();
        return new FetchEvent.Converted(
                conversion.getOccurredAt(),
                value(conversion.getValueMicros(), conversion.getCurrency(), currency),
                conversion.getInvalidTraffic() != null,
                conversion.getConversionName(),
                conversion.getOrderId(),
                receivedAt == null ? conversion.getOccurredAt() : receivedAt,
                conversion.getLate());
    }

    private static @Nullable Money value(
            @Nullable Long micros, @Nullable String named, String fallback) {
        if (micros == null) {
            return null;
        }
        return new Money(micros, named == null || named.isBlank() ? fallback : named);
    }

    private static FetchEvent delivered(DeliveryRecorded delivery) {
        return new FetchEvent.Delivered(
                delivery.getOccurredAt(), deliveryStep(delivery.getEventType()));
    }

    /// The step that an event of this type tells of.
    public static DeliveryStep deliveryStep(EventType type) {
        return switch (type) {
            case send -> DeliveryStep.SEND;
            case deliver -> DeliveryStep.DELIVER;
            case read -> DeliveryStep.READ;
            case UNKNOWN,
                    fetch,
                    no_fill,
                    click,
                    conversion,
                    node_visit,
                    choice_tap,
                    nlu_match,
                    flow_complete,
                    flow_abandon,
                    handoff_click,
                    custom,
                    feedback ->
                    throw new IllegalArgumentException("not a delivery: " + type);
        };
    }

    private static FetchEvent clicked(ClickRecorded click) {
        Integer actionIndex = click.getActionIndex();
        return new FetchEvent.Clicked(
                click.getOccurredAt(),
                actionIndex == null ? FetchEvent.Clicked.REPORTED : actionIndex,
                click.getInvalidTraffic() != null);
    }

    /// Whether the step engages its fetch, if no earlier event did.
    public static boolean engaging(FlowEventRecorded step) {
        return engaging(step.getEventType());
    }

    /// Whether a step of this type engages its fetch, if no earlier event did.
    public static boolean engaging(EventType step) {
        return switch (step) {
            case choice_tap, nlu_match, flow_complete, handoff_click -> true;
            case UNKNOWN,
                    fetch,
                    no_fill,
                    send,
                    deliver,
                    read,
                    click,
                    conversion,
                    node_visit,
                    flow_abandon,
                    custom,
                    feedback ->
                    false;
        };
    }
}
