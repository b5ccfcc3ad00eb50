package io.interlude.manage.settings;

import io.interlude.domain.retention.RetentionDays;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.Retention;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `retention: {events}`: how long the org's journal stays readable, an ISO-8601 duration of whole
/// days.
final class RetentionJson {
    private static final String RETENTION = "retention";
    private static final String EVENTS = "events";
    private static final int MAX_CHARACTERS = 64;
    private static final Pattern DAYS = Pattern.compile("P(\\d{1,5})D");

    private RetentionJson() {}

    /// Null where there is none.
    static @Nullable Retention read(Fields fields) {
        Fields retention = fields.object(RETENTION);
        if (retention == null) {
            return null;
        }
        retention.require(EVENTS);
        return new Retention(days(retention));
    }

    /// What is refused anyway reads as the most.
    private static int days(Fields retention) {
        String text = retention.text(EVENTS, MAX_CHARACTERS);
        if (text == null) {
            return RetentionDays.MOST;
        }
        Matcher matcher = DAYS.matcher(text);
        if (matcher.matches() && RetentionDays.isAllowed(Integer.parseInt(matcher.group(1)))) {
            return Integer.parseInt(matcher.group(1));
        }
        retention.broken(
                EVENTS,
                "duration",
                "Give an ISO-8601 duration of whole days such as P400D, from P%dD to P%dD."
                        .formatted(RetentionDays.LEAST, RetentionDays.MOST));
        return RetentionDays.MOST;
    }

    /// Writes nothing where there is none.
    static void write(@Nullable Retention value, ObjectNode json) {
        if (value != null) {
            json.putObject(RETENTION).put(EVENTS, "P" + value.getEventDays() + "D");
        }
    }
}
