package io.interlude.schema.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReference;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
    private static final String SUBJECT = "ads.clicks-value";
    private static final SchemaText ONE = record("{\"name\":\"a\",\"type\":\"string\"}");
    private static final SchemaText OPTIONAL_ADDED =
            record(
                    "{\"name\":\"a\",\"type\":\"string\"}",
                    "{\"name\":\"b\",\"type\":\"int\",\"default\":0}");
    private static final SchemaText REQUIRED_ADDED =
            record("{\"name\":\"a\",\"type\":\"string\"}", "{\"name\":\"b\",\"type\":\"int\"}");
    private static final SchemaText OTHER_TYPE = record("{\"name\":\"a\",\"type\":\"int\"}");

    private final InMemorySchemaJournal journal = new InMemorySchemaJournal();
    private final SchemaRegistry registry = SchemaRegistry.load(journal);

    private static SchemaText record(String... fields) {
        return SchemaText.of(
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[%s]}"
                        .formatted(String.join(",", fields)));
    }

    @Nested
    class Register {
        @Test
        void givesVersionsAndIdsFromOne() {
            assertThat(registry.register(SUBJECT, ONE))
                    .isEqualTo(new RegisteredSchema(SUBJECT, 1, 1, ONE, false));
            assertThat(registry.register(SUBJECT, OPTIONAL_ADDED))
                    .isEqualTo(new RegisteredSchema(SUBJECT, 2, 2, OPTIONAL_ADDED, false));
        }

        @Test
        void givesTheSameVersionForTheSameSchemaHoweverItIsSpelt() {
            // given
            registry.register(SUBJECT, ONE);
            SchemaText spaced = SchemaText.of(ONE.json().replace(",", " ,\n ").replace(":", " : "));

            // when
            RegisteredSchema again = registry.register(SUBJECT, spaced);

            // then
            assertThat(again.version()).isEqualTo(1);
            assertThat(journal.entries()).hasSize(1);
        }

        @Test
        void givesOneIdToOneSchemaInAllSubjects() {
            registry.register("other", OTHER_TYPE);
            registry.register(SUBJECT, ONE);
            assertThat(registry.register("third", ONE).id()).isEqualTo(2);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "{",
                    "\"R\"",
                    "{\"type\":\"record\"}",
                    "\"nothing\"",
                    "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"int\",\"default\":\"x\"}]}"
                })
        void refusesWhatIsNoSchema(String text) {
            assertRefused(
                    RegistryError.INVALID_SCHEMA, it -> it.register(SUBJECT, SchemaText.of(text)));
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "a\nb"})
        void refusesABlankSubject(String subject) {
            assertRefused(RegistryError.INVALID_SUBJECT, it -> it.register(subject, ONE));
        }

        @Test
        void understandsTypesOfAnotherSubject() {
            // given
            registry.register("r", ONE);
            SchemaReference reference = new SchemaReference("R", "r", 1);
            SchemaText user =
                    new SchemaText("{\"type\":\"array\", \"items\":\"R\"}", List.of(reference));

            // when
            RegisteredSchema registered = registry.register("rs", user);

            // then
            assertThat(registry.parse(registered.text()).getElementType().getName()).isEqualTo("R");
            assertRefused(RegistryError.REFERENCE_EXISTS, it -> it.deleteSubject("r", false));
            assertThat(SchemaRegistry.load(new InMemorySchemaJournal(journal.entries())).text(2))
                    .isEqualTo(registered.text());
        }

        @Test
        void refusesAReferenceToNothing() {
            SchemaReference reference = new SchemaReference("R", "r", 1);
            assertRefused(
                    RegistryError.INVALID_SCHEMA,
                    it -> it.register("x", new SchemaText("\"R\"", List.of(reference))));
        }
    }

    @Nested
    class Compatibility {
        @ParameterizedTest
        @CsvSource({
            "NONE, true, true, true",
            "BACKWARD, true, false, true",
            "BACKWARD_TRANSITIVE, true, false, true",
            "FORWARD, true, true, false",
            "FORWARD_TRANSITIVE, true, true, false",
            "FULL, true, false, false",
            "FULL_TRANSITIVE, true, false, false",
        })
        void admitsByLevel(
                CompatibilityLevel level,
                boolean optionalAdded,
                boolean requiredAdded,
                boolean requiredRemoved) {
            registry.setCompatibility(SUBJECT, level);
            registry.register(SUBJECT, ONE);
            assertThat(registry.violations(SUBJECT, OPTIONAL_ADDED).isEmpty())
                    .isEqualTo(optionalAdded);
            assertThat(registry.violations(SUBJECT, REQUIRED_ADDED).isEmpty())
                    .isEqualTo(requiredAdded);
            assertThat(registry.violations(SUBJECT, record()).isEmpty()).isEqualTo(requiredRemoved);
        }

        @Test
        void transitiveLevelsLookAtEveryVersion() {
            // given: a, then none, then a with another type, which fits the newest only
            registry.register(SUBJECT, ONE);
            registry.register(SUBJECT, record());

            // then
            SchemaText retyped = record("{\"name\":\"a\",\"type\":\"int\",\"default\":0}");
            registry.setCompatibility(SUBJECT, CompatibilityLevel.BACKWARD);
            assertThat(registry.violations(SUBJECT, retyped)).isEmpty();
            registry.setCompatibility(SUBJECT, CompatibilityLevel.BACKWARD_TRANSITIVE);
            assertThat(registry.violations(SUBJECT, retyped)).isNotEmpty();
        }

        @Test
        void refusesAnIncompatibleSchemaAndWritesNothing() {
            // given
            registry.register(SUBJECT, ONE);

            // then
            assertRefused(
                    RegistryError.INCOMPATIBLE_SCHEMA, it -> it.register(SUBJECT, OTHER_TYPE));
            assertThat(registry.versions(SUBJECT, true)).hasSize(1);
            assertThat(journal.entries()).hasSize(1);
        }

        @Test
        void subjectsFollowTheRegistryUntilTheyHaveTheirOwnLevel() {
            registry.setCompatibility(CompatibilityLevel.NONE);
            registry.register(SUBJECT, ONE);
            assertThat(registry.violations(SUBJECT, OTHER_TYPE)).isEmpty();

            registry.setCompatibility(SUBJECT, CompatibilityLevel.FULL);
            assertThat(registry.violations(SUBJECT, OTHER_TYPE)).isNotEmpty();

            registry.clearCompatibility(SUBJECT);
            assertThat(registry.violations(SUBJECT, OTHER_TYPE)).isEmpty();
            registry.clearCompatibility();
            assertThat(registry.compatibility()).isEqualTo(CompatibilityLevel.BACKWARD);
        }
    }

    @Nested
    class Delete {
        @Test
        void softDeletionHidesVersionsButKeepsTheirIds() {
            // given
            registry.register(SUBJECT, ONE);
            registry.register(SUBJECT, OPTIONAL_ADDED);
            registry.setCompatibility(SUBJECT, CompatibilityLevel.FULL);

            // when
            assertThat(registry.deleteSubject(SUBJECT, false)).containsExactly(1, 2);

            // then
            assertRefused(RegistryError.SUBJECT_NOT_FOUND, it -> it.versions(SUBJECT, false));
            assertRefused(
                    RegistryError.SUBJECT_SOFT_DELETED, it -> it.deleteSubject(SUBJECT, false));
            assertThat(registry.versions(SUBJECT, true)).hasSize(2);
            assertThat(registry.text(1)).isEqualTo(ONE);
            assertThat(registry.compatibility(SUBJECT)).isEmpty();
        }

        @Test
        void aSchemaThatComesBackGetsItsIdInANewVersion() {
            // given
            registry.register(SUBJECT, ONE);
            registry.deleteVersion(SUBJECT, new VersionSpec(1), false);

            // when
            RegisteredSchema again = registry.register(SUBJECT, ONE);

            // then
            assertThat(again.version()).isEqualTo(2);
            assertThat(again.id()).isEqualTo(1);
        }

        @Test
        void permanentDeletionComesAfterTheSoftOne() {
            // given
            registry.register(SUBJECT, ONE);

            // then
            assertRefused(
                    RegistryError.VERSION_NOT_SOFT_DELETED,
                    it -> it.deleteVersion(SUBJECT, VersionSpec.LATEST, true));
            assertRefused(
                    RegistryError.SUBJECT_NOT_SOFT_DELETED, it -> it.deleteSubject(SUBJECT, true));
            registry.deleteVersion(SUBJECT, VersionSpec.LATEST, false);
            assertRefused(
                    RegistryError.VERSION_SOFT_DELETED,
                    it -> it.deleteVersion(SUBJECT, new VersionSpec(1), false));
            assertThat(registry.deleteVersion(SUBJECT, new VersionSpec(1), true)).isEqualTo(1);
            assertRefused(RegistryError.SCHEMA_NOT_FOUND, it -> it.text(1));
            assertThat(registry.everyVersion()).isEmpty();
        }

        @Test
        void anIdIsNotGivenTwiceAfterAPermanentDeletion() {
            registry.register(SUBJECT, ONE);
            registry.deleteSubject(SUBJECT, false);
            registry.deleteSubject(SUBJECT, true);
            assertThat(registry.register(SUBJECT, OPTIONAL_ADDED).id()).isEqualTo(2);
        }
    }

    @Nested
    class Modes {
        @Test
        void readOnlyRefusesWritesAndStillAnswers() {
            // given
            registry.register(SUBJECT, ONE);
            registry.setMode(RegistryMode.READONLY, false);

            // then
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED,
                    it -> it.register(SUBJECT, OPTIONAL_ADDED));
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED, it -> it.deleteSubject(SUBJECT, false));
            assertThat(registry.register(SUBJECT, ONE).id()).isEqualTo(1);
        }

        @Test
        void importKeepsTheIdsOfAnotherRegistry() {
            // given
            registry.setMode(SUBJECT, RegistryMode.IMPORT, false);

            // when
            registry.importVersion(SUBJECT, 3, 700, ONE);

            // then
            assertThat(registry.text(700)).isEqualTo(ONE);
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED,
                    it -> it.importVersion(SUBJECT, 4, 700, OTHER_TYPE));
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED,
                    it -> it.importVersion(SUBJECT, 3, 701, OTHER_TYPE));
            registry.clearMode(SUBJECT);
            assertThat(registry.register("next", OTHER_TYPE).id()).isEqualTo(701);
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED,
                    it -> it.importVersion(SUBJECT, 5, 900, OTHER_TYPE));
        }

        @Test
        void importNeedsAnEmptyRegistry() {
            registry.register(SUBJECT, ONE);
            assertRefused(
                    RegistryError.OPERATION_NOT_PERMITTED,
                    it -> it.setMode(RegistryMode.IMPORT, false));
            registry.setMode(RegistryMode.IMPORT, true);
            assertThat(registry.mode()).isEqualTo(RegistryMode.IMPORT);
        }
    }

    @Nested
    class Journaled {
        @Test
        void writesConfluentsRecords() {
            // when
            registry.register(SUBJECT, ONE);
            registry.setCompatibility(CompatibilityLevel.FULL);
            registry.setCompatibility(SUBJECT, CompatibilityLevel.NONE);
            registry.setMode(RegistryMode.READWRITE, false);
            registry.deleteSubject(SUBJECT, false);
            registry.deleteSubject(SUBJECT, true);

            // then
            String schemaKey =
                    "{\"keytype\":\"SCHEMA\",\"subject\":\"ads.clicks-value\",\"version\":1,\"magic\":1}";
            String configKey =
                    "{\"keytype\":\"CONFIG\",\"subject\":\"ads.clicks-value\",\"magic\":0}";
            assertThat(journal.entries())
                    .containsExactly(
                            new SchemaJournalEntry(
                                    schemaKey,
                                    "{\"subject\":\"ads.clicks-value\",\"version\":1,\"id\":1,\"schema\":\"%s\",\"deleted\":false}"
                                            .formatted(ONE.json().replace("\"", "\\\""))),
                            new SchemaJournalEntry(
                                    "{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}",
                                    "{\"compatibilityLevel\":\"FULL\"}"),
                            new SchemaJournalEntry(configKey, "{\"compatibilityLevel\":\"NONE\"}"),
                            new SchemaJournalEntry(
                                    "{\"keytype\":\"MODE\",\"subject\":null,\"magic\":0}",
                                    "{\"mode\":\"READWRITE\"}"),
                            new SchemaJournalEntry(
                                    "{\"keytype\":\"DELETE_SUBJECT\",\"subject\":\"ads.clicks-value\",\"magic\":0}",
                                    "{\"subject\":\"ads.clicks-value\",\"version\":1}"),
                            new SchemaJournalEntry(configKey, null),
                            new SchemaJournalEntry(schemaKey, null));
        }

        @Test
        void passesOverWhatItDoesNotKnow() {
            // given
            List<SchemaJournalEntry> foreign =
                    List.of(
                            new SchemaJournalEntry("", null),
                            new SchemaJournalEntry("no json", "{}"),
                            new SchemaJournalEntry("{\"keytype\":\"NOOP\",\"magic\":0}", null),
                            new SchemaJournalEntry("{\"keytype\":\"CONTEXT\"}", "{}"),
                            new SchemaJournalEntry(
                                    "{\"keytype\":\"SCHEMA\",\"subject\":\"p\",\"version\":1,\"magic\":1}",
                                    "{\"subject\":\"p\",\"version\":1,\"id\":5,\"schemaType\":\"PROTOBUF\",\"schema\":\"x\"}"),
                            new SchemaJournalEntry(
                                    "{\"keytype\":\"CONFIG\",\"subject\":null,\"magic\":0}",
                                    "{\"compatibilityLevel\":\"NEVER\"}"));

            // when
            SchemaRegistry loaded = SchemaRegistry.load(new InMemorySchemaJournal(foreign));

            // then
            assertThat(loaded.everyVersion()).isEmpty();
            assertThat(loaded.register(SUBJECT, ONE).id()).isEqualTo(6);
        }

        @ParameterizedTest
        @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
        void replayGivesTheSameStateAlsoAfterCompaction(long seed) {
            // given
            RandomGenerator draw = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            for (int i = 0; i < 200; i++) {
                act(draw);
            }

            // when
            SchemaRegistry replayed =
                    SchemaRegistry.load(new InMemorySchemaJournal(journal.entries()));
            SchemaRegistry compacted =
                    SchemaRegistry.load(new InMemorySchemaJournal(compacted(journal.entries())));

            // then
            for (SchemaRegistry loaded : List.of(replayed, compacted)) {
                assertThat(loaded.everyVersion()).isEqualTo(registry.everyVersion());
                assertThat(loaded.compatibility()).isEqualTo(registry.compatibility());
                for (int i = 0; i < 3; i++) {
                    String subject = "s" + i;
                    assertThat(loaded.compatibility(subject))
                            .isEqualTo(registry.compatibility(subject));
                }
            }
            assertThat(replayed.highestId()).isEqualTo(registry.highestId());
        }

        private void act(RandomGenerator draw) {
            String subject = "s" + draw.nextInt(3);
            try {
                switch (draw.nextInt(6)) {
                    case 0 -> registry.deleteSubject(subject, draw.nextBoolean());
                    case 1 ->
                            registry.deleteVersion(
                                    subject,
                                    new VersionSpec(1 + draw.nextInt(6)),
                                    draw.nextBoolean());
                    case 2 -> registry.setCompatibility(subject, CompatibilityLevel.NONE);
                    case 3 -> registry.clearCompatibility(subject);
                    default -> registry.register(subject, drawn(draw));
                }
            } catch (RegistryException refused) {
                assertThat(refused.error()).isNotEqualTo(RegistryError.STORE_FAILED);
            }
        }

        private SchemaText drawn(RandomGenerator draw) {
            return record(
                    "{\"name\":\"f%d\",\"type\":\"int\",\"default\":0}"
                            .formatted(draw.nextInt(12)));
        }

        /// Keeps the last entry of each key, in order, and no tombstone.
        private List<SchemaJournalEntry> compacted(List<SchemaJournalEntry> entries) {
            List<SchemaJournalEntry> kept = new ArrayList<>();
            for (SchemaJournalEntry entry : entries) {
                kept.removeIf(it -> it.key().equals(entry.key()));
                kept.add(entry);
            }
            kept.removeIf(it -> it.value() == null);
            return kept;
        }
    }

    @Test
    void seesAWriteWhoseAcknowledgementWasLost() {
        // given
        InMemorySchemaJournal kept = new InMemorySchemaJournal();
        SchemaRegistry unlucky = SchemaRegistry.load(new LossyJournal(kept));

        // when
        assertThatExceptionOfType(RegistryException.class)
                .isThrownBy(() -> unlucky.register(SUBJECT, ONE))
                .satisfies(failed -> assertThat(failed.retriable()).isTrue());

        // then
        assertThat(unlucky.register(SUBJECT, ONE).id()).isEqualTo(1);
        assertThat(kept.entries()).hasSize(1);
        assertThat(unlucky.compatibility(SUBJECT)).isEqualTo(Optional.empty());
    }

    /// Writes, and then says that it did not.
    private record LossyJournal(InMemorySchemaJournal kept) implements SchemaJournal {
        @Override
        public void read(Consumer<SchemaJournalEntry> reader) {
            kept.read(reader);
        }

        @Override
        public void append(SchemaJournalEntry entry) {
            kept.append(entry);
            throw new RegistryException(RegistryError.STORE_FAILED, "no acknowledgement", null);
        }

        @Override
        public void close() {}
    }

    private void assertRefused(RegistryError error, Consumer<SchemaRegistry> call) {
        assertThatExceptionOfType(RegistryException.class)
                .isThrownBy(() -> call.accept(registry))
                .satisfies(refused -> assertThat(refused.error()).isEqualTo(error));
    }
}
