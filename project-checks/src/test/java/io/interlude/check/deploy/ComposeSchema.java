package io.interlude.check.deploy;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The file is one by the Compose Specification.
final class ComposeSchema implements DeployCheck {
    private static final Schema SCHEMA = schema();

    @Override
    public Stream<String> findings(DeployFiles files) {
        return SCHEMA.validate(ComposeFile.of(files).root()).stream()
                .map(error -> ComposeFile.PATH + ": " + error);
    }

    private static Schema schema() {
        try (InputStream in =
                Objects.requireNonNull(
                        ComposeSchema.class.getResourceAsStream("/compose/compose-spec.json"))) {
            ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree(in.readAllBytes());
            // It names the dialect by a URL that is not the dialect's own, and itself by draft 4's
            // `id`.
            schema.remove("$schema");
            removeIds(schema);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09)
                    .getSchema(schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void removeIds(JsonNode node) {
        if (node instanceof ObjectNode object && object.path("id").isString()) {
            object.remove("id");
        }
        node.forEach(ComposeSchema::removeIds);
    }
}
