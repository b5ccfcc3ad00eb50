package io.interlude.local.export;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `./interlude export` was asked to do.
///
/// @param folder to write to
/// @param since start of the first hour; null to go on with a folder
/// @param until hours begin before it; null for all that are sealed
/// @param url base URL of the product; null for the local one
/// @param key management or read key; null for the local demo's management key
/// @param dataFolder where a local product keeps the demo's keys
record ExportOptions(
        Path folder,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable URI url,
        @Nullable String key,
        Path dataFolder) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static ExportOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        Path folder = given.folder;
        if (folder == null || folder.toString().isEmpty()) {
            throw new IllegalArgumentException("Give --to: see ./interlude help.");
        }
        requireFullHour("--since", given.since);
        requireFullHour("--until", given.until);
        if (given.since != null && given.until != null && !given.since.isBefore(given.until)) {
            throw new IllegalArgumentException("--until must be later than --since.");
        }
        return new ExportOptions(
                folder,
                given.since,
                given.until,
                given.url,
                given.key,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    private static void requireFullHour(String option, @Nullable Instant time) {
        if (time != null && !time.equals(time.truncatedTo(ChronoUnit.HOURS))) {
            throw new IllegalArgumentException(
                    option + " must be the start of an hour such as 2026-01-31T09:00:00Z.");
        }
    }

    @Override
    public String toString() {
        return "ExportOptions[folder=" + folder + ", url=" + url + ']';
    }

    private static final class Given {
        @Option(names = "--to")
        private @Nullable Path folder;

        @Option(names = "--since")
        private @Nullable Instant since;

        @Option(names = "--until")
        private @Nullable Instant until;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;
    }
}
