package io.interlude.flow;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// This module's executor, behind JSON.
final class JavaExecutor implements Executor {
    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public JsonNode play(
            JsonNode flow, String surface, List<JsonNode> inputs, Map<String, String> matches) {
        FlowExecutor executor = executor(surface, matches);
        Map<String, Object> payload = payload(flow);
        ArrayNode steps = JSON.createArrayNode();
        WalkStep step = executor.start(payload);
        steps.add(json(step));
        for (JsonNode input : inputs) {
            WalkState state = WalkState.of(throughJson(step.state().json()));
            step = executor.step(payload, state, input(executor, payload, state, input));
            steps.add(json(step));
        }
        return steps;
    }

    private static FlowExecutor executor(String surface, Map<String, String> matches) {
        Surface where = Surface.valueOf(surface.toUpperCase(Locale.ROOT));
        return matches.isEmpty()
                ? new FlowExecutor(where)
                : new FlowExecutor(where, (text, _) -> Optional.ofNullable(matches.get(text)));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> payload(JsonNode flow) {
        return JSON.convertValue(flow, Map.class);
    }

    private static Map<String, Object> throughJson(Object value) {
        return payload(JSON.readTree(JSON.writeValueAsString(value)));
    }

    private static Input input(
            FlowExecutor executor, Map<String, Object> payload, WalkState state, JsonNode input) {
        return switch (input.get("type").stringValue()) {
            case "choice" -> new Input.Choice(input.get("choiceId").stringValue());
            case "text" -> new Input.Text(input.get("text").stringValue());
            case "reply" ->
                    TextRendering.read(
                            executor.choicesAt(payload, state), input.get("text").stringValue());
            case "activate" -> new Input.Activate();
            case "exit" -> new Input.Exit();
            case "timeout" -> new Input.Timeout();
            default -> throw new IllegalArgumentException("unknown input: " + input);
        };
    }

    static JsonNode json(WalkStep step) {
        ObjectNode json = JSON.createObjectNode();
        json.set("present", JSON.valueToTree(WebRendering.render(step.present())));
        json.set("texts", JSON.valueToTree(TextRendering.render(step.present())));
        ArrayNode events = json.putArray("events");
        for (FlowEvent event : step.events()) {
            events.addObject()
                    .put("eventType", event.eventType())
                    .set("eventData", JSON.valueToTree(event.eventData()));
        }
        json.set("state", JSON.valueToTree(step.state().json()));
        return json;
    }
}
