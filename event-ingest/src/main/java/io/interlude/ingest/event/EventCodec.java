package io.interlude.ingest.event;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.ingest.append.JournalEntry;
import io.interlude.ingest.append.ReportedMetadata;
import io.interlude.ingest.event.ReportedEvent.Occurrence;
import io.interlude.ingest.flow.FlowEventData;
import io.interlude.ingest.flow.FlowField;
import io.interlude.ingest.traffic.TrafficClass;
import io.interlude.journal.append.JournalPartitions;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Turns a checked event into its journal record.
final class EventCodec {
    private EventCodec() {}

    static JournalEntry<?> entry(
            ReportedEvent event, UUID eventId, Submission submission, int partitionCount) {
        ReportedMetadata metadata = metadata(event, eventId, submission);
        return switch (event) {
            case ReportedEvent.Delivery delivery ->
                    place(Topics.DELIVERIES, delivery(delivery), metadata, partitionCount);
            case ReportedEvent.Click click ->
                    place(Topics.CLICKS, click(click), metadata, partitionCount);
            case ReportedEvent.Conversion conversion ->
                    place(
                            Topics.CONVERSIONS,
                            conversion(conversion, submission.invalidTraffic()),
                            metadata,
                            partitionCount);
            case ReportedEvent.FlowStep step ->
                    place(Topics.FLOW_EVENTS, flowStep(step.data()), metadata, partitionCount);
            case ReportedEvent.Custom custom ->
                    place(Topics.CUSTOM_EVENTS, custom(custom), metadata, partitionCount);
        };
    }

    /// An event lies where its fetch lies; one without a fetch where its subscriber's fetches do,
    /// or anywhere.
    private static <V extends JournalEvent> JournalEntry<V> place(
            Topic<V> topic, V value, ReportedMetadata metadata, int partitionCount) {
        metadata.writeTo(value);
        FetchId fetchId = metadata.fetchId();
        if (fetchId == null) {
            Subscriber subscriber = metadata.subscriber();
            int partition =
                    subscriber == null
                            ? JournalPartitions.of(metadata.eventId().toString(), partitionCount)
                            : JournalPartitions.of(metadata.orgId(), subscriber, partitionCount);
            return new JournalEntry<>(topic, partition, null, value);
        }
        return new JournalEntry<>(topic, fetchId.partition(), fetchId.toString(), value);
    }

    private static ReportedMetadata metadata(
            ReportedEvent event, UUID eventId, Submission submission) {
        Caller caller = submission.caller();
        Occurrence occurrence = event.occurrence();
        return new ReportedMetadata(
                eventId,
                event.type(),
                occurrence.occurredAt(),
                submission.receivedAt(),
                caller.orgId(),
                caller.applicationId(),
                occurrence.fetchId(),
                occurrence.subscriber(),
                submission.form().source(),
                caller.keyId());
    }

    private static DeliveryRecorded delivery(ReportedEvent.Delivery delivery) {
        DeliveryRecorded value = new DeliveryRecorded();
        value.setEventDataJson(delivery.dataJson());
        return value;
    }

    private static ClickRecorded click(ReportedEvent.Click click) {
        ClickRecorded value = new ClickRecorded();
        value.setEventDataJson(click.dataJson());
        return value;
    }

    private static ConversionRecorded conversion(
            ReportedEvent.Conversion conversion, @Nullable TrafficClass invalidTraffic) {
        ConversionRecorded value = new ConversionRecorded();
        value.setConversionName(conversion.value().name());
        value.setValueMicros(conversion.value().micros());
        value.setCurrency(conversion.value().currency());
        value.setOrderId(conversion.value().orderId());
        value.setLate(conversion.late());
        value.setEventDataJson(conversion.dataJson());
        value.setInvalidTraffic(invalidTraffic == null ? null : invalidTraffic.label());
        return value;
    }

    private static CustomEventRecorded custom(ReportedEvent.Custom custom) {
        CustomEventRecorded value = new CustomEventRecorded();
        value.setEventName(custom.eventName());
        value.setEventDataJson(custom.dataJson());
        return value;
    }

    private static FlowEventRecorded flowStep(FlowEventData data) {
        FlowEventRecorded value = new FlowEventRecorded();
        value.setNodeId(data.text(FlowField.NODE_ID));
        value.setChoiceId(data.text(FlowField.CHOICE_ID));
        value.setIntent(data.text(FlowField.INTENT));
        value.setTerminalNodeId(data.text(FlowField.TERMINAL_NODE_ID));
        value.setLastNodeId(data.text(FlowField.LAST_NODE_ID));
        value.setTurns(data.number(FlowField.TURNS));
        value.setReason(data.text(FlowField.REASON));
        value.setHandoffKind(data.text(FlowField.HANDOFF_KIND));
        return value;
    }
}
