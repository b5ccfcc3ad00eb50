package io.interlude.local.sms;

import io.interlude.local.options.AskedProduct;
import io.interlude.local.options.CommandLines;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `./interlude sms`.
///
/// @param flow file of a flow to play without a product; null to fetch one
/// @param adUnit ad unit to ask for; null for the key's default
/// @param subscriber the subscriber of the fetch; null for none in particular
/// @param product to ask
record SmsOptions(
        @Nullable Path flow,
        @Nullable String adUnit,
        @Nullable String subscriber,
        AskedProduct product) {
    /// Reads the command line.
    ///
    /// @throws IllegalArgumentException with a sentence that says what to change
    static SmsOptions parse(List<String> arguments, Map<String, String> environment) {
        Given given = CommandLines.read(arguments, new Given(), CommandLines.LAUNCHER);
        return new SmsOptions(
                given.flow, given.adUnit, given.subscriber, given.product.in(environment));
    }

    @Override
    public String toString() {
        return "SmsOptions[flow=" + flow + ", adUnit=" + adUnit + ", product=" + product + ']';
    }

    private static final class Given {
        @Option(names = "--flow")
        private @Nullable Path flow;

        @Mixin private final AskedProduct.Given product = new AskedProduct.Given();

        @Option(names = "--ad-unit")
        private @Nullable String adUnit;

        @Option(names = "--subscriber")
        private @Nullable String subscriber;
    }
}
