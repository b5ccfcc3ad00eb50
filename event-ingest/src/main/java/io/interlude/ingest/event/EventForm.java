package io.interlude.ingest.event;

import io.interlude.schema.EventSource;

/// The forms in which an event is reported.
public enum EventForm {
    /// Version 2, or the legacy custom form.
    API(EventSource.api),
    /// One of several version 2 bodies.
    BATCH(EventSource.batch),
    /// `messageId`, or `subscriber`, and `eventData` of a conversion.
    OFFLINE(EventSource.offline),
    /// The query of the conversion pixel.
    PIXEL(EventSource.pixel),
    /// One of the forms of [#API], refused before and sent again.
    REDRIVE(EventSource.redrive),
    /// [#OFFLINE], refused before and sent again.
    REDRIVE_OFFLINE(EventSource.redrive),
    /// [#PIXEL], refused before and sent again.
    REDRIVE_PIXEL(EventSource.redrive);

    private final EventSource source;

    EventForm(EventSource source) {
        this.source = source;
    }

    EventSource source() {
        return source;
    }
}
