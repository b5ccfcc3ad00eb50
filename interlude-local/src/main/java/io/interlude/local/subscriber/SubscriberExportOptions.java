package io.interlude.local.subscriber;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `./interlude export-subscriber` was asked to do.
///
/// @param subscriber the id that the application sends
/// @param output file to write; null for standard output
/// @param url base URL of the product; null for the local one
/// @param key management key; null for the local demo's
/// @param dataFolder where a local product keeps the demo's keys
record SubscriberExportOptions(
        String subscriber,
        @Nullable Path output,
        @Nullable URI url,
        @Nullable String key,
        Path dataFolder) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static SubscriberExportOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        String subscriber = given.subscriber;
        if (subscriber == null || subscriber.isEmpty()) {
            throw new IllegalArgumentException("Give --subscriber: see ./interlude help.");
        }
        return new SubscriberExportOptions(
                subscriber,
                given.output,
                given.url,
                given.key,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    @Override
    public String toString() {
        return "SubscriberExportOptions[output=" + output + ", url=" + url + ']';
    }

    private static final class Given {
        @Option(names = "--subscriber")
        private @Nullable String subscriber;

        @Option(names = "--output")
        private @Nullable Path output;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;
    }
}
