package io.interlude.agent;

import io.interlude.agent.McpTool.About;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Every tool. Those that are one operation have its parameters as the product's description has
/// them; what a key may not call, the operation refuses.
final class Tools {
    private final ApiClient api;
    private final JsonNode description;

    private Tools(ApiClient api, JsonNode description) {
        this.api = api;
        this.description = description;
    }

    /// @param description the whole product's, of which the operations are a part
    static List<McpTool> all(ApiClient api, JsonNode description, InstantSource clock) {
        Tools tools = new Tools(api, description);
        return List.of(
                tools.getAd(),
                tools.reportEvent(),
                tools.report(),
                tools.delivery(),
                new DiagnosisTool(api, clock, description),
                tools.explainDecision(),
                new SimulationTool(api, description),
                new BookingTool(api, description));
    }

    private McpTool getAd() {
        About about =
                new About(
                        "get_ad",
                        "Get an ad",
                        "Asks for one ad for this moment of a conversation. Show the payload as it is,"
                                + " with its disclosure, and link to its URLs as they are: they count"
                                + " the click. A no-fill (filled: false) is normal; then show nothing."
                                + " Needs a fetch or management key.",
                        false);
        return withBody(
                about,
                "fetchAd",
                ToolSchema.closed(description, "FetchRequest", List.of("moment")),
                "debug=1",
                Map.of());
    }

    private McpTool reportEvent() {
        About about =
                new About(
                        "report_event",
                        "Report an event",
                        "Reports what became of an ad: deliver once it was shown, read once it was"
                                + " read, click, conversion, or an event of a flow. fetchEventId is the"
                                + " messageId of get_ad. With an idempotencyKey a repeat counts once."
                                + " Needs a fetch or management key.",
                        false);
        return withBody(
                about,
                "postEvent",
                ToolSchema.closed(description, "Event", List.of("version")),
                "",
                Map.of("version", 2));
    }

    private McpTool report() {
        return ofParameters(
                new About(
                        "report",
                        "Report",
                        "A table of metrics over a range, grouped by dimensions: the same exact numbers"
                                + " as everywhere. Money is decimal text beside its currency. Needs a"
                                + " read or management key.",
                        true),
                "getReport");
    }

    private McpTool delivery() {
        return ofParameters(
                new About(
                        "delivery",
                        "Delivery",
                        "Each line item against its plan: delivered, planned by now, expected at the"
                                + " end, its status and what holds it back; those first that need"
                                + " attention. Needs a read or management key.",
                        true),
                "getDelivery");
    }

    private McpTool explainDecision() {
        return ofParameters(
                new About(
                        "explain_decision",
                        "Explain a decision",
                        "Why one fetch got the ad that it got: every candidate, every rule and the"
                                + " ranking, made again from the journal. Needs a read or management"
                                + " key.",
                        true),
                "explainDecision");
    }

    private McpTool ofParameters(About about, String operationId) {
        ApiOperation operation = ApiOperation.of(description, operationId, Set.of());
        return new OperationTool(
                about,
                ToolSchema.of(
                        operation.argumentSchema().put("additionalProperties", false), description),
                api,
                operation,
                "",
                Map.of());
    }

    /// @param body the fields of the body that are arguments, beside the headers
    private McpTool withBody(
            About about,
            String operationId,
            ObjectNode body,
            String query,
            Map<String, Integer> fixed) {
        ApiOperation operation =
                ApiOperation.of(description, operationId, Set.of("X-Neutral-Debug"));
        ObjectNode headers = operation.argumentSchema().withObject("properties");
        body.withObject("properties").setAll(headers);
        return new OperationTool(
                about, ToolSchema.of(body, description), api, operation, query, fixed);
    }
}
