package io.interlude.schema.registry.rest;

import static java.util.Objects.requireNonNull;

import java.util.List;

/// The registry's answer.
///
/// @param body JSON
/// @param allow methods that the path has, for the header `Allow`; empty but for status 405
public record RegistryResponse(int status, String body, List<String> allow) {
    /// Media type of every body.
    public static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";

    public RegistryResponse {
        requireNonNull(body, "body is null");
        allow = List.copyOf(allow);
    }
}
