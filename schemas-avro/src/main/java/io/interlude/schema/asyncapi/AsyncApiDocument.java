package io.interlude.schema.asyncapi;

import static java.util.Objects.requireNonNull;

import io.interlude.schema.client.PortableSchema;
import io.interlude.schema.topic.Placement;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The topics as an AsyncAPI 3.0 document: a channel for each topic, and for its records a message
/// with the Avro schema that the registry has. Made from the topic catalogue and the schemas, so
/// that there is nothing to keep in step.
public final class AsyncApiDocument {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String AVRO = "application/vnd.apache.avro+json;version=1.9.0";
    private static final String BINDING_VERSION = "0.5.0";

    /// Subjects are `FULL_TRANSITIVE`: whatever is added, a reader of this version reads on.
    private static final String VERSION = "1.0.0";

    private static final String DESCRIPTION =
            """
            Everything that Interlude writes to Kafka. `ads.*` is the journal: it is only appended to. \
            `catalogue.*` and `state.*` are compacted: the newest record of a key counts. Values are Avro \
            in Confluent's wire format (a zero byte, the schema's id in four bytes, the record), keys are \
            strings. A topic's subject in the schema registry is its name and `-value`.\
            """;

    private AsyncApiDocument() {}

    /// The document as JSON text. The server is the broker that `./interlude up` starts: a site
    /// with its own knows its own address.
    public static String text() {
        ObjectNode document = JSON.createObjectNode();
        document.put("asyncapi", "3.0.0");
        document.set("info", info());
        document.put("defaultContentType", "application/vnd.apache.avro+binary");
        document.set("servers", node(Map.of("local", server())));
        ObjectNode channels = document.putObject("channels");
        ObjectNode operations = document.putObject("operations");
        ObjectNode components = document.putObject("components");
        ObjectNode messages = components.putObject("messages");
        ObjectNode schemas = components.putObject("schemas");
        for (Topic<?> topic : Topics.all()) {
            Schema schema = SpecificData.get().getSchema(topic.valueType());
            channels.set(topic.name(), channel(topic, schema));
            operations.set("write " + topic.name(), operation(topic, schema));
            messages.set(schema.getName(), message(topic, schema));
            schemas.set(schema.getName(), avro(schema));
        }
        return document.toString();
    }

    private static JsonNode info() {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("title", "Interlude's topics");
        info.put("version", VERSION);
        info.put("description", DESCRIPTION);
        return node(info);
    }

    private static Map<String, Object> server() {
        Map<String, Object> server = new LinkedHashMap<>();
        server.put("host", "127.0.0.1:19092");
        server.put("protocol", "kafka");
        server.put("description", "The broker of `./interlude up`, with its settings left alone.");
        server.put(
                "bindings",
                Map.of(
                        "kafka",
                        Map.of(
                                "schemaRegistryUrl",
                                "http://127.0.0.1:8080/registry",
                                "schemaRegistryVendor",
                                "confluent",
                                "bindingVersion",
                                BINDING_VERSION)));
        return server;
    }

    private static JsonNode channel(Topic<?> topic, Schema schema) {
        Map<String, Object> channel = new LinkedHashMap<>();
        channel.put("address", topic.name());
        channel.put("description", doc(schema));
        channel.put(
                "messages",
                Map.of(schema.getName(), reference("components/messages/" + schema.getName())));
        Map<String, Object> kafka = new LinkedHashMap<>();
        kafka.put(
                "topicConfiguration",
                Map.of("cleanup.policy", List.of(topic.compacted() ? "compact" : "delete")));
        kafka.put("bindingVersion", BINDING_VERSION);
        channel.put("bindings", Map.of("kafka", kafka));
        return node(channel);
    }

    private static JsonNode operation(Topic<?> topic, Schema schema) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("action", "send");
        operation.put("channel", reference("channels/" + topic.name()));
        operation.put(
                "messages",
                List.of(
                        reference(
                                "channels/%s/messages/%s"
                                        .formatted(topic.name(), schema.getName()))));
        return node(operation);
    }

    private static JsonNode message(Topic<?> topic, Schema schema) {
        Placement placement = Placement.of(topic);
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("type", "string");
        key.put(
                "description",
                "%s; partition: %s".formatted(placement.key(), placement.partition()));
        Map<String, Object> kafka = new LinkedHashMap<>();
        kafka.put("key", key);
        kafka.put("schemaIdLocation", "payload");
        kafka.put("schemaIdPayloadEncoding", "confluent");
        kafka.put("schemaLookupStrategy", "TopicNameStrategy");
        kafka.put("bindingVersion", BINDING_VERSION);
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("name", schema.getFullName());
        message.put("title", schema.getName());
        message.put("summary", doc(schema));
        message.put("payload", reference("components/schemas/" + schema.getName()));
        message.put("bindings", Map.of("kafka", kafka));
        message.put("x-subject", topic.subject());
        return node(message);
    }

    private static JsonNode avro(Schema schema) {
        Map<String, Object> avro = new LinkedHashMap<>();
        avro.put("schemaFormat", AVRO);
        avro.put("schema", JSON.readTree(PortableSchema.text(schema)));
        return node(avro);
    }

    private static String doc(Schema schema) {
        return requireNonNull(schema.getDoc(), "a record says what it is");
    }

    private static Map<String, Object> reference(String place) {
        return Map.of("$ref", "#/" + place);
    }

    private static JsonNode node(Map<String, ?> value) {
        return JSON.valueToTree(value);
    }
}
