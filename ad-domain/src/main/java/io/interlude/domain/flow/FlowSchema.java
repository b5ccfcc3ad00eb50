package io.interlude.domain.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The published JSON Schema (draft 2020-12) of a flow of major version 1: sections 2.4 and 8 of
/// the specification, as far as a schema can say them. [FlowRules] says the rest.
public final class FlowSchema {
    private static final String RESOURCE = "flow-1.json";

    private FlowSchema() {}

    /// The schema as JSON text.
    public static String json() {
        try (InputStream resource = FlowSchema.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("resource is missing: " + RESOURCE);
            }
            return new String(resource.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
