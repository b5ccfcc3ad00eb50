package io.interlude.agent.adcp;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The period of an order or a package.
///
/// @param start null for as soon as possible
record Flight(@Nullable Instant start, Instant end) {
    private static final String ASAP = "asap";
    private static final String START = "start_time";
    private static final String END = "end_time";
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(5);

    /// Of an order.
    ///
    /// @param now before which nothing may begin
    static Flight of(ObjectNode order, Instant now) {
        return new Flight(start(order, ""), end(order, "", Instant.MIN)).checked("", now);
    }

    /// Of a package, which has the order's where it has none.
    ///
    /// @param place of the package in the request
    Flight of(JsonNode ordered, String place, Instant now) {
        String prefix = place + '.';
        return new Flight(
                        ordered.has(START) ? start(ordered, prefix) : start,
                        end(ordered, prefix, end))
                .checked(prefix, now);
    }

    private static @Nullable Instant start(JsonNode from, String prefix) {
        String text = from.path(START).asString("");
        return text.equals(ASAP) ? null : instant(text, prefix + START);
    }

    private static Instant end(JsonNode from, String prefix, Instant otherwise) {
        return from.has(END) ? instant(from.path(END).asString(""), prefix + END) : otherwise;
    }

    private static Instant instant(String text, String field) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw AdcpException.of("INVALID_REQUEST", field, "Give a time with an offset.");
        }
    }

    private Flight checked(String prefix, Instant now) {
        if (start != null && start.isBefore(now.minus(CLOCKS_DIFFER))) {
            throw AdcpException.of(
                    "INVALID_REQUEST", prefix + START, "Give a start in the future, or asap.");
        }
        if (!end.isAfter(now) || (start != null && !end.isAfter(start))) {
            throw AdcpException.of(
                    "INVALID_REQUEST", prefix + END, "Give an end after the start, in the future.");
        }
        return this;
    }

    /// Puts it into a campaign or a line item.
    void putInto(ObjectNode resource) {
        if (start != null) {
            resource.put("startAt", start.toString());
        }
        resource.put("endAt", end.toString());
    }
}
