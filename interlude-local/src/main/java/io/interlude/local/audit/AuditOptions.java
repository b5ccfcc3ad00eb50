package io.interlude.local.audit;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.options.CommandLines;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `./interlude audit`.
///
/// @param range fields of the request: `from`, `to` and `asOf`, as far as they were given
/// @param product to ask
record AuditOptions(Map<String, String> range, AskedProduct product) {
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
        return new AuditOptions(range, given.product.in(environment));
    }

    private static void put(Map<String, String> range, String field, @Nullable Instant value) {
        if (value != null) {
            range.put(field, value.toString());
        }
    }

    private static final class Given {
        @Option(names = "--from")
        private @Nullable Instant from;

        @Option(names = "--to")
        private @Nullable Instant to;

        @Option(names = "--as-of")
        private @Nullable Instant asOf;

        @Mixin private final AskedProduct.Given product = new AskedProduct.Given();
    }
}
