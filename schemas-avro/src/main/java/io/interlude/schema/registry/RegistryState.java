package io.interlude.schema.registry;

import static io.interlude.schema.registry.RegistryEvent.EVERY_SUBJECT;

import io.interlude.schema.client.CompatibilityLevel;
import io.interlude.schema.registry.RegistryEvent.CompatibilityCleared;
import io.interlude.schema.registry.RegistryEvent.CompatibilitySet;
import io.interlude.schema.registry.RegistryEvent.IdTaken;
import io.interlude.schema.registry.RegistryEvent.ModeCleared;
import io.interlude.schema.registry.RegistryEvent.ModeSet;
import io.interlude.schema.registry.RegistryEvent.Nothing;
import io.interlude.schema.registry.RegistryEvent.SchemaErased;
import io.interlude.schema.registry.RegistryEvent.SchemaStored;
import io.interlude.schema.registry.RegistryEvent.SubjectDeleted;
import io.interlude.schema.registry.schema.RegisteredSchema;
import io.interlude.schema.registry.schema.SchemaText;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// The state that the journal of the registry adds up to. [#apply] is the only writer; readers get
/// copies. Safe for use by many threads, and never locked for longer than a look-up.
final class RegistryState {
    private final TreeMap<String, TreeMap<Integer, RegisteredSchema>> subjects = new TreeMap<>();
    private final TreeMap<Integer, SchemaText> idToText = new TreeMap<>();
    private final Map<SchemaText, Integer> textToId = new HashMap<>();
    private final Map<String, CompatibilityLevel> subjectToLevel = new HashMap<>();
    private final Map<String, RegistryMode> subjectToMode = new HashMap<>();
    private int highestId;
    private long characters;

    synchronized void apply(RegistryEvent event) {
        switch (event) {
            case SchemaStored(RegisteredSchema schema) -> store(schema);
            case SchemaErased(String subject, int version) -> erase(subject, version);
            case SubjectDeleted(String subject, int throughVersion) ->
                    softDelete(subject, throughVersion);
            case CompatibilitySet(String subject, CompatibilityLevel level) ->
                    subjectToLevel.put(subject, level);
            case CompatibilityCleared(String subject) -> subjectToLevel.remove(subject);
            case ModeSet(String subject, RegistryMode mode) -> subjectToMode.put(subject, mode);
            case ModeCleared(String subject) -> subjectToMode.remove(subject);
            case IdTaken(int id) -> highestId = Math.max(highestId, id);
            case Nothing _ -> {}
        }
    }

    /// Versions of the subject, oldest first, soft-deleted ones included.
    synchronized List<RegisteredSchema> versions(String subject) {
        TreeMap<Integer, RegisteredSchema> versions = subjects.get(subject);
        return versions == null ? List.of() : List.copyOf(versions.values());
    }

    /// Every version of every subject, by subject and version, soft-deleted ones included.
    synchronized List<RegisteredSchema> everyVersion() {
        return subjects.values().stream().map(Map::values).flatMap(Collection::stream).toList();
    }

    synchronized Optional<SchemaText> text(int id) {
        return Optional.ofNullable(idToText.get(id));
    }

    synchronized OptionalInt id(SchemaText text) {
        Integer id = textToId.get(text);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    synchronized int highestId() {
        return highestId;
    }

    /// Number of the subjects that have a version or a setting.
    synchronized int subjects() {
        Set<String> names = new HashSet<>(subjects.keySet());
        names.addAll(subjectToLevel.keySet());
        names.addAll(subjectToMode.keySet());
        return names.size();
    }

    /// True when the subject has neither a version nor a setting.
    synchronized boolean isNew(String subject) {
        return !subjects.containsKey(subject)
                && !subjectToLevel.containsKey(subject)
                && !subjectToMode.containsKey(subject);
    }

    /// Length of all texts together.
    synchronized long characters() {
        return characters;
    }

    /// The level that is set on the subject itself.
    synchronized Optional<CompatibilityLevel> level(String subject) {
        return Optional.ofNullable(subjectToLevel.get(subject));
    }

    /// The mode that is set on the subject itself.
    synchronized Optional<RegistryMode> mode(String subject) {
        return Optional.ofNullable(subjectToMode.get(subject));
    }

    /// The mode that governs the subject.
    synchronized RegistryMode effectiveMode(String subject) {
        RegistryMode general = subjectToMode.getOrDefault(EVERY_SUBJECT, RegistryMode.READWRITE);
        return general == RegistryMode.READONLY_OVERRIDE
                ? general
                : subjectToMode.getOrDefault(subject, general);
    }

    private void store(RegisteredSchema schema) {
        subjects.computeIfAbsent(schema.subject(), _ -> new TreeMap<>())
                .put(schema.version(), schema);
        SchemaText before = idToText.put(schema.id(), schema.text());
        characters += schema.text().json().length() - (before == null ? 0 : before.json().length());
        textToId.putIfAbsent(schema.text(), schema.id());
        highestId = Math.max(highestId, schema.id());
    }

    private void erase(String subject, int version) {
        TreeMap<Integer, RegisteredSchema> versions = subjects.get(subject);
        RegisteredSchema erased = versions == null ? null : versions.remove(version);
        if (versions != null && versions.isEmpty()) {
            subjects.remove(subject);
        }
        if (erased != null && everyVersion().stream().noneMatch(it -> it.id() == erased.id())) {
            SchemaText gone = idToText.remove(erased.id());
            characters -= gone == null ? 0 : gone.json().length();
            textToId.remove(erased.text(), erased.id());
        }
    }

    private void softDelete(String subject, int throughVersion) {
        TreeMap<Integer, RegisteredSchema> versions = subjects.get(subject);
        if (versions != null) {
            versions.headMap(throughVersion, true).replaceAll((_, schema) -> schema.softDeleted());
        }
    }
}
