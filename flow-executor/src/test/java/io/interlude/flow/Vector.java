package io.interlude.flow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A test vector, as `vectors/README.md` describes it.
record Vector(
        String name,
        List<String> rules,
        String surface,
        JsonNode flow,
        Map<String, String> matches,
        List<JsonNode> steps,
        @Nullable String end) {
    static final Path FOLDER = Path.of("vectors");

    private static final JsonMapper JSON = JsonMapper.shared();

    static List<Vector> all() throws IOException {
        List<Vector> vectors = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                JsonNode json = JSON.readTree(Files.readString(file));
                for (JsonNode vector : json.get("vectors")) {
                    vectors.add(read(vector, json.get("flows")));
                }
            }
        }
        return vectors;
    }

    private static Vector read(JsonNode json, JsonNode flows) {
        Map<String, String> matches = new HashMap<>();
        json.path("matches")
                .properties()
                .forEach(entry -> matches.put(entry.getKey(), entry.getValue().stringValue()));
        return new Vector(
                json.get("name").stringValue(),
                json.get("rules").valueStream().map(JsonNode::stringValue).toList(),
                json.get("surface").stringValue(),
                flows.get(json.get("flow").stringValue()),
                matches,
                json.get("steps").valueStream().toList(),
                json.get("end").isNull() ? null : json.get("end").stringValue());
    }

    List<JsonNode> inputs() {
        return steps.stream().skip(1).map(step -> step.get("input")).toList();
    }

    /// What the person typed.
    List<String> typed() {
        return inputs().stream()
                .filter(input -> input.has("text"))
                .map(input -> input.get("text").stringValue())
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
