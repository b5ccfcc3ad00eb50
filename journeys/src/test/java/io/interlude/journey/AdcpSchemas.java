package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The protocol's own schemas, version 3.0.6.
final class AdcpSchemas {
    /// Where they are said to be: their ids are paths, and the validator takes URLs.
    private static final String HOST = "https://adcp.example";

    private static final String ROOT = HOST + "/schemas/3.0.6/";

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_7, builder -> builder.schemas(read()));

    private AdcpSchemas() {}

    private static Map<String, String> read() {
        try (InputStream packed =
                        Objects.requireNonNull(
                                AdcpSchemas.class.getResourceAsStream(
                                        "/adcp/schemas-3.0.6.json.gz"));
                InputStream text = new GZIPInputStream(packed)) {
            Map<String, String> idToSchema = new HashMap<>();
            Api.JSON
                    .readTree(text.readAllBytes())
                    .properties()
                    .forEach(schema ->
                            idToSchema.put(
                                    HOST + schema.getKey(),
                                    ((ObjectNode) schema.getValue())
                                            .put("$id", HOST + schema.getKey())
                                            .toString()));
            return idToSchema;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param path of the schema, `media-buy/get-products-response`
    static void assertFits(String path, JsonNode answer) {
        assertThat(REGISTRY.getSchema(SchemaLocation.of(ROOT + path + ".json")).validate(answer))
                .as("%s: %s", path, answer)
                .isEmpty();
    }
}
