package io.interlude.journal.decision;

import io.interlude.domain.targeting.AttributeValue;
import io.interlude.journal.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The attributes of a request as a JSON object, in the order of their names.
final class AttributesJson {
    private AttributesJson() {}

    static String write(Map<String, AttributeValue> attributes) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        attributes.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> put(json, entry.getKey(), entry.getValue()));
        return Json.MAPPER.writeValueAsString(json);
    }

    private static void put(ObjectNode json, String name, AttributeValue value) {
        switch (value) {
            case AttributeValue.Text(String text) -> json.put(name, text);
            case AttributeValue.Numeric numeric -> json.put(name, numeric.number());
            case AttributeValue.Flag(boolean flag) -> json.put(name, flag);
            case AttributeValue.Texts(List<String> texts) -> {
                ArrayNode array = json.putArray(name);
                texts.forEach(array::add);
            }
        }
    }

    static Map<String, AttributeValue> read(String text) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : Json.MAPPER.readTree(text).properties()) {
            attributes.put(entry.getKey(), value(entry.getValue()));
        }
        return attributes;
    }

    private static AttributeValue value(JsonNode value) {
        if (value.isBoolean()) {
            return new AttributeValue.Flag(value.booleanValue());
        }
        if (value.isNumber()) {
            return new AttributeValue.Numeric(value.decimalValue());
        }
        if (value.isArray()) {
            List<String> texts = new ArrayList<>();
            value.forEach(element -> texts.add(element.stringValue()));
            return new AttributeValue.Texts(texts);
        }
        return new AttributeValue.Text(value.stringValue());
    }
}
