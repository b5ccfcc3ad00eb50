package io.interlude.journey;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;

/// Starts today's product on the data folders of earlier releases, which `kept` has with what was
/// in them: an upgrade starts no cap and no budget anew, and changes no number.
class KeptFoldersIT {
    private static final Path KEPT = Path.of("src", "test", "resources", "kept");
    private static final String SUFFIX = ".zip";

    /// With which the folders were made.
    private static final Map<String, String> SETTINGS = Map.of("INTERLUDE_KAFKA_PARTITIONS", "2");

    @TempDir private Path folder;

    /// Each folder as it is, and without the stores, which are then read again from Kafka.
    static List<Arguments> folders() throws IOException {
        return names().stream()
                .flatMap(name -> Stream.of(Arguments.of(name, true), Arguments.of(name, false)))
                .toList();
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(KEPT)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void anUpgradeKeepsCapsBudgetsReportsAndErasures(String name, boolean withStores)
            throws Exception {
        JsonNode kept = Api.JSON.readTree(Files.readString(KEPT.resolve(name + ".json")));
        unpack(KEPT.resolve(name + SUFFIX), folder.resolve("data"));
        if (!withStores) {
            FileSystemUtils.deleteRecursively(folder.resolve("data/streams"));
        }
        try (ProductProcess product = ProductProcess.startOn(folder, SETTINGS)) {
            Api management = Api.of(product.url(), kept.path("managementKey").asString());
            KeptOrg org =
                    new KeptOrg(management, management.withKey(kept.path("fetchKey").asString()));

            Report.await(
                    management,
                    "metrics=fetches&from=%s&to=%s"
                            .formatted(kept.path("from").asString(), kept.path("to").asString()),
                    rows -> !rows.isEmpty());
            JsonNode now = org.observe(kept.path("from").asString(), kept.path("to").asString());
            for (Map.Entry<String, JsonNode> then : kept.path("observed").properties()) {
                assertThat(now.path(then.getKey()).toPrettyString())
                        .as(then.getKey())
                        .isEqualTo(then.getValue().toPrettyString());
            }
            holds(org);
            assertThat(management.call("GET", kept.path("click").asString(), "").statusCode())
                    .isEqualTo(302);

            product.restart();
            isUsedUp(org);
        }
    }

    /// What was left of each cap and budget is there, and no more.
    private static void holds(KeptOrg org) throws IOException, InterruptedException {
        org.serve("capped", "at-its-cap", 204);
        org.serve("capped", "below-its-cap", 200, 204);
        org.serve("capped", "came-back", 204);
        org.serve("capped", "erased", 200, 200, 204);
        org.serve("corrected", "a-bot", 200, 204);
        org.serve("half", "anybody", 200, 200, 204);
        org.serve("spent", "anybody", 204);
        org.serve("turns", "anybody", 200);
    }

    private static void isUsedUp(KeptOrg org) throws IOException, InterruptedException {
        for (String subscriber :
                new String[] {"at-its-cap", "below-its-cap", "came-back", "erased"}) {
            org.serve("capped", subscriber, 204);
        }
        org.serve("corrected", "a-bot", 204);
        org.serve("half", "anybody", 204);
        org.serve("spent", "anybody", 204);
    }

    private static void unpack(Path archive, Path target) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path place = target.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(place);
                } else {
                    Files.createDirectories(requireNonNull(place.getParent()));
                    Files.copy(zip, place);
                }
            }
        }
    }
}
