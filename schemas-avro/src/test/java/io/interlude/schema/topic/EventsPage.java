package io.interlude.schema.topic;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/// The text of `docs/events.md`, made from the topic catalogue and the schemas.
final class EventsPage {
    private static final String FETCH_PARTITION =
            "hash of (org, subscriber), else any; the fetch id names it";

    private static final Map<Topic<?>, Placement> TOPIC_TO_PLACEMENT = placements();

    private final Map<String, Schema> nameToShared = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private EventsPage() {}

    /// @param key what the record's key is
    /// @param partition how the record finds its partition
    private record Placement(String key, String partition) {}

    static String text() {
        EventsPage page = new EventsPage();
        page.writeIntroduction();
        page.writeTopics();
        Topics.all().forEach(page::writeRecord);
        page.writeSharedTypes();
        return page.text.toString();
    }

    private static Map<Topic<?>, Placement> placements() {
        Map<Topic<?>, Placement> placements = new LinkedHashMap<>();
        for (Topic<?> topic : Topics.folded()) {
            placements.put(topic, new Placement("fetch id", "the fetch's"));
        }
        Placement fetch = new Placement("subscriber, else fetch id", FETCH_PARTITION);
        placements.put(Topics.FETCHES, fetch);
        placements.put(Topics.NO_FILLS, fetch);
        placements.put(Topics.CORRECTIONS, new Placement("fetch id or none", "the event's"));
        placements.put(Topics.REJECTED, new Placement("fetch id or none", "the fetch's, else any"));
        for (Topic<?> topic : Topics.catalogue()) {
            placements.put(topic, new Placement("`org/id`", "the only one"));
        }
        placements.put(Topics.CREATIVES, new Placement("`org/id/version`", "the only one"));
        placements.put(Topics.PACING, new Placement("line item", "hash of the key"));
        placements.put(Topics.ENGAGEMENT, new Placement("creative", "hash of the key"));
        placements.put(Topics.ROLLUPS, new Placement("cell", "hash of the key"));
        return placements;
    }

    private void writeIntroduction() {
        text.append(
                """
                # Events

                Every topic, and every field of its records. This page is made from the schemas under
                `schemas-avro/src/main/avro`, and a test there fails when the two differ.

                Values are Avro in Confluent's wire format: a zero byte, the schema's id in four bytes, then the
                record. Keys are strings. The subject of a topic is its name and `-value`; its compatibility is
                `FULL_TRANSITIVE`. Money is a whole number of micros, times are UTC with milliseconds, and a symbol that
                a reader does not know is read as `UNKNOWN`.

                ## Topics

                The journal (`ads.*`) is only ever appended to and kept for ever, unless configured otherwise. The
                catalogue and the state are compacted: the newest record of a key counts. `_schemas`, with one
                partition and compacted, holds the embedded registry's versions in Confluent's own JSON format.

                """);
    }

    private void writeTopics() {
        text.append("| topic | record | key | partition | kept |\n|---|---|---|---|---|\n");
        for (Topic<?> topic : Topics.all()) {
            Placement placement = placement(topic);
            String record = topic.valueType().getSimpleName();
            text.append(
                    "| `%s` | [%s](#%s) | %s | %s | %s |\n"
                            .formatted(
                                    topic.name(),
                                    record,
                                    anchor(record),
                                    placement.key(),
                                    placement.partition(),
                                    topic.compacted() ? "newest of a key" : "all"));
        }
    }

    private static Placement placement(Topic<?> topic) {
        Placement placement = TOPIC_TO_PLACEMENT.get(topic);
        if (placement == null) {
            throw new IllegalStateException("say here how " + topic.name() + " is keyed");
        }
        return placement;
    }

    private void writeRecord(Topic<?> topic) {
        writeType(SpecificData.get().getSchema(topic.valueType()));
    }

    private void writeSharedTypes() {
        int written = 0;
        while (written < nameToShared.size()) {
            Schema next = List.copyOf(nameToShared.values()).get(written);
            writeType(next);
            written++;
        }
    }

    private void writeType(Schema schema) {
        text.append("\n## %s\n\n%s\n".formatted(schema.getName(), schema.getDoc()));
        if (schema.getType() == Schema.Type.ENUM) {
            text.append("\nOne of ")
                    .append(
                            schema.getEnumSymbols().stream()
                                    .map(symbol -> "`" + symbol + "`")
                                    .collect(joining(", ")))
                    .append(".\n");
            return;
        }
        text.append("\n| field | type | meaning |\n|---|---|---|\n");
        for (Schema.Field field : schema.getFields()) {
            text.append(
                    "| `%s` | %s | %s |\n"
                            .formatted(field.name(), type(field.schema()), field.doc()));
        }
    }

    private String type(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM -> {
                nameToShared.putIfAbsent(schema.getFullName(), schema);
                yield "[%s](#%s)".formatted(schema.getName(), anchor(schema.getName()));
            }
            case ARRAY -> "list of " + type(schema.getElementType());
            case MAP -> "map of " + type(schema.getValueType());
            case UNION ->
                    schema.getTypes().stream()
                            .filter(branch -> branch.getType() != Schema.Type.NULL)
                            .map(branch -> type(branch) + ", or null")
                            .collect(joining(" or "));
            default ->
                    schema.getLogicalType() == null
                            ? schema.getName()
                            : schema.getLogicalType().getName();
        };
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT);
    }
}
