package io.interlude.schema.registry;

import static io.interlude.schema.registry.RegistryEvent.EVERY_SUBJECT;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.RegistryEvent.CompatibilityCleared;
import io.interlude.schema.registry.RegistryEvent.CompatibilitySet;
import io.interlude.schema.registry.RegistryEvent.ModeCleared;
import io.interlude.schema.registry.RegistryEvent.ModeSet;
import io.interlude.schema.registry.RegistryEvent.SchemaErased;
import io.interlude.schema.registry.RegistryEvent.SchemaStored;
import io.interlude.schema.registry.RegistryEvent.SubjectDeleted;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.avro.Schema;

/// A schema registry for Avro that keeps Confluent's rules. Its state is a fold over a journal: a
/// command first reads the journal to its end, decides, appends, and answers once what it appended
/// is read back, so a write whose acknowledgement got lost is seen by the next one.
///
/// Safe for use by many threads. Queries never wait; commands wait for each other and for the
/// journal. There must be one registry per journal, because two could give out one id at the same
/// time.
public final class SchemaRegistry implements AutoCloseable {
    private static final CompatibilityLevel DEFAULT_LEVEL = CompatibilityLevel.BACKWARD;

    private final SchemaJournal journal;
    private final RegistryState state = new RegistryState();
    private final RegistryRules rules;
    private final SchemaParsing parsing = new SchemaParsing(state);
    private final ReentrantLock writing = new ReentrantLock();

    private SchemaRegistry(SchemaJournal journal, Set<String> kept) {
        this.journal = journal;
        this.rules = new RegistryRules(state, Set.copyOf(kept));
    }

    /// A registry with the state that its journal holds. It closes the journal when it is closed.
    public static SchemaRegistry load(SchemaJournal journal) {
        return load(journal, Set.of());
    }

    /// The same with subjects that are never deleted, always writable, and keep the compatibility
    /// [CompatibilityLevel#FULL_TRANSITIVE] once they have it.
    public static SchemaRegistry load(SchemaJournal journal, Set<String> kept) {
        SchemaRegistry registry = new SchemaRegistry(journal, kept);
        registry.readJournal();
        return registry;
    }

    /// Adds the schema to the subject as its next version, unless it is there.
    ///
    /// @return the version; its id is the one that the same text has anywhere in this registry
    public RegisteredSchema register(String subject, SchemaText submitted) {
        RegistryRules.requireSubject(subject);
        SchemaText text = parsing.canonical(submitted);
        Optional<RegisteredSchema> known = rules.find(subject, text, it -> !it.deleted());
        return known.orElseGet(() -> write(() -> addVersion(subject, text)));
    }

    /// Adds a version with the id that it has in another registry; the mode must be
    /// [RegistryMode#IMPORT]. A version of 0 stands for the next one.
    public RegisteredSchema importVersion(
            String subject, int version, int id, SchemaText submitted) {
        RegistryRules.requireSubject(subject);
        SchemaText text = parsing.canonical(submitted);
        return write(() -> {
            rules.requireMode(subject, mode -> mode == RegistryMode.IMPORT, "import");
            if (state.text(id).filter(other -> !other.equals(text)).isPresent()) {
                throw RegistryError.OPERATION_NOT_PERMITTED.because(
                        "Overwrite new schema with id " + id + " is not permitted.");
            }
            rules.requireRoom(subject, text);
            int added = version > 0 ? version : rules.nextVersion(subject);
            rules.requireFree(subject, added, text);
            return store(new RegisteredSchema(subject, added, id, text, false));
        });
    }

    /// The version of the subject that has this schema.
    public RegisteredSchema lookup(String subject, SchemaText submitted, boolean deletedToo) {
        rules.requireVersions(subject, deletedToo);
        return rules.find(subject, parsing.canonical(submitted), it -> deletedToo || !it.deleted())
                .orElseThrow(() -> RegistryError.SCHEMA_NOT_FOUND.because("Schema not found"));
    }

    /// Every version of every subject, by subject and version, soft-deleted ones included.
    public List<RegisteredSchema> everyVersion() {
        return state.everyVersion();
    }

    /// Versions of the subject, oldest first, at least one.
    public List<RegisteredSchema> versions(String subject, boolean deletedToo) {
        return rules.requireVersions(subject, deletedToo);
    }

    public RegisteredSchema version(String subject, VersionSpec version, boolean deletedToo) {
        return version.pick(rules.requireVersions(subject, deletedToo));
    }

    /// The text with this id, also when every version of it is soft-deleted.
    public SchemaText text(int id) {
        return state.text(id)
                .orElseThrow(() ->
                        RegistryError.SCHEMA_NOT_FOUND.because("Schema " + id + " not found"));
    }

    public int highestId() {
        return state.highestId();
    }

    /// Parses a text of this registry.
    public Schema parse(SchemaText text) {
        return parsing.parse(text);
    }

    /// Deletes the subject: softly, or for good after that.
    ///
    /// @return the versions that were deleted
    public List<Integer> deleteSubject(String subject, boolean permanent) {
        return write(() -> {
            rules.requireNotKept(subject);
            rules.requireWritable(subject);
            return permanent ? eraseSubject(subject) : softDeleteSubject(subject);
        });
    }

    /// Deletes one version: softly, or for good after that.
    ///
    /// @return the version that was deleted
    public int deleteVersion(String subject, VersionSpec version, boolean permanent) {
        return write(() -> {
            rules.requireNotKept(subject);
            rules.requireWritable(subject);
            RegisteredSchema found = rules.pickForDeletion(subject, version, permanent);
            rules.requireUnreferenced(found);
            if (permanent) {
                erase(found);
            } else {
                store(found.softDeleted());
            }
            return found.version();
        });
    }

    /// Ids of the schemas that refer to this version.
    public List<Integer> referencesTo(RegisteredSchema schema) {
        return rules.referencesTo(schema);
    }

    /// What speaks against the schema as the subject's next version; empty when nothing does.
    public List<String> violations(String subject, SchemaText submitted) {
        return check(subject, parsing.parse(submitted), rules.visibleVersions(subject));
    }

    /// What speaks against the schema next to one version of the subject.
    public List<String> violations(String subject, VersionSpec version, SchemaText submitted) {
        RegisteredSchema earlier = version(subject, version, false);
        return check(subject, parsing.parse(submitted), List.of(earlier));
    }

    /// The level for subjects without their own.
    public CompatibilityLevel compatibility() {
        return state.level(EVERY_SUBJECT).orElse(DEFAULT_LEVEL);
    }

    /// The level that is set on the subject itself.
    public Optional<CompatibilityLevel> compatibility(String subject) {
        return state.level(subject);
    }

    public void setCompatibility(CompatibilityLevel level) {
        setCompatibility(EVERY_SUBJECT, level);
    }

    public void setCompatibility(String subject, CompatibilityLevel level) {
        if (!state.level(subject).equals(Optional.of(level))) {
            write(() -> {
                if (level != CompatibilityLevel.FULL_TRANSITIVE) {
                    rules.requireNotKept(subject);
                }
                rules.requireRoomForSetting(subject);
                return commit(new CompatibilitySet(subject, level));
            });
        }
    }

    public void clearCompatibility() {
        write(() -> commit(new CompatibilityCleared(EVERY_SUBJECT)));
    }

    public void clearCompatibility(String subject) {
        write(() -> {
            rules.requireNotKept(subject);
            return commit(new CompatibilityCleared(subject));
        });
    }

    /// The mode for subjects without their own.
    public RegistryMode mode() {
        return state.effectiveMode(EVERY_SUBJECT);
    }

    /// The mode that is set on the subject itself.
    public Optional<RegistryMode> mode(String subject) {
        return state.mode(subject);
    }

    /// Sets the mode of the registry. [RegistryMode#IMPORT] needs an empty one, or force.
    public void setMode(RegistryMode mode, boolean force) {
        setMode(EVERY_SUBJECT, mode, force);
    }

    /// Sets the mode of one subject. [RegistryMode#IMPORT] needs an empty one, or force.
    public void setMode(String subject, RegistryMode mode, boolean force) {
        write(() -> {
            rules.requireNotKept(subject);
            rules.requireRoomForSetting(subject);
            if (mode == RegistryMode.IMPORT && !force && !rules.isEmpty(subject)) {
                throw RegistryError.OPERATION_NOT_PERMITTED.because(
                        "Cannot import since found existing subjects");
            }
            return commit(new ModeSet(subject, mode));
        });
    }

    public void clearMode(String subject) {
        write(() -> {
            rules.requireNotKept(subject);
            return commit(new ModeCleared(subject));
        });
    }

    @Override
    public void close() {
        writing.lock();
        try {
            journal.close();
        } finally {
            writing.unlock();
        }
    }

    private RegisteredSchema addVersion(String subject, SchemaText text) {
        Optional<RegisteredSchema> known = rules.find(subject, text, it -> !it.deleted());
        if (known.isPresent()) {
            return known.get();
        }
        rules.requireWritable(subject);
        rules.requireMode(subject, mode -> mode != RegistryMode.IMPORT, "read-write");
        rules.requireRoom(subject, text);
        List<String> violations =
                check(subject, parsing.parse(text), rules.visibleVersions(subject));
        if (!violations.isEmpty()) {
            throw RegistryError.INCOMPATIBLE_SCHEMA.because(
                    "Schema being registered is incompatible with an earlier schema for subject"
                            + " \"%s\", details: %s".formatted(subject, violations));
        }
        int id = state.id(text).orElse(state.highestId() + 1);
        return store(new RegisteredSchema(subject, rules.nextVersion(subject), id, text, false));
    }

    private List<Integer> softDeleteSubject(String subject) {
        List<RegisteredSchema> deleted =
                RegistryRules.visible(subject, rules.requireVersions(subject, true));
        deleted.forEach(rules::requireUnreferenced);
        commit(new SubjectDeleted(subject, deleted.getLast().version()));
        clearSettings(subject);
        return deleted.stream().map(RegisteredSchema::version).toList();
    }

    private List<Integer> eraseSubject(String subject) {
        List<RegisteredSchema> erased = rules.requireVersions(subject, true);
        if (erased.stream().anyMatch(it -> !it.deleted())) {
            throw RegistryError.SUBJECT_NOT_SOFT_DELETED.because(
                    "Subject '%s' was not deleted first before being permanently deleted"
                            .formatted(subject));
        }
        erased.forEach(this::erase);
        return erased.stream().map(RegisteredSchema::version).toList();
    }

    private void clearSettings(String subject) {
        state.level(subject).ifPresent(_ -> commit(new CompatibilityCleared(subject)));
        state.mode(subject).ifPresent(_ -> commit(new ModeCleared(subject)));
    }

    private void erase(RegisteredSchema schema) {
        if (!schema.deleted()) {
            throw RegistryError.VERSION_NOT_SOFT_DELETED.because(
                    "Subject '%s' Version %d was not deleted first before being permanently deleted"
                            .formatted(schema.subject(), schema.version()));
        }
        commit(new SchemaErased(schema.subject(), schema.version()));
    }

    private RegisteredSchema store(RegisteredSchema schema) {
        commit(new SchemaStored(schema));
        return schema;
    }

    private List<String> check(String subject, Schema candidate, List<RegisteredSchema> earlier) {
        CompatibilityLevel level = state.level(subject).orElseGet(this::compatibility);
        List<Schema> newestFirst =
                earlier.reversed().stream().map(it -> parsing.parse(it.text())).toList();
        return CompatibilityCheck.violations(level, candidate, newestFirst);
    }

    private <T> T write(Supplier<T> command) {
        writing.lock();
        try {
            readJournal();
            return command.get();
        } finally {
            writing.unlock();
        }
    }

    /// Only within [#write].
    private RegistryEvent commit(RegistryEvent event) {
        journal.append(RegistryEventCodec.encode(event));
        readJournal();
        return event;
    }

    private void readJournal() {
        journal.read(entry -> state.apply(RegistryEventCodec.decode(entry)));
    }
}
