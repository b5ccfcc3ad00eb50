package io.interlude.schema.released;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.schema.CountedEvent;
import io.interlude.schema.FetchState;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.client.PortableSchema;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import tools.jackson.databind.json.JsonMapper;

/// The schemas of one released version, kept under `src/test/resources/released/`, each file
/// complete in itself.
///
/// @param version folder of the release
/// @param schema one record type of it
record Release(String version, Schema schema) {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path FOLDER = Path.of("src", "test", "resources", "released");

    @Override
    public String toString() {
        return version + " " + schema.getName();
    }

    /// The record types as they are now: of every topic, and of the aggregator's own stores but for
    /// sketches, whose bytes are none of Avro's.
    static List<Schema> recordTypes() {
        return Stream.concat(
                        Topics.all().stream().map(Topic::valueType),
                        Stream.of(CountedEvent.class, FetchState.class, SubscriberFrequency.class))
                .map(type -> SpecificData.get().getSchema(type))
                .map(PortableSchema::text)
                .map(text -> new Schema.Parser().parse(text))
                .toList();
    }

    /// Every record type of every released version.
    static List<Release> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".avsc"))
                    .sorted()
                    .map(Release::read)
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Keeps the present schemas as this version.
    static void write(String version) {
        try {
            Path folder = Files.createDirectories(FOLDER.resolve(version));
            for (Schema schema : recordTypes()) {
                Path file = folder.resolve(schema.getName() + ".avsc");
                Files.writeString(
                        file, JSON.readTree(schema.toString()).toPrettyString() + "\n", UTF_8);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Release read(Path file) {
        try {
            Schema schema = new Schema.Parser().parse(Files.readString(file, UTF_8));
            return new Release(file.getName(file.getNameCount() - 2).toString(), schema);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
