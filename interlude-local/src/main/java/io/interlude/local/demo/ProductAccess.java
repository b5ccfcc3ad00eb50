package io.interlude.local.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a command finds a running product, and the key that it sends. Prints no key.
public record ProductAccess(URI url, String key) {
    private static final URI LOCAL = URI.create("http://127.0.0.1:8080");

    /// What a person gave; of what was not given, the local demo's, with its management key.
    ///
    /// @param dataFolder where a local product keeps the demo's keys
    /// @throws IllegalArgumentException with a sentence that says what to change
    public static ProductAccess of(@Nullable URI url, @Nullable String key, Path dataFolder)
            throws IOException {
        if (key != null) {
            return new ProductAccess(Objects.requireNonNullElse(url, LOCAL), key);
        }
        Optional<DemoKeys> keys = DemoKeys.read(dataFolder);
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "No demo keys in the folder %s: start the product with ./interlude up, or give --key."
                            .formatted(dataFolder));
        }
        return new ProductAccess(
                Objects.requireNonNullElse(url, keys.get().url()), keys.get().managementKey());
    }

    @Override
    public String toString() {
        return "ProductAccess[url=" + url + ']';
    }
}
