package io.interlude.benchmark.reportspeed;

import io.interlude.benchmark.load.BenchOrg;
import io.interlude.local.options.CommandLines;
import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.client.SchemaRegistryClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// The address and the data of the product under measurement.
///
/// @param dataFolder its data folder, which has the operator token
/// @param refolded events that a version of attribution counts anew meanwhile; 0 for none
/// @param noFills that a report is of
record RunningProduct(URI url, Path dataFolder, String brokers, int refolded, int noFills) {
    static RunningProduct parse(String... arguments) {
        Given given = CommandLines.read(List.of(arguments), new Given(), CommandLines.BENCHMARKS);
        return new RunningProduct(
                given.url, given.data, given.brokers, given.refolded, given.noFills);
    }

    /// A new org with a few line items.
    BenchOrg.Made makeOrg() throws IOException, InterruptedException {
        return BenchOrg.make(url, operatorToken(), 10, false);
    }

    /// A new org with this catalogue, whose application is `app`.
    BenchOrg.Made makeOrg(ObjectNode catalogue) throws IOException, InterruptedException {
        return BenchOrg.make(url, operatorToken(), catalogue);
    }

    private String operatorToken() throws IOException {
        return Files.readString(dataFolder.resolve("operator-token")).strip();
    }

    /// Its schema registry, which lets only the operator register schemas.
    SchemaRegistryClient registry() throws IOException {
        String address =
                "http://operator:%s@%s/registry".formatted(operatorToken(), url.getAuthority());
        return new HttpSchemaRegistryClient(HttpRegistryConfig.at(address));
    }

    String authorization(String key) {
        return "Authorization: Bearer " + key + "\r\n";
    }

    private static final class Given {
        @Option(names = "--url")
        private URI url = URI.create("http://127.0.0.1:8080");

        @Option(names = "--data")
        private Path data = Path.of("data");

        @Option(names = "--refold")
        private int refolded = 0;

        @Option(names = "--no-fills")
        private int noFills = 10_000_000;

        @Option(names = "--brokers")
        private String brokers = "127.0.0.1:19092";
    }
}
