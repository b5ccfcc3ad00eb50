package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/// An agent of a buyer: the protocol's tasks over MCP, by its official client, each answer held to
/// the protocol's schema.
final class AdcpBuyer implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Map<String, String> TASK_TO_SCHEMA =
            Map.of(
                    "get_adcp_capabilities", "protocol/get-adcp-capabilities-response",
                    "list_accounts", "account/list-accounts-response",
                    "get_products", "media-buy/get-products-response",
                    "list_creative_formats", "media-buy/list-creative-formats-response",
                    "create_media_buy", "media-buy/create-media-buy-response",
                    "tasks_get", "core/tasks-get-response",
                    "get_media_buys", "media-buy/get-media-buys-response",
                    "get_media_buy_delivery", "media-buy/get-media-buy-delivery-response",
                    "sync_creatives", "creative/sync-creatives-response",
                    "update_media_buy", "media-buy/update-media-buy-response");

    private final McpSyncClient client;

    AdcpBuyer(URI product, String key) {
        client =
                McpClient.sync(
                                HttpClientStreamableHttpTransport.builder(product.toString())
                                        .endpoint("/mcp")
                                        .requestBuilder(
                                                HttpRequest.newBuilder()
                                                        .header("Authorization", "Bearer " + key))
                                        .build())
                        .requestTimeout(DEADLINE)
                        .build();
        var _ = client.initialize();
    }

    JsonNode answer(String task, String arguments) {
        CallToolResult result = call(task, arguments);
        JsonNode answer = Json.MAPPER.valueToTree(result.structuredContent());
        assertThat(result.isError()).as("%s: %s", task, answer).isFalse();
        AdcpSchemas.assertFits(TASK_TO_SCHEMA.getOrDefault(task, task), answer);
        return answer;
    }

    /// The error, which is where the protocol has it over MCP and in its schemas.
    JsonNode error(String task, String arguments) {
        CallToolResult result = call(task, arguments);
        JsonNode answer = Json.MAPPER.valueToTree(result.structuredContent());
        assertThat(result.isError()).as("%s: %s", task, answer).isTrue();
        assertThat(answer.path("errors").path(0)).isEqualTo(answer.path("adcp_error"));
        AdcpSchemas.assertFits("core/error", answer.path("adcp_error"));
        return answer.path("adcp_error");
    }

    private CallToolResult call(String task, String arguments) {
        Map<String, Object> values =
                Json.MAPPER.readValue(arguments, new TypeReference<TreeMap<String, Object>>() {});
        return client.callTool(CallToolRequest.builder(task).arguments(values).build());
    }

    @Override
    public void close() {
        client.close();
    }
}
