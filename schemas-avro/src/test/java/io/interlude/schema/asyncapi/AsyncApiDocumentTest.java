package io.interlude.schema.asyncapi;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.interlude.schema.client.PortableSchema;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AsyncApiDocumentTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JsonNode document = JSON.readTree(AsyncApiDocument.text());

    @Test
    void isAnAsyncApiDocument() throws IOException {
        // given
        Schema schema = asyncApi();

        // when, then
        assertThat(schema.validate(AsyncApiDocument.text(), InputFormat.JSON)).isEmpty();
        assertThat(
                        schema.validate(
                                AsyncApiDocument.text().replace("\"send\"", "\"shout\""),
                                InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void hasEveryTopicWithItsRecord() {
        // then
        assertThat(List.copyOf(document.path("channels").propertyNames()))
                .isEqualTo(Topics.all().stream().map(Topic::name).toList());
        for (Topic<?> topic : Topics.all()) {
            JsonNode channel = document.path("channels").path(topic.name());
            String record = topic.valueType().getSimpleName();
            assertThat(channel.path("address").asString()).isEqualTo(topic.name());
            assertThat(document.at(place(channel.at("/messages/" + record))).path("x-subject"))
                    .asString()
                    .contains(topic.name() + "-value");
        }
    }

    @Test
    void hasEverySchemaAsTheRegistryHasIt() {
        for (Topic<?> topic : Topics.all()) {
            // given
            String record = topic.valueType().getSimpleName();
            JsonNode message = document.path("components").path("messages").path(record);

            // when
            JsonNode payload = document.at(place(message.path("payload")));

            // then
            assertThat(payload.path("schema"))
                    .isEqualTo(
                            JSON.readTree(
                                    PortableSchema.text(
                                            SpecificData.get().getSchema(topic.valueType()))));
            assertThat(payload.path("schemaFormat").asString())
                    .startsWith("application/vnd.apache.avro");
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        assertThat(document.findValues("$ref"))
                .hasSizeGreaterThan(4 * Topics.all().size() - 1)
                .allSatisfy(reference ->
                        assertThat(document.at(reference.asString().substring(1)).isObject())
                                .as(reference.asString())
                                .isTrue());
    }

    private static String place(JsonNode reference) {
        return reference.path("$ref").asString().substring(1);
    }

    private static Schema asyncApi() throws IOException {
        try (InputStream file =
                requireNonNull(
                        AsyncApiDocumentTest.class.getResourceAsStream(
                                "/asyncapi/asyncapi-3.0.0.json"))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(file, InputFormat.JSON);
        }
    }
}
