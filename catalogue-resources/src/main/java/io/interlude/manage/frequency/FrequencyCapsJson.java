package io.interlude.manage.frequency;

import static io.interlude.domain.frequency.FrequencyCap.LARGEST_MAX;

import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CapScope;
import io.interlude.schema.FrequencyCap;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `frequencyCaps`: `[{"max": 3, "per": "PT24H", "scope": "lineItem"}]`, where `per` is an ISO-8601
/// duration of fixed length (weeks, days and less) or `lifetime`.
public final class FrequencyCapsJson {
    private static final String FREQUENCY_CAPS = "frequencyCaps";
    private static final String MAX = "max";
    private static final String PER = "per";
    private static final String SCOPE = "scope";
    private static final String LIFETIME = "lifetime";

    private static final int MOST_CAPS = 16;
    private static final Duration LONGEST_WINDOW = Duration.ofDays(3_660);
    private static final Pattern WEEKS = Pattern.compile("P(\\d{1,3})W");

    private FrequencyCapsJson() {}

    /// Reads the caps; a cap without a scope has `ownScope`.
    public static List<FrequencyCap> read(
            Fields fields, CapScope ownScope, Choices<CapScope> scopes) {
        return fields.objects(FREQUENCY_CAPS, MOST_CAPS).stream()
                .map(cap -> cap(cap, ownScope, scopes))
                .toList();
    }

    private static FrequencyCap cap(Fields fields, CapScope ownScope, Choices<CapScope> scopes) {
        fields.require(MAX);
        fields.require(PER);
        return new FrequencyCap(
                fields.integer(MAX, 1, LARGEST_MAX, 1),
                perMillis(fields),
                fields.choice(SCOPE, scopes, ownScope));
    }

    private static @Nullable Long perMillis(Fields fields) {
        JsonNode per = fields.value(PER);
        if (per != null && !per.isString()) {
            fields.violations().wrongType(fields.pathOf(PER), "a string");
            return null;
        }
        if (per == null || per.stringValue().equals(LIFETIME)) {
            return null;
        }
        Long millis = millis(per.stringValue());
        if (millis == null) {
            fields.broken(PER, "duration", "Give an ISO-8601 duration such as PT24H, or lifetime.");
        }
        return millis;
    }

    private static @Nullable Long millis(String text) {
        try {
            Matcher weeks = WEEKS.matcher(text);
            Duration window =
                    weeks.matches()
                            ? Duration.ofDays(7L * Integer.parseInt(weeks.group(1)))
                            : Duration.parse(text);
            boolean usable =
                    window.compareTo(LONGEST_WINDOW) <= 0
                            && window.compareTo(Duration.ofMillis(1)) >= 0;
            return usable ? window.toMillis() : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    public static void write(ObjectNode json, List<FrequencyCap> caps) {
        ArrayNode array = json.putArray(FREQUENCY_CAPS);
        for (FrequencyCap cap : caps) {
            array.addObject()
                    .put(MAX, cap.getMax())
                    .put(PER, per(cap.getPerMillis()))
                    .put(SCOPE, Choices.nameOf(cap.getScope()));
        }
    }

    private static String per(@Nullable Long millis) {
        return millis == null ? LIFETIME : Duration.ofMillis(millis).toString();
    }
}
