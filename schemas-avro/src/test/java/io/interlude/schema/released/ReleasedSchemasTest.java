package io.interlude.schema.released;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.InMemorySchemaJournal;
import io.interlude.schema.registry.SchemaRegistry;
import io.interlude.schema.registry.schema.SchemaText;
import io.interlude.schema.serde.RandomRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The present schemas against those of every release, both ways. With `-Dschemas.release=1.2.3`
/// the present ones are first kept as that release.
class ReleasedSchemasTest {
    private static final int RECORDS = 20;

    @BeforeAll
    static void keepARelease() {
        String version = System.getProperty("schemas.release");
        if (version != null) {
            Release.write(version);
        }
    }

    static Stream<Release> released() {
        return Release.all().stream();
    }

    @Test
    void thereIsARelease() {
        assertThat(Release.all()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("released")
    void presentSchemaReadsWhatTheReleasedOneWrote(Release release) throws IOException {
        assertReads(present(release), release.schema());
    }

    @ParameterizedTest
    @MethodSource("released")
    void releasedSchemaReadsWhatThePresentOneWrites(Release release) throws IOException {
        assertReads(release.schema(), present(release));
    }

    @ParameterizedTest
    @MethodSource("released")
    void theRegistryAcceptsThePresentSchemaAfterTheReleasedOnes(Release release) {
        // given
        SchemaRegistry registry = SchemaRegistry.load(new InMemorySchemaJournal());
        registry.setCompatibility(CompatibilityLevel.FULL_TRANSITIVE);

        // when
        released()
                .filter(it -> it.schema().getName().equals(release.schema().getName()))
                .forEach(it -> registry.register("s", SchemaText.of(it.schema().toString())));

        // then
        SchemaText present = SchemaText.of(present(release).toString());
        assertThat(registry.violations("s", present)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("released")
    void nothingChangesItsMeaning(Release release) {
        assertThat(SchemaLint.changes(release.schema(), present(release))).isEmpty();
    }

    private static Schema present(Release release) {
        String name = release.schema().getFullName();
        List<Schema> present =
                Release.recordTypes().stream().filter(it -> it.getFullName().equals(name)).toList();
        assertThat(present).as("record type %s, which has been released", name).hasSize(1);
        return present.getFirst();
    }

    private static void assertReads(Schema reader, Schema writer) throws IOException {
        for (long seed = 0; seed < RECORDS; seed++) {
            IndexedRecord written = RandomRecords.generic(seed).record(writer);
            IndexedRecord read = read(reader, writer, write(writer, written));
            for (Schema.Field field : reader.getFields()) {
                Schema.Field before = writer.getField(field.name());
                if (before != null && before.schema().equals(field.schema())) {
                    assertThat(String.valueOf(read.get(field.pos())))
                            .as("%s with seed %d", field.name(), seed)
                            .isEqualTo(String.valueOf(written.get(before.pos())));
                }
            }
        }
    }

    private static byte[] write(Schema schema, IndexedRecord record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<IndexedRecord>(schema).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static IndexedRecord read(Schema reader, Schema writer, byte[] bytes)
            throws IOException {
        return new GenericDatumReader<IndexedRecord>(writer, reader)
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    }
}
