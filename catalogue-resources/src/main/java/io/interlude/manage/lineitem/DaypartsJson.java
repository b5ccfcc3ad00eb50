package io.interlude.manage.lineitem;

import static io.interlude.domain.flight.Daypart.MINUTES_PER_DAY;

import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.Daypart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `dayparts`: `[{"days": ["mon"], "from": "08:00", "to": "20:00"}]`. `to` is exclusive and may be
/// `24:00`; no days means every day.
final class DaypartsJson {
    private static final String DAYPARTS = "dayparts";
    private static final String DAYS = "days";
    private static final String FROM = "from";
    private static final String TO = "to";

    private static final int MOST_DAYPARTS = 50;
    private static final int MINUTES_PER_HOUR = 60;
    private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)");
    private static final String MIDNIGHT = "24:00";
    private static final List<String> WEEK =
            List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
    private static final Choices<String> DAY_NAMES = Choices.of(dayNames());

    private DaypartsJson() {}

    private static Map<String, String> dayNames() {
        Map<String, String> names = new LinkedHashMap<>();
        WEEK.forEach(day -> names.put(day, day));
        return names;
    }

    static List<Daypart> read(Fields fields) {
        return fields.objects(DAYPARTS, MOST_DAYPARTS).stream().map(DaypartsJson::daypart).toList();
    }

    private static Daypart daypart(Fields fields) {
        fields.require(FROM);
        fields.require(TO);
        Integer from = minute(fields, FROM);
        Integer to = minute(fields, TO);
        if (from != null && to != null && from >= to) {
            fields.broken(
                    TO,
                    "order",
                    "Give a to that is later than from; midnight is " + MIDNIGHT + ".");
        }
        return new Daypart(
                days(fields), from == null ? 0 : from, to == null ? MINUTES_PER_DAY : to);
    }

    private static List<String> days(Fields fields) {
        List<String> days = fields.choices(DAYS, DAY_NAMES);
        return days.isEmpty() ? WEEK : WEEK.stream().filter(days::contains).toList();
    }

    private static @Nullable Integer minute(Fields fields, String name) {
        JsonNode time = fields.value(name);
        if (time == null) {
            return null;
        }
        if (!time.isString()) {
            fields.violations().wrongType(fields.pathOf(name), "a time such as \"08:00\"");
            return null;
        }
        if (time.stringValue().equals(MIDNIGHT)) {
            return MINUTES_PER_DAY;
        }
        Matcher clock = TIME.matcher(time.stringValue());
        if (clock.matches()) {
            return Integer.parseInt(clock.group(1)) * MINUTES_PER_HOUR
                    + Integer.parseInt(clock.group(2));
        }
        fields.broken(name, "time", "Give a time from 00:00 to " + MIDNIGHT + ".");
        return null;
    }

    static void write(ObjectNode json, List<Daypart> dayparts) {
        ArrayNode array = json.putArray(DAYPARTS);
        for (Daypart daypart : dayparts) {
            ObjectNode one = array.addObject();
            ArrayNode days = one.putArray(DAYS);
            daypart.getDays().forEach(days::add);
            one.put(FROM, time(daypart.getFromMinute())).put(TO, time(daypart.getToMinute()));
        }
    }

    private static String time(int minute) {
        return String.format(
                Locale.ROOT, "%02d:%02d", minute / MINUTES_PER_HOUR, minute % MINUTES_PER_HOUR);
    }
}
