package io.interlude.local.audit;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        Map<String, String> range = new LinkedHashMap<>();
        put(range, "from", given.from);
        put(range, "to", given.to);
        put(range, "asOf", given.asOf);
        return new AuditOptions(
                range,
                given.url,
                given.key,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    private static void put(Map<String, String> range, String field, @Nullable Instant value) {
        if (value != null) {
            range.put(field, value.toString());
        }
    }

    @Override
    public String toString() {
        return "AuditOptions[range=" + range + ", url=" + url + ']';
    }

    private static final class Given {
        @Option(names = "--from")
        private @Nullable Instant from;

        @Option(names = "--to")
        private @Nullable Instant to;

        @Option(names = "--as-of")
        private @Nullable Instant asOf;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;
    }
}
