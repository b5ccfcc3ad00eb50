package io.interlude.local.audit;

import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `./interlude audit` was asked to do.
///
/// @param range fields of the request: `from`, `to` and `asOf`, as far as they were given
/// @param url base URL of the product; null for the local one
/// @param key management or read key; null for the local demo's management key
/// @param dataFolder where a local product keeps the demo's keys
record AuditOptions(
        Map<String, String> range, @Nullable URI url, @Nullable String key, Path dataFolder) {
    AuditOptions {
        range = Map.copyOf(range);
    }

    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static AuditOptions parse(List<String> arguments, Map<String, String> environment) {
        Deque<String> rest = new ArrayDeque<>(arguments);
        Map<String, String> range = new LinkedHashMap<>();
        @Nullable URI url = null;
        @Nullable String key = null;
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            switch (option) {
                case "--from" -> range.put("from", instant(option, rest));
                case "--to" -> range.put("to", instant(option, rest));
                case "--as-of" -> range.put("asOf", instant(option, rest));
                case "--url" -> url = URI.create(value(option, rest));
                case "--key" -> key = value(option, rest);
                default ->
                        throw new IllegalArgumentException(
                                "Unknown option " + option + ": see ./interlude help.");
            }
        }
        return new AuditOptions(
                range, url, key, Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    private static String instant(String option, Deque<String> rest) {
        String text = value(option, rest);
        try {
            return OffsetDateTime.parse(text).toInstant().toString();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "Option " + option + " takes an instant such as 2026-01-31T09:30:00Z.", e);
        }
    }

    private static String value(String option, Deque<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException("Option " + option + " needs a value.");
        }
        return rest.removeFirst();
    }

    @Override
    public String toString() {
        return "AuditOptions[range=" + range + ", url=" + url + ']';
    }
}
