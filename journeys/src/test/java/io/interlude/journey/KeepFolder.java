package io.interlude.journey;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes the content of a data folder that is kept for the tests of later releases, in a running
/// product, and writes down what must be the same after any upgrade. `kept/make.sh` calls it.
final class KeepFolder {
    private KeepFolder() {}

    /// Fills the product and writes the file.
    ///
    /// @param arguments the product's URL, its operator token, the commit that it was built from,
    ///   and the file to write
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Instant madeAt = Instant.now();
        KeptOrg.Kept made = KeptOrg.make(URI.create(arguments[0]), arguments[1]);
        KeptOrg org = made.org();
        Report.await(org.management(), "groupBy=lineItem&metrics=fetches", KeepFolder::isWhole);
        // The reach of what was corrected follows last.
        Report.await(
                org.management(),
                "groupBy=lineItem&lineItem=corrected&metrics=fetches,reach",
                List::isEmpty);

        ObjectNode kept = Api.JSON.createObjectNode();
        Instant from = madeAt.truncatedTo(ChronoUnit.DAYS);
        Instant to = from.plus(Duration.ofDays(2));
        kept.put("commit", arguments[2]);
        kept.put("from", from.toString());
        kept.put("to", to.toString());
        kept.put("managementKey", org.management().key());
        kept.put("fetchKey", org.publisher().key());
        kept.put("click", URI.create(made.clickUrl()).getPath());
        kept.set("observed", org.observe(from.toString(), to.toString()));
        Files.writeString(Path.of(arguments[3]), kept.toPrettyString() + "\n");
    }

    private static boolean isWhole(List<JsonNode> rows) {
        return rows.stream().mapToLong(row -> row.path("fetches").asLong()).sum() == 26;
    }
}
