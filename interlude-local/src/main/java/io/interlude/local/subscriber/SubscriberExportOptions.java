package io.interlude.local.subscriber;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `./interlude export-subscriber`.
///
/// @param subscriber the id that the application sends
/// @param output file to write; null for standard output
/// @param product to ask
record SubscriberExportOptions(String subscriber, @Nullable Path output, AskedProduct product) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static SubscriberExportOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        String subscriber = given.subscriber;
        if (subscriber == null || subscriber.isEmpty()) {
            throw new IllegalArgumentException("Give --subscriber: see ./interlude help.");
        }
        return new SubscriberExportOptions(subscriber, given.output, given.product.in(environment));
    }

    @Override
    public String toString() {
        return "SubscriberExportOptions[output=" + output + ", product=" + product + ']';
    }

    private static final class Given {
        @Option(names = "--subscriber")
        private @Nullable String subscriber;

        @Option(names = "--output")
        private @Nullable Path output;

        @Mixin private final AskedProduct.Given product = new AskedProduct.Given();
    }
}
