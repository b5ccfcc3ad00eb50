package io.interlude.schema.registry;

import static io.interlude.schema.registry.RegistryEvent.EVERY_SUBJECT;

import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaReference;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The conditions of a change of the registry: each rule reads the state and refuses, and changes
/// nothing.
///
/// @param kept subjects that are never deleted, keep their settings and can always be written
record RegistryRules(RegistryState state, Set<String> kept) {

    RegisteredSchema pickForDeletion(String subject, VersionSpec version, boolean permanent) {
        List<RegisteredSchema> all = requireVersions(subject, true);
        if (permanent || !version.equals(VersionSpec.LATEST)) {
            RegisteredSchema found = version.pick(all);
            if (!permanent && found.deleted()) {
                throw RegistryError.VERSION_SOFT_DELETED.because(
                        "Subject '%s' Version %d was soft deleted. Set permanent=true to delete permanently"
                                .formatted(subject, found.version()));
            }
            return found;
        }
        return visible(subject, all).getLast();
    }

    Optional<RegisteredSchema> find(
            String subject, SchemaText text, Predicate<RegisteredSchema> filter) {
        return state.versions(subject).reversed().stream()
                .filter(filter)
                .filter(it -> it.text().equals(text))
                .findFirst();
    }

    List<RegisteredSchema> requireVersions(String subject, boolean deletedToo) {
        List<RegisteredSchema> found =
                deletedToo ? state.versions(subject) : visibleVersions(subject);
        if (found.isEmpty()) {
            throw RegistryError.SUBJECT_NOT_FOUND.because(
                    "Subject '%s' not found.".formatted(subject));
        }
        return found;
    }

    List<RegisteredSchema> visibleVersions(String subject) {
        return state.versions(subject).stream().filter(it -> !it.deleted()).toList();
    }

    /// The versions that can still be soft-deleted.
    static List<RegisteredSchema> visible(String subject, List<RegisteredSchema> all) {
        List<RegisteredSchema> visible = all.stream().filter(it -> !it.deleted()).toList();
        if (visible.isEmpty()) {
            throw RegistryError.SUBJECT_SOFT_DELETED.because(
                    "Subject '%s' was soft deleted. Set permanent=true to delete permanently"
                            .formatted(subject));
        }
        return visible;
    }

    int nextVersion(String subject) {
        List<RegisteredSchema> versions = state.versions(subject);
        return versions.isEmpty() ? 1 : versions.getLast().version() + 1;
    }

    boolean isEmpty(String subject) {
        return subject.equals(EVERY_SUBJECT)
                ? state.everyVersion().stream().allMatch(RegisteredSchema::deleted)
                : visibleVersions(subject).isEmpty();
    }

    void requireFree(String subject, int version, SchemaText text) {
        boolean taken =
                state.versions(subject).stream()
                        .anyMatch(it -> it.version() == version && !it.text().equals(text));
        if (taken) {
            throw RegistryError.OPERATION_NOT_PERMITTED.because(
                    "Overwrite new schema with version " + version + " is not permitted.");
        }
    }

    List<Integer> referencesTo(RegisteredSchema schema) {
        return state.everyVersion().stream()
                .filter(it -> !it.deleted())
                .filter(it -> it.text().references().stream().anyMatch(r -> refersTo(r, schema)))
                .map(RegisteredSchema::id)
                .distinct()
                .toList();
    }

    void requireUnreferenced(RegisteredSchema schema) {
        List<Integer> ids = referencesTo(schema);
        if (!ids.isEmpty()) {
            throw RegistryError.REFERENCE_EXISTS.because(
                    "One or more references exist to the schema {subject=%s,version=%d}: ids %s"
                            .formatted(schema.subject(), schema.version(), ids));
        }
    }

    /// Refuses to change the settings of a kept subject, or to delete of it.
    void requireNotKept(String subject) {
        if (kept.contains(subject)) {
            throw RegistryError.OPERATION_NOT_PERMITTED.because(
                    "Subject %s is of a topic of the product itself: it cannot be deleted, and its compatibility and mode stay as they are"
                            .formatted(subject));
        }
    }

    /// Refuses a setting of a subject beyond the bounds.
    void requireRoomForSetting(String subject) {
        if (subject.equals(EVERY_SUBJECT) || kept.contains(subject)) {
            return;
        }
        requireSubject(subject);
        if (state.isNew(subject) && state.subjects() >= RegistryBounds.SUBJECTS) {
            throw full("subjects", RegistryBounds.SUBJECTS);
        }
    }

    /// Refuses another version beyond the bounds. Kept subjects have their place in any case.
    void requireRoom(String subject, SchemaText text) {
        if (kept.contains(subject)) {
            return;
        }
        requireRoomForSetting(subject);
        if (state.versions(subject).size() >= RegistryBounds.VERSIONS) {
            throw full("versions of one subject", RegistryBounds.VERSIONS);
        }
        boolean held = state.id(text).isPresent();
        if (!held && state.characters() + text.json().length() > RegistryBounds.ALL_CHARACTERS) {
            throw full("characters of schemas", RegistryBounds.ALL_CHARACTERS);
        }
    }

    private static RegistryException full(String what, long bound) {
        return RegistryError.OPERATION_NOT_PERMITTED.because(
                "The registry is full: it holds at most %d %s".formatted(bound, what));
    }

    void requireWritable(String subject) {
        requireMode(subject, mode -> !mode.readOnly(), "read-write");
    }

    void requireMode(String subject, Predicate<RegistryMode> admitted, String wanted) {
        RegistryMode mode =
                kept.contains(subject) ? RegistryMode.READWRITE : state.effectiveMode(subject);
        if (!admitted.test(mode)) {
            throw RegistryError.OPERATION_NOT_PERMITTED.because(
                    "Subject %s is not in %s mode".formatted(subject, wanted));
        }
    }

    static void requireSubject(String subject) {
        if (subject.isBlank()
                || subject.length() > RegistryBounds.SUBJECT_CHARACTERS
                || subject.chars().anyMatch(Character::isISOControl)) {
            throw RegistryError.INVALID_SUBJECT.because("The specified subject is not valid");
        }
    }

    private static boolean refersTo(SchemaReference reference, RegisteredSchema schema) {
        return reference.subject().equals(schema.subject())
                && reference.version() == schema.version();
    }
}
