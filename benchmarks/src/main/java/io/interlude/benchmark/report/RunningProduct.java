package io.interlude.benchmark.report;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.local.options.CommandLines;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/// Where the product under measurement is.
///
/// @param dataFolder its data folder, which has the operator token
record RunningProduct(URI url, Path dataFolder, String brokers) {
    static RunningProduct parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new RunningProduct(given.url, given.data, given.brokers);
    }

    /// A new org with a few line items.
    BenchOrg.Made makeOrg() throws IOException, InterruptedException {
        return BenchOrg.make(
                url, Files.readString(dataFolder.resolve("operator-token")).strip(), 10, false);
    }

    String authorization(String key) {
        return "Authorization: Bearer " + key + "\r\n";
    }

    private static final class Given {
        @Option(names = "--url")
        private URI url = URI.create("http://127.0.0.1:8080");

        @Option(names = "--data")
        private Path data = Path.of("data");

        @Option(names = "--brokers")
        private String brokers = "127.0.0.1:19092";
    }
}
