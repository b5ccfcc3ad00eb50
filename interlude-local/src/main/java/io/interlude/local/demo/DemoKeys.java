package io.interlude.local.demo;

import io.interlude.local.secret.PrivateFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The demo's keys, which a local product keeps in its data folder so that it can show them at each
/// start and `./interlude demo` finds them. Only the demo org's: every other key is stored as its
/// hash alone.
///
/// @param publisherTag for the example page; null in a folder from before there was one
public record DemoKeys(
        URI url, String managementKey, List<Entry> applications, @Nullable String publisherTag) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String FILE = "demo-keys.json";

    public DemoKeys {
        applications = List.copyOf(applications);
    }

    /// A demo application's fetch key and ad units.
    public record Entry(String applicationId, String key, List<String> adUnitCodes) {
        public Entry {
            adUnitCodes = List.copyOf(adUnitCodes);
        }
    }

    /// The keys that the data folder holds.
    ///
    /// @param otherwise the option that a person can give without them
    /// @throws IllegalArgumentException with a sentence that says what to change
    public static DemoKeys require(Path dataFolder, String otherwise) throws IOException {
        return read(dataFolder)
                .filter(keys -> !keys.applications().isEmpty())
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "No demo keys in the folder %s: start the product with ./interlude up, or give %s."
                                        .formatted(dataFolder, otherwise)));
    }

    /// The keys that the data folder holds, if it does.
    public static Optional<DemoKeys> read(Path dataFolder) throws IOException {
        Path file = dataFolder.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode json = JSON.readTree(Files.readString(file));
            List<Entry> entries = new ArrayList<>();
            for (JsonNode entry : json.path("applications")) {
                List<String> codes = new ArrayList<>();
                entry.path("adUnits").forEach(code -> codes.add(code.asString()));
                entries.add(
                        new Entry(
                                entry.path("id").asString(), entry.path("key").asString(), codes));
            }
            URI url = URI.create(json.path("url").asString());
            return Optional.of(
                    new DemoKeys(
                            url,
                            json.path("managementKey").asString(),
                            entries,
                            json.path("publisherTag").asString(null)));
        } catch (JacksonException e) {
            throw new IOException("The file " + file + " is not what the product wrote.", e);
        }
    }

    /// Writes the keys for the owner's eyes only.
    public void write(Path dataFolder) throws IOException {
        ObjectNode json = JSON.createObjectNode();
        json.put("url", url.toString()).put("managementKey", managementKey);
        var list = json.putArray("applications");
        for (Entry entry : applications) {
            ObjectNode object =
                    list.addObject().put("id", entry.applicationId()).put("key", entry.key());
            entry.adUnitCodes().forEach(object.putArray("adUnits")::add);
        }
        if (publisherTag != null) {
            json.put("publisherTag", publisherTag);
        }
        PrivateFile.write(
                dataFolder.resolve(FILE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n");
    }

    @Override
    public String toString() {
        return "DemoKeys[" + applications.size() + " applications]";
    }
}
