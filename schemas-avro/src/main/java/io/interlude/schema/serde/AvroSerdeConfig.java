package io.interlude.schema.serde;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.HttpRegistryConfig;
import io.interlude.schema.client.HttpSchemaRegistryClient;
import io.interlude.schema.client.SchemaRegistryClient;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// Settings of a serde, under Confluent's keys.
///
/// @param autoRegister a schema that is new to its subject is registered; else it must be there
/// @param useLatestVersion records are written under the subject's newest version, which must have
///   the same fields as theirs
/// @param subjectNames how a subject is named
/// @param specificReader records become generated classes, else
///   [org.apache.avro.generic.GenericRecord]
/// @param specificType the class to read every record as; empty for the class that bears the name
///   of the schema it was written with
/// @param leftOut fields that are skipped in the bytes and read as their default, so that they cost
///   neither time nor memory; for generated classes only
public record AvroSerdeConfig(
        boolean autoRegister,
        boolean useLatestVersion,
        SubjectNameStrategy subjectNames,
        boolean specificReader,
        Optional<Class<? extends SpecificRecord>> specificType,
        Set<String> leftOut) {
    public static final String AUTO_REGISTER = "auto.register.schemas";
    public static final String USE_LATEST_VERSION = "use.latest.version";
    public static final String KEY_SUBJECT_NAME_STRATEGY = "key.subject.name.strategy";
    public static final String VALUE_SUBJECT_NAME_STRATEGY = "value.subject.name.strategy";
    public static final String SPECIFIC_READER = "specific.avro.reader";
    public static final String SPECIFIC_KEY_TYPE = "specific.avro.key.type";
    public static final String SPECIFIC_VALUE_TYPE = "specific.avro.value.type";

    /// Our own key: a [SchemaRegistryClient] to use in place of one made from
    /// `schema.registry.url`. It stays open when the serde is closed.
    public static final String CLIENT = "interlude.schema.registry.client";

    public AvroSerdeConfig {
        requireNonNull(subjectNames, "subjectNames is null");
        requireNonNull(specificType, "specificType is null");
        leftOut = Set.copyOf(leftOut);
    }

    /// Confluent's defaults, but for generated classes.
    public static AvroSerdeConfig specific() {
        return new AvroSerdeConfig(
                true, false, SubjectNameStrategy.TOPIC_NAME, true, Optional.empty(), Set.of());
    }

    /// The same, with every record read as this class.
    public AvroSerdeConfig readingAs(Class<? extends SpecificRecord> type) {
        return new AvroSerdeConfig(
                autoRegister, useLatestVersion, subjectNames, true, Optional.of(type), leftOut);
    }

    /// The same, with these fields as if nobody had written them. Those of them that a record type
    /// has need a default.
    public AvroSerdeConfig leavingOut(Set<String> fields) {
        return new AvroSerdeConfig(
                autoRegister, useLatestVersion, subjectNames, specificReader, specificType, fields);
    }

    static AvroSerdeConfig of(Map<String, ?> configs, boolean isKey) {
        String strategyKey = isKey ? KEY_SUBJECT_NAME_STRATEGY : VALUE_SUBJECT_NAME_STRATEGY;
        return new AvroSerdeConfig(
                flag(configs, AUTO_REGISTER, true),
                flag(configs, USE_LATEST_VERSION, false),
                strategy(strategyKey, configs.get(strategyKey)),
                flag(configs, SPECIFIC_READER, false),
                type(configs, isKey ? SPECIFIC_KEY_TYPE : SPECIFIC_VALUE_TYPE),
                Set.of());
    }

    /// The client that the settings name or describe.
    static RegistryConnection connection(Map<String, ?> configs) {
        Object given = configs.get(CLIENT);
        if (given instanceof SchemaRegistryClient client) {
            return new RegistryConnection(client, false);
        }
        if (given != null) {
            throw new ConfigException(CLIENT, given, "is no SchemaRegistryClient");
        }
        HttpRegistryConfig http = HttpRegistryConfig.of(configs);
        return new RegistryConnection(new HttpSchemaRegistryClient(http), true);
    }

    private static SubjectNameStrategy strategy(String key, @Nullable Object value) {
        return switch (value) {
            case null -> SubjectNameStrategy.TOPIC_NAME;
            case SubjectNameStrategy strategy -> strategy;
            case Class<?> type -> SubjectNameStrategy.named(key, type.getName());
            default -> SubjectNameStrategy.named(key, value.toString());
        };
    }

    private static boolean flag(Map<String, ?> configs, String key, boolean fallback) {
        Object value = configs.get(key);
        return value == null ? fallback : Boolean.parseBoolean(value.toString());
    }

    private static Optional<Class<? extends SpecificRecord>> type(
            Map<String, ?> configs, String key) {
        return switch (configs.get(key)) {
            case null -> Optional.empty();
            case Class<?> type -> Optional.of(type.asSubclass(SpecificRecord.class));
            case Object name -> Optional.of(load(key, name.toString()));
        };
    }

    private static Class<? extends SpecificRecord> load(String key, String name) {
        try {
            return Class.forName(name).asSubclass(SpecificRecord.class);
        } catch (ClassNotFoundException | ClassCastException wrong) {
            throw new ConfigException(key, name, "is no generated class");
        }
    }
}
