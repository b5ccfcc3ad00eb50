package io.interlude.schema.registry;

import java.util.List;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import tools.jackson.databind.JsonNode;

/// Checks that each default of a schema fits its field, by Avro's rules. Avro's own check follows
/// the defaults of a record's fields again wherever the record is named, and tries every type of a
/// union anew on each level, so that a page of text takes it longer than a day.
final class DefaultValues {
    private int stepsLeft = RegistryBounds.DEFAULT_STEPS;

    private DefaultValues() {}

    /// Refuses a schema with a default that doesn't fit.
    ///
    /// @param text the text that the schema was parsed from
    static void check(JsonNode text, Schema schema) {
        new DefaultValues().checkAll(text, schema);
    }

    /// Names are passed over: each type is checked where it is written out.
    private void checkAll(JsonNode text, Schema schema) {
        if (text.isArray()) {
            List<Schema> types = schema.getTypes();
            for (int i = 0; i < types.size(); i++) {
                checkAll(text.path(i), types.get(i));
            }
            return;
        }
        JsonNode type = text.path("type");
        if (type.isContainer()) {
            checkAll(type, schema);
            return;
        }
        switch (schema.getType()) {
            case ARRAY -> checkAll(text.path("items"), schema.getElementType());
            case MAP -> checkAll(text.path("values"), schema.getValueType());
            case RECORD -> checkFields(text.path("fields"), schema.getFields());
            default -> {}
        }
    }

    private void checkFields(JsonNode texts, List<Schema.Field> fields) {
        for (int i = 0; i < texts.size(); i++) {
            Schema.Field field = fields.get(i);
            JsonNode value = texts.path(i).path("default");
            if (!value.isMissingNode() && !isNumberInWords(field.schema(), value)) {
                require(fits(field.schema(), value), field, value);
            }
            checkAll(texts.path(i).path("type"), field.schema());
        }
    }

    private static void require(boolean fits, Schema.Field field, JsonNode value) {
        if (!fits) {
            throw new AvroTypeException(
                    "Invalid default for field %s: %s not a %s"
                            .formatted(field.name(), value, field.schema().getType().getName()));
        }
    }

    /// A text such as `NaN`, which Avro has read as a number or refused before.
    private static boolean isNumberInWords(Schema schema, JsonNode value) {
        return value.isString()
                && (schema.getType() == Schema.Type.FLOAT
                        || schema.getType() == Schema.Type.DOUBLE);
    }

    private boolean fits(Schema schema, JsonNode value) {
        if (--stepsLeft < 0) {
            throw RegistryError.INVALID_SCHEMA.because(
                    "Invalid schema: to check its defaults takes more than %d steps"
                            .formatted(RegistryBounds.DEFAULT_STEPS));
        }
        return switch (schema.getType()) {
            case STRING, BYTES, ENUM, FIXED -> value.isString();
            case INT -> value.isIntegralNumber() && value.canConvertToInt();
            case LONG -> value.isIntegralNumber() && value.canConvertToLong();
            case FLOAT, DOUBLE -> value.isNumber();
            case BOOLEAN -> value.isBoolean();
            case NULL -> value.isNull();
            case ARRAY ->
                    value.isArray()
                            && value.valueStream()
                                    .allMatch(it -> fits(schema.getElementType(), it));
            case MAP ->
                    value.isObject()
                            && value.valueStream().allMatch(it -> fits(schema.getValueType(), it));
            case UNION -> schema.getTypes().stream().anyMatch(it -> fits(it, value));
            case RECORD ->
                    value.isObject()
                            && schema.getFields().stream()
                                    .allMatch(it ->
                                            value.has(it.name())
                                                    ? fits(it.schema(), value.path(it.name()))
                                                    : it.hasDefaultValue());
        };
    }
}
