package io.interlude.local.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.interlude.local.secret.PrivateFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The demo's keys, which a local product keeps in its data folder so that it can show them at each
/// start and `./interlude demo` finds them. Only the demo org's: every other key is stored as its
/// hash alone.
///
/// @param publisherTag for the example page; null in a folder from before there was one
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DemoKeys(
        URI url, String managementKey, List<Entry> applications, @Nullable String publisherTag) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String FILE = "demo-keys.json";

    public DemoKeys {
        applications = List.copyOf(applications);
    }

    /// A demo application's fetch key and ad units.
    public record Entry(
            @JsonProperty("id") String applicationId,
            String key,
            @JsonProperty("adUnits") List<String> adUnitCodes) {
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
            return Optional.of(JSON.readValue(Files.readString(file), DemoKeys.class));
        } catch (JacksonException e) {
            throw new IOException("The file " + file + " is not what the product wrote.", e);
        }
    }

    /// Writes the keys for the owner's eyes only.
    public void write(Path dataFolder) throws IOException {
        PrivateFile.write(
                dataFolder.resolve(FILE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }

    @Override
    public String toString() {
        return "DemoKeys[" + applications.size() + " applications]";
    }
}
