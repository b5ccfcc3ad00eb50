package io.interlude.agent;

import io.interlude.journal.json.Json;
import java.time.Duration;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `simulate`: begins a simulation and waits for it, or asks for one that was begun before.
final class SimulationTool implements McpTool {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final long LOOKS_MAX = 50;
    private static final String ID = "id";

    private static final About ABOUT =
            new About(
                    "simulate",
                    "What if",
                    "Tells what a change of line items, campaigns, ad units or settings would have"
                            + " done to a past time: fetches, spend and expected clicks of each line"
                            + " item, actual beside simulated. Nothing is changed or kept of it."
                            + " Give from, to and changes; when status is still running, ask again"
                            + " with the id alone. Needs a read or management key.",
                    true);

    private final ApiClient api;
    private final ToolSchema schema;
    private final ApiOperation start;
    private final ApiOperation read;

    SimulationTool(ApiClient api, JsonNode description) {
        this.api = api;
        start = ApiOperation.of(description, "startSimulation", Set.of());
        read = ApiOperation.of(description, "getSimulation", Set.of());
        ObjectNode arguments =
                (ObjectNode)
                        description
                                .path("paths")
                                .path(start.path())
                                .path("post")
                                .path("requestBody")
                                .path("content")
                                .path("application/json")
                                .path("schema")
                                .deepCopy();
        arguments.remove("required");
        arguments
                .withObject("properties")
                .putObject(ID)
                .put("type", "string")
                .put("minLength", 1)
                .put("description", "Id of a simulation begun before; give nothing else then.");
        schema = ToolSchema.of(arguments.put("additionalProperties", false), description);
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
        if (arguments.has(ID)) {
            return awaited(caller, arguments.path(ID).asString());
        }
        return api.call(caller, start.request(arguments, "strict=true"))
                .flatMap(begun ->
                        begun.isRefusal()
                                ? Mono.just(begun)
                                : awaited(caller, begun.body().path(ID).asString()));
    }

    private Mono<ApiAnswer> awaited(ApiCaller caller, String id) {
        ObjectNode path = Json.MAPPER.createObjectNode().put(ID, id);
        return Mono.defer(() -> api.call(caller, read.request(path, "")))
                .repeatWhen(looks -> looks.delayElements(BETWEEN_LOOKS))
                .take(LOOKS_MAX)
                .takeUntil(answer -> !answer.body().path("status").asString("").equals("running"))
                .last();
    }
}
