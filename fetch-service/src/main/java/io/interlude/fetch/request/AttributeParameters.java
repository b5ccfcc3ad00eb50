package io.interlude.fetch.request;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.domain.targeting.AttributeValue;
import io.interlude.domain.targeting.RequestAttributes;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.JsonNode;

/// Reads targeting attributes: `.<name>=<value>` of the query, several of one name being an array,
/// and the object `attributes` of the body, which wins.
///
/// What a decision is made from is journaled, so nothing is read that must not be: what a client
/// calls `context`, since conversations are put there by mistake, and API keys.
final class AttributeParameters {
    private static final String FIELD = "attributes";
    private static final String CONTEXT = "context";
    private static final char MARK = '.';

    private AttributeParameters() {}

    static RequestAttributes read(
            MultiValueMap<String, String> query, @Nullable JsonNode bodyAttributes) {
        Map<String, AttributeValue> values = new HashMap<>();
        query.forEach((name, texts) -> {
            if (name.length() > 1 && name.charAt(0) == MARK && !isContext(name.substring(1))) {
                values.put(ApiKeys.redacted(name.substring(1)), ofQuery(texts));
            }
        });
        if (bodyAttributes != null && !bodyAttributes.isNull()) {
            readBody(bodyAttributes, values);
        }
        return RequestAttributes.of(values);
    }

    private static boolean isContext(String name) {
        return name.equalsIgnoreCase(CONTEXT);
    }

    private static AttributeValue ofQuery(List<String> texts) {
        List<String> given =
                texts.stream().map(text -> text == null ? "" : ApiKeys.redacted(text)).toList();
        return given.size() == 1
                ? new AttributeValue.Text(given.getFirst())
                : new AttributeValue.Texts(given);
    }

    private static void readBody(JsonNode attributes, Map<String, AttributeValue> values) {
        if (!attributes.isObject()) {
            throw wrong(FIELD, "Send attributes as a JSON object.");
        }
        for (Map.Entry<String, JsonNode> entry : attributes.properties()) {
            if (!entry.getValue().isNull() && !isContext(entry.getKey())) {
                String name = ApiKeys.redacted(entry.getKey());
                values.put(name, value(FIELD + MARK + name, entry.getValue()));
            }
        }
    }

    private static AttributeValue value(String field, JsonNode value) {
        if (value.isString()) {
            return new AttributeValue.Text(ApiKeys.redacted(value.stringValue()));
        }
        if (value.isBoolean()) {
            return new AttributeValue.Flag(value.booleanValue());
        }
        if (value.isNumber()) {
            return new AttributeValue.Numeric(value.decimalValue());
        }
        if (value.isArray()) {
            return new AttributeValue.Texts(texts(field, value));
        }
        throw wrong(field, "An attribute is a string, number, boolean or array of strings.");
    }

    private static List<String> texts(String field, JsonNode array) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array) {
            if (!element.isString()) {
                throw wrong(field, "An array of an attribute holds strings only.");
            }
            texts.add(ApiKeys.redacted(element.stringValue()));
        }
        return texts;
    }

    private static ProblemException wrong(String field, String description) {
        return Problem.ofField(Reason.INVALID_REQUEST, field, description).exception();
    }
}
