package io.interlude.manage.flight;

import io.interlude.manage.validation.Fields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `startAt`, inclusive, and `endAt`, exclusive; either may be open.
public record FlightJson(@Nullable Instant startAt, @Nullable Instant endAt) {
    private static final String START_AT = "startAt";
    private static final String END_AT = "endAt";

    public static FlightJson read(Fields fields) {
        Instant startAt = fields.instant(START_AT);
        Instant endAt = fields.instant(END_AT);
        if (startAt != null && endAt != null && !startAt.isBefore(endAt)) {
            fields.broken(END_AT, "order", "Give an end that is later than the start.");
        }
        return new FlightJson(startAt, endAt);
    }

    public void write(ObjectNode json) {
        if (startAt != null) {
            json.put(START_AT, startAt.toString());
        }
        if (endAt != null) {
            json.put(END_AT, endAt.toString());
        }
    }
}
