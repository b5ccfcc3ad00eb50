package io.interlude.schema.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.client.PortableSchema;
import io.interlude.schema.registry.schema.SchemaText;
import io.interlude.schema.topic.SubjectProvisioner;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificData;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What no operator can make the registry do: forget the product's own subjects, or grow without
/// bound.
class RegistryBoundsTest {
    private static final SchemaText STRING = SchemaText.of("\"string\"");

    private final SchemaRegistry registry =
            SchemaRegistry.load(
                    new InMemorySchemaJournal(),
                    Topics.all().stream().map(Topic::subject).collect(Collectors.toSet()));

    private Map<String, Integer> provision() {
        return new SubjectProvisioner(new InProcessSchemaRegistryClient(registry)).provision();
    }

    private static void assertRefused(RegistryError error, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RegistryException.class,
                        refused -> assertThat(refused.error()).isEqualTo(error));
    }

    @Test
    void subjectsOfTheProductKeepTheirVersionsAndSettings() {
        Map<String, Integer> before = provision();
        String own = Topics.KEYS.subject();

        for (ThrowingCallable call :
                new ThrowingCallable[] {
                    () -> registry.deleteSubject(own, false),
                    () -> registry.deleteSubject(own, true),
                    () -> registry.deleteVersion(own, VersionSpec.LATEST, false),
                    () -> registry.setCompatibility(own, CompatibilityLevel.NONE),
                    () -> registry.clearCompatibility(own),
                    () -> registry.setMode(own, RegistryMode.IMPORT, true),
                    () -> registry.clearMode(own)
                }) {
            assertRefused(RegistryError.OPERATION_NOT_PERMITTED, call);
        }
        registry.setMode(RegistryMode.READONLY_OVERRIDE, true);

        assertThat(provision()).isEqualTo(before);
        assertThat(registry.compatibility(own)).contains(CompatibilityLevel.FULL_TRANSITIVE);
        assertRefused(
                RegistryError.OPERATION_NOT_PERMITTED, () -> registry.register("other", STRING));
    }

    @Test
    void aSubjectThatIsMissingIsMadeAgainWithItsId() {
        SchemaRegistry unguarded = SchemaRegistry.load(new InMemorySchemaJournal());
        SubjectProvisioner provisioner =
                new SubjectProvisioner(new InProcessSchemaRegistryClient(unguarded));
        Map<String, Integer> before = provisioner.provision();
        unguarded.deleteSubject(Topics.KEYS.subject(), false);

        assertThat(provisioner.provision()).isEqualTo(before);
    }

    @Test
    void everySchemaOfTheProductIsWellWithinTheBounds() {
        provision();
        for (Topic<?> topic : Topics.all()) {
            String text = PortableSchema.text(SpecificData.get().getSchema(topic.valueType()));
            assertThat(text.length()).isLessThan(RegistryBounds.SCHEMA_CHARACTERS / 2);
        }
    }

    @Test
    void takesOnlySoManySubjectsAndSettings() {
        for (int i = 0; i < RegistryBounds.SUBJECTS; i++) {
            registry.setCompatibility("s" + i, CompatibilityLevel.NONE);
        }

        assertRefused(
                RegistryError.OPERATION_NOT_PERMITTED, () -> registry.register("one-more", STRING));
        assertRefused(
                RegistryError.OPERATION_NOT_PERMITTED,
                () -> registry.setMode("one-more", RegistryMode.READONLY, false));
        assertThat(registry.register("s7", STRING).version()).isOne();
        assertThat(provision()).hasSize(Topics.all().size());
    }

    @Test
    void takesOnlySoManyVersionsAndCharacters() {
        registry.setCompatibility(CompatibilityLevel.NONE);
        for (int i = 0; i < RegistryBounds.VERSIONS; i++) {
            registry.register("s", record(i, ""));
        }
        assertRefused(
                RegistryError.OPERATION_NOT_PERMITTED,
                () -> registry.register("s", record(RegistryBounds.VERSIONS, "")));

        String large = "x".repeat(RegistryBounds.SCHEMA_CHARACTERS - 1_000);
        int most = (int) (RegistryBounds.ALL_CHARACTERS / large.length());
        assertRefused(
                RegistryError.OPERATION_NOT_PERMITTED,
                () -> {
                    for (int i = 0; i <= most; i++) {
                        registry.register("large" + i, record(i, large));
                    }
                });
        assertRefused(
                RegistryError.INVALID_SCHEMA,
                () ->
                        registry.register(
                                "larger", record(0, "x".repeat(RegistryBounds.SCHEMA_CHARACTERS))));
        assertThat(provision()).hasSize(Topics.all().size());
    }

    @Test
    void checksDefaultsThatNameEachOtherInOneStep() {
        registry.register("s", SchemaText.of(nested(10, ",\"default\":{}", "")));

        assertRefused(
                RegistryError.INVALID_SCHEMA,
                () -> registry.register("t", SchemaText.of(nested(40, ",\"default\":{}", ""))));
    }

    @Test
    void checksADefaultOfManyTypesOnlySoLong() {
        String value = "{\"x\":".repeat(60) + "1" + "}".repeat(60);
        String schema =
                """
                {"type": "record", "name": "Top", "fields": [{"name": "f", "default": %s, "type":
                  {"type": "record", "name": "A", "fields": [{"name": "x", "type": [
                    {"type": "record", "name": "B", "fields": [{"name": "x", "type": ["A", "B"]}]},
                    "A"]}]}}]}
                """
                        .formatted(value);

        assertRefused(
                RegistryError.INVALID_SCHEMA, () -> registry.register("s", SchemaText.of(schema)));
    }

    @Test
    void comparesOnlySchemasWithSoManyFieldsAndClearAliases() {
        registry.register("s", SchemaText.of(nested(3, "", "")));
        SchemaText claimed = SchemaText.of(nested(3, "", ",\"aliases\":[\"a\"]"));

        assertRefused(RegistryError.INVALID_SCHEMA, () -> registry.violations("s", claimed));
        assertRefused(
                RegistryError.INVALID_SCHEMA,
                () -> registry.violations("s", SchemaText.of(nested(40, "", ""))));
    }

    @Test
    void tellsOnlySoManyObjections() {
        registry.register("s", SchemaText.of(nested(9, "", "")));
        String retyped =
                nested(9, "", "").replace("\"int\",\"default\":1", "\"string\",\"default\":\"x\"");

        assertThat(registry.violations("s", SchemaText.of(retyped)))
                .hasSize(RegistryBounds.VIOLATIONS);
    }

    @Test
    void readsCommentsAndCountsTheLevelsBehindThem() {
        assertThat(registry.register("s", SchemaText.of("/* \" */ \"string\"")).id()).isOne();

        assertRefused(
                RegistryError.INVALID_SCHEMA,
                () ->
                        registry.register(
                                "s",
                                SchemaText.of(
                                        "/* \" */"
                                                + "{\"type\":".repeat(300)
                                                + "\"int\""
                                                + "}".repeat(300))));
    }

    /// Records in each other, each of which names the one within it twice.
    private static String nested(int depth, String both, String second) {
        String schema =
                "{\"type\":\"record\",\"name\":\"R0\",\"fields\":[{\"name\":\"x\",\"type\":\"int\",\"default\":1}]}";
        for (int i = 1; i <= depth; i++) {
            schema =
                    "{\"type\":\"record\",\"name\":\"R%d\",\"fields\":[{\"name\":\"a\",\"type\":%s%s},{\"name\":\"b\",\"type\":\"R%d\"%s%s}]}"
                            .formatted(i, schema, both, i - 1, both, second);
        }
        return schema;
    }

    private static SchemaText record(int number, String doc) {
        return SchemaText.of(
                "{\"type\":\"record\",\"name\":\"R%d\",\"doc\":\"%s\",\"fields\":[]}"
                        .formatted(number, doc));
    }
}
