package io.interlude.agent;

import io.interlude.journal.json.Json;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `why_not_serving`: how one line item stands, which rules hold it back, and whether there were
/// requests at all in the last hour.
final class DiagnosisTool implements McpTool {
    private static final Duration LAST_HOUR = Duration.ofHours(1);

    private static final About ABOUT =
            new About(
                    "why_not_serving",
                    "Why a line item does not serve",
                    "Tells why a line item serves less than it should: its delivery against its plan,"
                            + " the share of the last hour's requests on its ad units that each rule"
                            + " held it back from (stoppedBy, largest first), and the last hour's"
                            + " requests, fills and no-fill reasons by ad unit. No requests there"
                            + " means that nobody asked. Needs a read or management key.",
                    true);

    private final ApiClient api;
    private final InstantSource clock;
    private final ToolSchema schema;
    private final ApiOperation delivery;
    private final ApiOperation noFills;

    DiagnosisTool(ApiClient api, InstantSource clock, JsonNode description) {
        this.api = api;
        this.clock = clock;
        ObjectNode arguments = Json.MAPPER.createObjectNode().put("type", "object");
        arguments
                .putObject("properties")
                .putObject("lineItem")
                .put("type", "string")
                .put("minLength", 1)
                .put("description", "Id of the line item.");
        arguments.putArray("required").add("lineItem");
        schema = ToolSchema.of(arguments.put("additionalProperties", false), description);
        delivery = ApiOperation.of(description, "getDelivery", Set.of("campaign"));
        noFills = ApiOperation.of(description, "getNoFillFunnel", Set.of());
    }

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public ToolSchema schema() {
        return schema;
    }

    @Override
    public Mono<ApiAnswer> call(ApiCaller caller, ObjectNode arguments) {
        return api.call(caller, delivery.request(arguments, ""))
                .flatMap(answer -> {
                    JsonNode item = answer.body().path("items").path(0);
                    if (answer.isRefusal()) {
                        return Mono.just(answer);
                    }
                    return item.isMissingNode()
                            ? Mono.just(ApiAnswer.of(unknown()))
                            : lastHour(caller).map(hour -> joined(item, hour));
                });
    }

    private Mono<ApiAnswer> lastHour(ApiCaller caller) {
        ObjectNode range =
                Json.MAPPER.valueToTree(
                        Map.of(
                                "from",
                                clock.instant()
                                        .minus(LAST_HOUR)
                                        .truncatedTo(ChronoUnit.MINUTES)
                                        .toString(),
                                "groupBy",
                                Set.of("adUnit")));
        return api.call(caller, noFills.request(range, ""));
    }

    private static ApiAnswer joined(JsonNode delivery, ApiAnswer lastHour) {
        if (lastHour.isRefusal()) {
            return lastHour;
        }
        ObjectNode body = Json.MAPPER.createObjectNode();
        body.set("delivery", delivery);
        body.set("lastHour", lastHour.body());
        return ApiAnswer.ok(body);
    }

    private static Problem unknown() {
        return Problem.ofField(
                Reason.NOT_FOUND, "lineItem", "Your org has no line item with this id.");
    }
}
