package io.interlude.agent.adcp;

import java.net.URI;

/// The seller, as buyers see it.
///
/// @param agentUrl where the tools are, by which formats are told apart
/// @param domain of the publisher
public record Seller(URI agentUrl, String domain) {
    /// The seller behind the product's public address.
    public static Seller at(URI baseUrl) {
        String host = baseUrl.getHost();
        return new Seller(URI.create(baseUrl + "/mcp"), host == null ? "localhost" : host);
    }
}
