package io.interlude.local.export;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `./interlude export`.
///
/// @param folder to write to
/// @param since start of the first hour; null to go on with a folder
/// @param until hours begin before it; null for all that are sealed
/// @param product to ask
record ExportOptions(
        Path folder, @Nullable Instant since, @Nullable Instant until, AskedProduct product) {
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
        return new ExportOptions(folder, given.since, given.until, given.product.in(environment));
    }

    private static void requireFullHour(String option, @Nullable Instant time) {
        if (time != null && !time.equals(time.truncatedTo(ChronoUnit.HOURS))) {
            throw new IllegalArgumentException(
                    option + " must be the start of an hour such as 2026-01-31T09:00:00Z.");
        }
    }

    private static final class Given {
        @Option(names = "--to")
        private @Nullable Path folder;

        @Option(names = "--since")
        private @Nullable Instant since;

        @Option(names = "--until")
        private @Nullable Instant until;

        @Mixin private final AskedProduct.Given product = new AskedProduct.Given();
    }
}
