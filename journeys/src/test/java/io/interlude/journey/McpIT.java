package io.interlude.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.json.Json;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tools of `/mcp` as agents have them: by the protocol's own Java client, over HTTP, to the
/// product as a process of its own.
class McpIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final String ORDER =
            """
            {"campaign": {"id": "by-agent", "name": "By an agent", "advertiserName": "Acme"},
             "lineItem": {"id": "agent-line", "name": "Boots",
                          "price": {"model": "cpm", "amount": {"amount": "2.00", "currency": "USD"}},
                          "timeZone": "UTC", "goal": {"impressions": 100}, "pacing": "asap",
                          "endAt": "2036-01-01T00:00:00Z"},
             "creatives": [{"id": "agent-card", "type": "card",
                            "card": {"title": "Boots", "disclosure": "Sponsored",
                                     "actions": [{"text": "Go", "url": "https://shop.example.com/"}]}}]}\
            """;
    private static final String[] BUYERS_TOOLS = {
        "get_adcp_capabilities", "list_accounts", "get_products", "list_creative_formats",
        "create_media_buy", "tasks_get", "get_media_buys", "get_media_buy_delivery",
        "sync_creatives", "update_media_buy"
    };
    private static final String ASK = "{\"adUnit\": \"pause\", \"subscriber\": \"s1\"}";
    private static final String LINE_ITEM =
            "groupBy=lineItem&lineItem=agent-line&metrics=fetches,reads";

    @TempDir private static Path folder;

    private static ProductProcess product;
    private static Bookings booked;
    private static McpSyncClient manager;
    private static McpSyncClient reader;
    private static McpSyncClient assistant;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        product = ProductProcess.start(folder);
        booked = Bookings.make(product, "agents");
        String readKey =
                booked.management()
                        .expect(201, "POST", "/v1/manage/keys", "{\"kind\": \"read\"}")
                        .path("key")
                        .asString();
        manager = client(booked.management().key());
        reader = client(readKey);
        assistant = client(booked.publisher().key());
    }

    @AfterAll
    static void stop() throws IOException {
        List.of(manager, reader, assistant).forEach(McpSyncClient::close);
        product.close();
    }

    private static McpSyncClient client(String key) {
        McpSyncClient client =
                McpClient.sync(
                                HttpClientStreamableHttpTransport.builder(product.url().toString())
                                        .endpoint("/mcp")
                                        .requestBuilder(
                                                HttpRequest.newBuilder()
                                                        .header("Authorization", "Bearer " + key))
                                        .build())
                        .requestTimeout(DEADLINE)
                        .build();
        assertThat(client.initialize().serverInfo().name()).isEqualTo("interlude");
        return client;
    }

    @Test
    void listsItsToolsToEveryKeyWithExactArguments() {
        for (McpSyncClient client : List.of(manager, reader, assistant)) {
            Map<String, Tool> tools =
                    client.listTools().tools().stream()
                            .collect(Collectors.toMap(Tool::name, tool -> tool));

            assertThat(tools).containsKeys(BUYERS_TOOLS);
            assertThat(tools.values())
                    .allSatisfy(tool -> {
                        assertThat(tool.description()).contains("key");
                        assertThat(tool.inputSchema()).containsEntry("type", "object");
                    });
            List.of(BUYERS_TOOLS).forEach(tools::remove);
            assertThat(tools)
                    .containsOnlyKeys(
                            "get_ad",
                            "report_event",
                            "report",
                            "delivery",
                            "why_not_serving",
                            "explain_decision",
                            "simulate",
                            "book_line_item");
            assertThat(tools.values())
                    .allSatisfy(tool ->
                            assertThat(tool.inputSchema())
                                    .containsEntry("additionalProperties", false));
        }
    }

    /// Booked as drafts by an agent, let go by a person, served to an assistant, and the same
    /// number everywhere.
    @Test
    void anOrderOfAnAgentServesOnceAPersonLetsItGo() throws Exception {
        // given
        JsonNode order = answer(manager, "book_line_item", ORDER);
        assertThat(order.path("status").asString()).isEqualTo("draft");
        assertThat(order.path("lineItemId").asString()).isEqualTo("agent-line");
        assertThat(order.path("campaignId").asString()).isEqualTo("by-agent");
        assertThat(order.path("creativeIds")).hasToString("[\"agent-card\"]");
        assertThat(order.path("violations")).isEmpty();
        assertThat(answer(assistant, "get_ad", ASK).path("filled").asBoolean(true)).isFalse();

        // when
        for (String path :
                List.of("campaigns/by-agent", "line-items/agent-line", "creatives/agent-card")) {
            letGo("/v1/manage/" + path);
        }
        String messageId = served();
        JsonNode recorded =
                answer(
                        assistant,
                        "report_event",
                        """
                        {"eventType": "read", "fetchEventId": "%s", "idempotencyKey": "once"}\
                        """
                                .formatted(messageId));

        // then
        assertThat(recorded.path("eventId").asString()).isNotEmpty();
        Report.await(
                booked.management(),
                LINE_ITEM,
                rows -> rows.size() == 1 && rows.getFirst().path("reads").asLong() == 1);
        assertEverywhereOne();
        assertSimulatedAway();
        assertThat(
                        answer(
                                        reader,
                                        "explain_decision",
                                        "{\"messageId\": \"%s\"}".formatted(messageId))
                                .toString())
                .contains("agent-line");
    }

    /// The fetch of the one ad that is asked for, once it is in the report.
    private static String served() throws IOException, InterruptedException {
        AtomicReference<String> messageId = new AtomicReference<>("");
        Report.await(
                booked.management(),
                LINE_ITEM,
                rows -> {
                    if (messageId.get().isEmpty()) {
                        messageId.set(
                                answer(assistant, "get_ad", ASK).path("messageId").asString(""));
                    }
                    return rows.size() == 1 && rows.getFirst().path("fetches").asLong() == 1;
                });
        return messageId.get();
    }

    private static void assertSimulatedAway() {
        Instant now = Instant.now();
        JsonNode simulation =
                answer(
                        reader,
                        "simulate",
                        """
                        {"from": "%s", "to": "%s",
                         "changes": {"lineItems": [{"id": "agent-line", "status": "paused"}]}}\
                        """
                                .formatted(now.minus(Duration.ofHours(1)), now));
        assertThat(simulation.path("status").asString()).isEqualTo("done");
        assertThat(simulation.path("actual").path(0).path("fetches").asLong()).isEqualTo(1);
        assertThat(simulation.path("simulated")).isEmpty();
        assertThat(
                        answer(
                                reader,
                                "simulate",
                                "{\"id\": \"%s\"}".formatted(simulation.path("id").asString())))
                .isEqualTo(simulation);
    }

    private static void assertEverywhereOne() {
        JsonNode row =
                answer(
                                reader,
                                "report",
                                """
                                {"groupBy": ["lineItem"], "lineItem": "agent-line",
                                 "metrics": ["fetches", "reads", "spend"]}\
                                """)
                        .path("rows")
                        .path(0);
        JsonNode delivery =
                answer(reader, "delivery", "{\"lineItem\": [\"agent-line\"]}")
                        .path("items")
                        .path(0);
        JsonNode diagnosis = answer(reader, "why_not_serving", "{\"lineItem\": \"agent-line\"}");
        assertThat(row.path("fetches").asLong()).isEqualTo(1);
        assertThat(row.path("reads").asLong()).isEqualTo(1);
        assertThat(row.path("spend").asString()).isEqualTo("0.002");
        assertThat(delivery.path("delivered").asLong()).isEqualTo(row.path("fetches").asLong());
        assertThat(diagnosis.path("delivery").path("delivered"))
                .isEqualTo(delivery.path("delivered"));
        assertThat(diagnosis.path("lastHour").path("rows")).isNotEmpty();
    }

    private static void letGo(String path) throws IOException, InterruptedException {
        HttpResponse<String> read = booked.management().call("GET", path, "");
        String status = path.contains("/creatives/") ? "approved" : "active";
        String body =
                ((ObjectNode) Json.MAPPER.readTree(read.body())).put("status", status).toString();
        assertThat(
                        booked.management()
                                .put(path, read.headers().firstValue("ETag").orElseThrow(), body)
                                .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aRefusedOrderLeavesNothingBehindAndNamesThePartAtFault() throws Exception {
        String before =
                booked.management().expect(200, "GET", "/v1/manage/catalogue", "").toString();

        JsonNode refusal =
                refusal(
                        manager,
                        "book_line_item",
                        ORDER.replace("by-agent", "other")
                                .replace("agent-", "other-")
                                .replace("https://shop", "ftp://shop"));

        assertThat(refusal.path("reason").asString()).isEqualTo("invalid_creative");
        assertThat(refusal.path("violations").path(0).path("path").asString())
                .isEqualTo("creatives[0].card.actions[0].url");
        assertThat(booked.management().expect(200, "GET", "/v1/manage/catalogue", "").toString())
                .isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "reader, book_line_item",
        "assistant, book_line_item",
        "assistant, report",
        "assistant, delivery",
        "assistant, why_not_serving",
        "reader, get_ad",
    })
    void aToolRefusesTheKeyThatTheInterfaceRefuses(String who, String tool) {
        Map<String, String> toolToArguments =
                Map.of("book_line_item", ORDER, "why_not_serving", "{\"lineItem\": \"x\"}");

        JsonNode refusal =
                refusal(
                        who.equals("reader") ? reader : assistant,
                        tool,
                        toolToArguments.getOrDefault(tool, "{}"));

        assertThat(refusal.path("reason").asString()).isEqualTo("key_not_allowed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "get_ad | {\"adunit\": \"pause\"} | adunit",
                "get_ad | {\"turn\": \"three\"} | turn",
                "report_event | {\"eventType\": \"read\"} | fetchEventId",
                "report_event | {\"eventType\": \"read\", \"fetchEventId\":"
                        + " \"native-01a1fe70-6527-8004-bf50-000b9218da12\","
                        + " \"idempotencyKey\": \"a\\nb\"} | idempotencyKey",
                "report | {\"granularity\": \"week\"} | granularity",
                "why_not_serving | {} | lineItem",
                "explain_decision | {\"messageId\": \"x\"} | messageId",
                "simulate | {} | from",
                "book_line_item | {\"lineItem\": {\"name\": \"n\"}} | lineItem.price",
            })
    void badArgumentsAreRefusedByName(String tool, String arguments, String field) {
        JsonNode refusal = refusal(manager, tool, arguments);

        assertThat(refusal.path("reason").asString()).isEqualTo("invalid_request");
        assertThat(refusal.path("field").asString()).isEqualTo(field);
    }

    /// Messages that no client of the protocol sends.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | 400",
                "{\"jsonrpc\": \"1.0\", \"id\": 1, \"method\": \"ping\"} | 400",
                "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"} | 400",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}} | 400",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": 3} | 200",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": {}} | 200",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\"} | 200",
                "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"nothing\"} | 200",
                "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/unheard-of\"} | 202",
            })
    void malformedMessagesAreRefusedWithoutInternals(String message, int status) throws Exception {
        HttpResponse<String> answer = booked.management().call("POST", "/mcp", message);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).doesNotContain("Exception", "jackson", "io.modelcontextprotocol");
        if (status == 200) {
            assertThat(Json.MAPPER.readTree(answer.body()).path("error").has("code")).isTrue();
        }
    }

    @Test
    void isClosedToPublisherTagsAndToGet() throws Exception {
        String tag =
                booked.management()
                        .expect(
                                201,
                                "POST",
                                "/v1/manage/keys",
                                """
                                {"kind": "tag", "applicationId": "app", "allowedOrigins": ["https://shop.example.com"]}\
                                """)
                        .path("key")
                        .asString();
        String ping = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}";

        assertThat(booked.management().withKey(tag).call("POST", "/mcp", ping).statusCode())
                .isEqualTo(403);
        assertThat(booked.management().withKey("none").call("POST", "/mcp", ping).statusCode())
                .isEqualTo(401);
        assertThat(booked.management().call("GET", "/mcp", "").headers().firstValue("Allow"))
                .contains("POST");
    }

    private static JsonNode answer(McpSyncClient client, String tool, String arguments) {
        CallToolResult result = call(client, tool, arguments);
        assertThat(result.isError()).as("%s: %s", tool, result.structuredContent()).isFalse();
        return Json.MAPPER.valueToTree(result.structuredContent());
    }

    private static JsonNode refusal(McpSyncClient client, String tool, String arguments) {
        CallToolResult result = call(client, tool, arguments);
        assertThat(result.isError()).as("%s: %s", tool, result.structuredContent()).isTrue();
        return Json.MAPPER.valueToTree(result.structuredContent());
    }

    private static CallToolResult call(McpSyncClient client, String tool, String arguments) {
        Map<String, Object> values =
                Json.MAPPER.readValue(arguments, new TypeReference<TreeMap<String, Object>>() {});
        return client.callTool(CallToolRequest.builder(tool).arguments(values).build());
    }
}
