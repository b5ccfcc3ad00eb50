package io.interlude.report.audit.count;

import io.interlude.journal.json.Json;
import io.interlude.report.rollup.AttributeQuery;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// By which attributes of requests counts are told as well.
///
/// @param names of the attributes
/// @param label under which counts of an attribute, the first argument, and one of its values stand
public record AttributeBreakdown(List<String> names, BinaryOperator<String> label) {
    public static final AttributeBreakdown NONE = of(List.of());

    /// Most elements of an array that count under their own values.
    public static final int ELEMENTS_MAX = 100;

    /// Longest value, in characters, under which anything counts; also of a number written out.
    public static final int VALUE_MAX = 128;

    private static final Set<String> ABSENT = Set.of("");
    private static final String EMPTY = "{}";

    public AttributeBreakdown {
        names = List.copyOf(names);
    }

    /// Under each value as it is.
    public static AttributeBreakdown of(List<String> names) {
        return new AttributeBreakdown(names, (_, value) -> value);
    }

    /// For each attribute the values under which a request counts: each element of an array once,
    /// and the empty one where it has none.
    ///
    /// @param attributesJson of the request; null for what belongs to no request
    Map<String, Set<String>> valuesOf(@Nullable String attributesJson) {
        Map<String, Set<String>> nameToValues = present(attributesJson);
        for (String name : names) {
            nameToValues.merge(
                    name,
                    ABSENT,
                    (values, _) ->
                            values.stream()
                                    .map(value -> label.apply(name, value))
                                    .collect(Collectors.toSet()));
        }
        return nameToValues;
    }

    /// No more of a request's attributes than its counts need.
    public String only(String attributesJson) {
        Map<String, Set<String>> nameToValues = present(attributesJson);
        return nameToValues.isEmpty() ? EMPTY : Json.MAPPER.writeValueAsString(nameToValues);
    }

    private Map<String, Set<String>> present(@Nullable String attributesJson) {
        Map<String, Set<String>> nameToValues = LinkedHashMap.newLinkedHashMap(names.size());
        JsonNode attributes = names.isEmpty() ? null : parsed(attributesJson);
        if (attributes != null) {
            for (String name : names) {
                JsonNode value = attributes.get(name);
                Set<String> values = value == null ? Set.of() : values(value);
                if (!values.isEmpty()) {
                    nameToValues.put(name, values);
                }
            }
        }
        return nameToValues;
    }

    private static @Nullable JsonNode parsed(@Nullable String attributesJson) {
        if (attributesJson == null || attributesJson.length() <= EMPTY.length()) {
            return null;
        }
        try {
            return Json.MAPPER.readTree(attributesJson);
        } catch (JacksonException _) {
            return null;
        }
    }

    private static Set<String> values(JsonNode value) {
        if (!value.isArray()) {
            return Set.of(text(value));
        }
        Set<String> values = new LinkedHashSet<>();
        for (JsonNode element : value) {
            values.add(values.size() < ELEMENTS_MAX ? text(element) : AttributeQuery.Cell.OTHER);
        }
        return values;
    }

    private static String text(JsonNode value) {
        if (value.isNumber()) {
            BigDecimal number = value.decimalValue().stripTrailingZeros();
            long places = Math.max(Math.abs((long) number.scale()), number.precision());
            return places < VALUE_MAX ? number.toPlainString() : AttributeQuery.Cell.OTHER;
        }
        String text =
                value.isString()
                        ? value.stringValue()
                        : value.isBoolean() ? String.valueOf(value.booleanValue()) : "";
        return text.length() <= VALUE_MAX ? text : AttributeQuery.Cell.OTHER;
    }
}
