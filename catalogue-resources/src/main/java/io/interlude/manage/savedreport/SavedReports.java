package io.interlude.manage.savedreport;

import io.interlude.journal.json.Json;
import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.SavedReportChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Saved reports: `{id, name, query}`. The query is what follows the question mark of `GET
/// /v1/reports`, or the same as an object: each parameter a text, a number, a truth value or a list
/// of them. It is kept as it was given; the report itself judges its parameters.
public final class SavedReports implements ResourceKind<SavedReportChanged> {
    private static final String NAME = "name";
    private static final String QUERY = "query";
    private static final int MAX_QUERY_CHARACTERS = 4_096;
    private static final int MOST_VALUES = 1_000;
    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9_.-]{1,74}");

    @Override
    public Topic<SavedReportChanged> topic() {
        return Topics.SAVED_REPORTS;
    }

    @Override
    public String pathSegment() {
        return "saved-reports";
    }

    @Override
    public String section() {
        return "savedReports";
    }

    @Override
    public boolean optionalInImports() {
        return true;
    }

    @Override
    public boolean openToReadKeys() {
        return true;
    }

    @Override
    public String noun() {
        return "saved report";
    }

    @Override
    public SavedReportChanged blank() {
        return new SavedReportChanged();
    }

    @Override
    public SavedReportChanged decode(Fields fields, Editing<SavedReportChanged> editing) {
        SavedReportChanged value = blank();
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setQueryJson(query(fields));
        return value;
    }

    private static String query(Fields fields) {
        fields.require(QUERY);
        JsonNode query = fields.value(QUERY);
        if (query == null) {
            return "";
        }
        if (query.isString()) {
            fields.text(QUERY, MAX_QUERY_CHARACTERS);
        } else {
            Fields parameters = fields.object(QUERY);
            if (parameters != null) {
                query.propertyNames().forEach(name -> check(parameters, name));
            }
        }
        String json = Json.MAPPER.writeValueAsString(query);
        if (query.isObject() && json.length() > MAX_QUERY_CHARACTERS) {
            fields.broken(QUERY, "length", "Give at most 4,096 characters.");
        }
        return json;
    }

    private static void check(Fields parameters, String name) {
        if (!PARAMETER.matcher(name).matches()) {
            parameters.broken(
                    name, "pattern", "Name a parameter in 1 to 74 letters, digits, _, . and -.");
            return;
        }
        JsonNode value = parameters.value(name);
        if (value != null && value.isArray()) {
            parameters.texts(name, MOST_VALUES, MAX_QUERY_CHARACTERS);
        } else if (value != null && !value.isNumber() && !value.isBoolean()) {
            parameters.text(name, MAX_QUERY_CHARACTERS);
        }
    }

    @Override
    public void encode(SavedReportChanged value, ObjectNode json) {
        json.put(NAME, value.getName());
        ResourceJson.putKept(json, QUERY, value.getQueryJson());
    }
}
