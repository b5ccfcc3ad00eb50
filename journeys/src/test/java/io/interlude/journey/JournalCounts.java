package io.interlude.journey;

import io.interlude.schema.topic.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import tools.jackson.databind.JsonNode;

/// A naive count of one org's journal by line item and creative, with a map and nothing else.
final class JournalCounts {
    private static final Map<String, String> EVENT_TYPE_TO_METRIC =
            Map.of(
                    "send",
                    "sends",
                    "deliver",
                    "delivers",
                    "read",
                    "reads",
                    "click",
                    "clicks",
                    "conversion",
                    "conversions");

    private final Map<String, Map<String, Long>> pairToCounts = new TreeMap<>();
    private final Map<String, String> fetchIdToPair = new HashMap<>();
    private final Set<String> eventIds = new HashSet<>();

    private JournalCounts() {}

    static JournalCounts of(Journals journals, String orgId) {
        JournalCounts counts = new JournalCounts();
        journals.read(Topics.FETCHES).stream()
                .filter(next -> isOf(next, orgId))
                .forEach(counts::addFetch);
        for (var topic : List.of(Topics.DELIVERIES, Topics.CLICKS, Topics.CONVERSIONS)) {
            journals.read(topic).stream()
                    .filter(next -> isOf(next, orgId))
                    .forEach(counts::addEvent);
        }
        return counts;
    }

    private static boolean isOf(GenericRecord next, String orgId) {
        return String.valueOf(next.get("orgId")).equals(orgId);
    }

    private void addFetch(GenericRecord fetch) {
        String pair = fetch.get("lineItemId") + "/" + fetch.get("creativeId");
        fetchIdToPair.put(String.valueOf(fetch.get("fetchId")), pair);
        add(pair, "fetches");
    }

    private void addEvent(GenericRecord event) {
        if (eventIds.add(String.valueOf(event.get("eventId")))) {
            String pair =
                    Objects.requireNonNull(fetchIdToPair.get(String.valueOf(event.get("fetchId"))));
            add(
                    pair,
                    Objects.requireNonNull(
                            EVENT_TYPE_TO_METRIC.get(String.valueOf(event.get("eventType")))));
        }
    }

    private void add(String pair, String metric) {
        pairToCounts.computeIfAbsent(pair, _ -> new TreeMap<>()).merge(metric, 1L, Long::sum);
    }

    long total(String metric) {
        return pairToCounts.values().stream()
                .mapToLong(counts -> counts.getOrDefault(metric, 0L))
                .sum();
    }

    long totalEvents() {
        return EVENT_TYPE_TO_METRIC.values().stream().mapToLong(this::total).sum();
    }

    /// What the report's rows say otherwise, or not at all.
    List<String> differences(List<JsonNode> rows) {
        List<String> differences = new ArrayList<>();
        Map<String, JsonNode> pairToRow = new HashMap<>();
        for (JsonNode row : rows) {
            pairToRow.put(
                    row.path("lineItem").asString() + "/" + row.path("creative").asString(), row);
        }
        if (!pairToRow.keySet().equals(pairToCounts.keySet())) {
            differences.add("rows " + pairToRow.keySet() + " for " + pairToCounts.keySet());
            return differences;
        }
        pairToCounts.forEach((pair, counts) ->
                counts.forEach((metric, count) -> {
                    long reported =
                            Objects.requireNonNull(pairToRow.get(pair)).path(metric).asLong(-1);
                    if (reported != count) {
                        differences.add(pair + " " + metric + ": " + reported + " for " + count);
                    }
                }));
        return differences;
    }
}
