package io.interlude.manage.goal;

import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.lineitem.MoneyJson;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Conversion goals: `{id, name, match: {names}, count, clickWindow, viewWindow, value?}`. Unless
/// given: `count` is `one` per fetch, `clickWindow` `P30D`, and `viewWindow` `PT0S`, so that a
/// click is needed. A goal that a line item names cannot be archived.
public final class ConversionGoals implements ResourceKind<ConversionGoalChanged> {
    private static final String NAME = "name";
    private static final String MATCH = "match";
    private static final String NAMES = "names";
    private static final String COUNT = "count";
    private static final String CLICK_WINDOW = "clickWindow";
    private static final String VIEW_WINDOW = "viewWindow";
    private static final String VALUE = "value";

    private static final int MOST_NAMES = 100;
    private static final int MAX_CONVERSION_NAME_CHARACTERS = 64;
    private static final int MAX_WINDOW_CHARACTERS = 32;
    private static final Duration DEFAULT_CLICK_WINDOW = Duration.ofDays(30);

    /// Conversions are kept as facts for as long.
    private static final Duration LONGEST_WINDOW = Duration.ofDays(400);

    private static final Choices<Boolean> EVERY =
            Choices.of(new TreeMap<>(Map.of("one", false, "every", true)));

    @Override
    public Topic<ConversionGoalChanged> topic() {
        return Topics.CONVERSION_GOALS;
    }

    @Override
    public String pathSegment() {
        return "conversion-goals";
    }

    @Override
    public String section() {
        return "conversionGoals";
    }

    @Override
    public boolean openToReadKeys() {
        return true;
    }

    @Override
    public String noun() {
        return "conversion goal";
    }

    @Override
    public boolean optionalInImports() {
        return true;
    }

    @Override
    public ConversionGoalChanged blank() {
        return new ConversionGoalChanged();
    }

    @Override
    public ConversionGoalChanged decode(Fields fields, Editing<ConversionGoalChanged> editing) {
        ConversionGoalChanged value = blank();
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setNames(names(fields));
        value.setEvery(fields.choice(COUNT, EVERY, false));
        value.setClickWindowMillis(window(fields, CLICK_WINDOW, DEFAULT_CLICK_WINDOW));
        value.setViewWindowMillis(window(fields, VIEW_WINDOW, Duration.ZERO));
        value.setValue(MoneyJson.read(fields, VALUE));
        return value;
    }

    private static List<String> names(Fields fields) {
        fields.require(MATCH);
        Fields match = fields.object(MATCH);
        if (match == null) {
            return List.of();
        }
        match.require(NAMES);
        List<String> names =
                match.texts(NAMES, MOST_NAMES, MAX_CONVERSION_NAME_CHARACTERS, (name, _) -> name);
        JsonNode given = match.json().path(NAMES);
        if (given.isArray() && given.isEmpty()) {
            match.broken(NAMES, "length", "Give at least one name.");
        }
        return names;
    }

    private static long window(Fields fields, String name, Duration byDefault) {
        String text = fields.text(name, MAX_WINDOW_CHARACTERS);
        if (text == null) {
            return byDefault.toMillis();
        }
        try {
            Duration window = Duration.parse(text);
            if (!window.isNegative() && window.compareTo(LONGEST_WINDOW) <= 0) {
                return window.toMillis();
            }
            fields.broken(name, "range", "Give a duration of 0 to 400 days.");
        } catch (DateTimeException _) {
            fields.broken(name, "duration", "Give an ISO-8601 duration such as P30D.");
        }
        return byDefault.toMillis();
    }

    @Override
    public void encode(ConversionGoalChanged value, ObjectNode json) {
        json.put(NAME, value.getName());
        ArrayNode names = json.putObject(MATCH).putArray(NAMES);
        value.getNames().forEach(names::add);
        json.put(COUNT, value.getEvery() ? "every" : "one")
                .put(CLICK_WINDOW, text(value.getClickWindowMillis()))
                .put(VIEW_WINDOW, text(value.getViewWindowMillis()));
        MoneyJson.write(json, VALUE, value.getValue());
    }

    /// Whole days as days, as people write them.
    private static String text(long millis) {
        Duration window = Duration.ofMillis(millis);
        long days = window.toDays();
        return days > 0 && window.equals(Duration.ofDays(days))
                ? "P" + days + "D"
                : window.toString();
    }

    @Override
    public List<String> referrers(ConversionGoalChanged value, LiveCatalogue live) {
        return live.all(Topics.LINE_ITEMS).stream()
                .filter(lineItem -> lineItem.getConversionGoals().contains(value.getId()))
                .map(CatalogueRecord::getId)
                .toList();
    }
}
