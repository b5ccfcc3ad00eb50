package io.interlude.local.demo;

import io.interlude.local.options.AskedProduct;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;

/// The address of a running product, and the key that a command sends to it. Prints no key.
public record ProductAccess(URI url, String key) {
    /// What a person gave; of what was not given, the local demo's, with its management key.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    public static ProductAccess of(AskedProduct asked) throws IOException {
        String key = asked.key();
        if (key != null) {
            return new ProductAccess(asked.urlOrLocal(), key);
        }
        DemoKeys keys = DemoKeys.require(asked.dataFolder(), "--key");
        return new ProductAccess(
                Objects.requireNonNullElse(asked.url(), keys.url()), keys.managementKey());
    }

    @Override
    public String toString() {
        return "ProductAccess[url=" + url + ']';
    }
}
