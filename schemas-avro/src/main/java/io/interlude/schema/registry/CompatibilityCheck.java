package io.interlude.schema.registry;

import io.interlude.schema.client.CompatibilityLevel;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.Incompatibility;

/// The check that a schema may follow others at a level, by the resolution rules of the Avro
/// specification.
final class CompatibilityCheck {
    private CompatibilityCheck() {}

    /// The objections to the candidate, the first [RegistryBounds#VIOLATIONS] of them; empty when
    /// there are none.
    ///
    /// @param earlier the subject's versions, newest first
    static List<String> violations(
            CompatibilityLevel level, Schema candidate, List<Schema> earlier) {
        List<String> violations = new ArrayList<>();
        List<Schema> checked =
                level.transitive() ? earlier : earlier.subList(0, Math.min(1, earlier.size()));
        for (Schema old : checked) {
            if (level.backward()) {
                collect(
                        "new schema cannot read data of an earlier one",
                        candidate,
                        old,
                        violations);
            }
            if (level.forward()) {
                collect(
                        "earlier schema cannot read data of the new one",
                        old,
                        candidate,
                        violations);
            }
        }
        return violations;
    }

    private static void collect(
            String what, Schema reader, Schema writer, List<String> violations) {
        for (Incompatibility found : incompatibilities(reader, writer)) {
            if (violations.size() == RegistryBounds.VIOLATIONS) {
                return;
            }
            violations.add(
                    "%s: %s at %s (%s)"
                            .formatted(
                                    what,
                                    found.getType(),
                                    found.getLocation(),
                                    found.getMessage()));
        }
    }

    private static List<Incompatibility> incompatibilities(Schema reader, Schema writer) {
        try {
            return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                    .getResult()
                    .getIncompatibilities();
        } catch (AvroRuntimeException unclear) {
            // An alias of a field is the name or an alias of another field.
            throw new RegistryException(
                    RegistryError.INVALID_SCHEMA,
                    "Invalid schema: " + unclear.getMessage(),
                    unclear);
        }
    }
}
