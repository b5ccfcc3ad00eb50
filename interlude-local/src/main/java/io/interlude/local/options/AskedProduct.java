package io.interlude.local.options;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The running product that a command was told to ask. Prints no key.
///
/// @param url its base URL; null for the local one
/// @param key the key to send; null for one of the local demo's
/// @param dataFolder where a local product keeps the demo's keys
public record AskedProduct(@Nullable URI url, @Nullable String key, Path dataFolder) {
    private static final URI LOCAL = URI.create("http://127.0.0.1:8080");

    /// Its base URL, or the local one's.
    public URI urlOrLocal() {
        return Objects.requireNonNullElse(url, LOCAL);
    }

    @Override
    public String toString() {
        return "AskedProduct[url=" + url + ']';
    }

    /// The options that tell it, to be mixed into those of a command.
    public static final class Given {
        @Option(names = "--url")
        private @Nullable URI url;

        @Option(names = "--key")
        private @Nullable String key;

        /// What they say, with the data folder of the environment.
        public AskedProduct in(Map<String, String> environment) {
            return new AskedProduct(
                    url, key, Path.of(environment.getOrDefault("INTERLUDE_DATA", "data")));
        }
    }
}
