package io.interlude.schema.topic;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/// The text of `docs/events.md`, made from the topic catalogue and the schemas.
final class EventsPage {
    private final Map<String, Schema> nameToShared = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private EventsPage() {}

    static String text() {
        EventsPage page = new EventsPage();
        page.writeIntroduction();
        page.writeTopics();
        Topics.all().forEach(page::writeRecord);
        page.writeSharedTypes();
        return page.text.toString();
    }

    private void writeIntroduction() {
        text.append(
                """
                # Events

                Every topic, and every field of its records. This page is made from the schemas under
                `schemas-avro/src/main/avro`, and a test there fails when the two differ. A running product serves the same
                as an AsyncAPI 3.0 document at `/asyncapi.json`, to everybody. How to read the topics: [data teams](data-teams.md).

                Values are Avro in Confluent's wire format: a zero byte, the schema's id in four bytes, then the
                record. Keys are strings. Money is a whole number of micros, times are UTC with milliseconds, and a symbol that
                a reader does not know is read as `UNKNOWN`. A default is what a reader has where the writer knew no such field;
                a field without one has been there from the first version.

                ## Names

                - A topic is `family.plural-noun` in kebab case: `ads.*` is the journal, `catalogue.*` what publishers and advertisers
                  set up, `state.*` what the aggregator makes of the journal. It holds one record type.
                - A record type is named after what happened, in the past tense (`ClickRecorded`), or after what it keeps
                  (`RollupCell`), in the namespace `io.interlude.schema`.
                - The subject of a topic is its name and `-value` (Confluent's TopicNameStrategy); its compatibility is `FULL_TRANSITIVE`:
                  versions only gain fields with defaults. Keys have no subject.
                - Names are never used again for something else.

                ## Topics

                The journal (`ads.*`) is only ever appended to and kept for ever, unless configured otherwise. The
                catalogue and the state are compacted: the newest record of a key counts. `catalogue.history` has every
                change of the catalogue, `catalogue.erasures` every erasure, `ads.manifests` the [manifests](audits.md#manifests) of the
                journal; they are kept for ever, whatever is configured for the journal. `catalogue.subscriber-keys` is compacted within
                minutes, so that a destroyed secret goes from the disk ([ADR 4](adr/0004-erasure.md)). `_schemas`, with one
                partition and compacted, holds the embedded registry's versions in Confluent's own JSON format.

                """);
    }

    private void writeTopics() {
        text.append("| topic | record | key | partition | kept |\n|---|---|---|---|---|\n");
        for (Topic<?> topic : Topics.all()) {
            Placement placement = Placement.of(topic);
            String record = topic.valueType().getSimpleName();
            text.append(
                    "| `%s` | [%s](#%s) | %s | %s | %s |\n"
                            .formatted(
                                    topic.name(),
                                    record,
                                    anchor(record),
                                    placement.key(),
                                    placement.partition(),
                                    kept(topic)));
        }
    }

    private static String kept(Topic<?> topic) {
        if (topic.equals(Topics.ERASED_SUBSCRIBERS) || topic.equals(Topics.ENDED_SESSIONS)) {
            return "a day";
        }
        return topic.compacted() ? "newest of a key" : "all";
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
        text.append("\n| field | type | default | meaning |\n|---|---|---|---|\n");
        for (Schema.Field field : schema.getFields()) {
            text.append(
                    "| `%s` | %s | %s | %s |\n"
                            .formatted(
                                    field.name(),
                                    type(field.schema()),
                                    defaultOf(field),
                                    field.doc()));
        }
    }

    private static String defaultOf(Schema.Field field) {
        if (!field.hasDefaultValue()) {
            return "";
        }
        return switch (field.defaultVal()) {
            case JsonProperties.Null _ -> "null";
            case String text -> "`\"%s\"`".formatted(text);
            case Object other -> "`%s`".formatted(other);
        };
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
