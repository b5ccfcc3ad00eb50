package io.interlude.local.sms;

import io.interlude.local.options.CommandLines;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `./interlude sms` was asked to do.
///
/// @param flow file of a flow to play without a product; null to fetch one
/// @param url base URL of the product; null for the local one
/// @param key fetch key; null for the local demo's
/// @param adUnit ad unit to ask for; null for the key's default
/// @param subscriber whom to ask for; null for nobody in particular
/// @param dataFolder where a local product keeps the demo's keys
record SmsOptions(
        @Nullable Path flow,
        @Nullable URI url,
        @Nullable String key,
        @Nullable String adUnit,
        @Nullable String subscriber,
        Path dataFolder) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static SmsOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        return new SmsOptions(
                given.flow,
                given.url,
                given.key,
                given.adUnit,
                given.subscriber,
                Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
    }

    @Override
    public String toString() {
        return "SmsOptions[flow=" + flow + ", url=" + url + ", adUnit=" + adUnit + ']';
    }

    private static final class Given {
        @Option(names = "--flow")
        private @Nullable Path flow;

        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;

        @Option(names = "--ad-unit")
        private @Nullable String adUnit;

        @Option(names = "--subscriber")
        private @Nullable String subscriber;
    }
}
