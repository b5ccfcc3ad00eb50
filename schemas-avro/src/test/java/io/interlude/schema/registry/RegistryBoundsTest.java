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

    private static SchemaText record(int number, String doc) {
        return SchemaText.of(
                "{\"type\":\"record\",\"name\":\"R%d\",\"doc\":\"%s\",\"fields\":[]}"
                        .formatted(number, doc));
    }
}
