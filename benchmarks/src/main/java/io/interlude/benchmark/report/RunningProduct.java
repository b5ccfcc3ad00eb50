package io.interlude.benchmark.report;

import io.interlude.benchmark.load.BenchOrg;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the product under measurement is.
///
/// @param dataFolder its data folder, which has the operator token
record RunningProduct(URI url, Path dataFolder, String brokers) {
    static RunningProduct parse(String... arguments) {
        URI url = URI.create("http://127.0.0.1:8080");
        Path dataFolder = Path.of("data");
        String brokers = "127.0.0.1:19092";
        for (int index = 0; index + 1 < arguments.length; index += 2) {
            String value = arguments[index + 1];
            switch (arguments[index]) {
                case "--url" -> url = URI.create(value);
                case "--data" -> dataFolder = Path.of(value);
                case "--brokers" -> brokers = value;
                default ->
                        throw new IllegalArgumentException(
                                "Unknown option " + arguments[index] + ".");
            }
        }
        return new RunningProduct(url, dataFolder, brokers);
    }

    /// A new org with a few line items.
    BenchOrg.Made makeOrg() throws IOException, InterruptedException {
        return BenchOrg.make(
                url, Files.readString(dataFolder.resolve("operator-token")).strip(), 10, false);
    }

    String authorization(String key) {
        return "Authorization: Bearer " + key + "\r\n";
    }
}
