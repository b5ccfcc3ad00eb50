package io.interlude.manage.flow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.catalogue.record.Violation;
import io.interlude.domain.flow.FlowRules;
import io.interlude.domain.flow.FlowViolation;
import io.interlude.domain.number.NumberBounds;
import io.interlude.journal.json.Json;
import io.interlude.manage.validation.WebAddresses;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds every rule that a flow breaks: its schema's, its graph's and its size's. Safe for use by
/// many threads.
public final class FlowValidation {
    /// Largest flow in bytes of UTF-8, without spaces between its tokens.
    public static final int MAX_BYTES = 16 * 1_024;

    /// Beyond this nothing but the size is told: every rule would be worked out, and told, for each
    /// of many thousands of nodes.
    private static final int MOST_BYTES_TO_READ = 4 * MAX_BYTES;

    private static final String NUMBER_RULE = "The number is out of bounds: " + NumberBounds.RULE;
    private static final FlowSchemaCheck SCHEMA = new FlowSchemaCheck();

    private FlowValidation() {}

    /// The broken rules, none for a sound flow. Paths are relative to the flow, and empty for what
    /// concerns all of it. A number out of bounds is told alone, and so is a size of several times
    /// what is allowed.
    public static List<Violation> violations(ObjectNode flow) {
        String outOfBounds = Json.outOfBounds(flow);
        if (outOfBounds != null) {
            return List.of(new Violation(outOfBounds, "number", NUMBER_RULE));
        }
        int bytes = Json.MAPPER.writeValueAsString(flow).getBytes(UTF_8).length;
        if (bytes > MOST_BYTES_TO_READ) {
            return List.of(tooLarge());
        }
        List<Violation> violations = new ArrayList<>(SCHEMA.violations(flow));
        for (FlowViolation broken : FlowRules.violations(FlowDraftCodec.decode(flow))) {
            violations.add(new Violation(broken.path(), broken.rule(), broken.message()));
        }
        addLinks(flow.path("nodes"), violations);
        if (bytes > MAX_BYTES) {
            violations.add(tooLarge());
        }
        return List.copyOf(violations);
    }

    /// What begins like a web address may still be none.
    private static void addLinks(JsonNode nodes, List<Violation> violations) {
        Set<String> told = violations.stream().map(Violation::path).collect(Collectors.toSet());
        for (int i = 0; i < nodes.size(); i++) {
            JsonNode url = nodes.path(i).path("action").path("url");
            String path = "nodes[" + i + "].action.url";
            if (url.isString() && !told.contains(path) && !WebAddresses.isLink(url.stringValue())) {
                violations.add(new Violation(path, "url", "Give an absolute http or https URL."));
            }
        }
    }

    private static Violation tooLarge() {
        return new Violation("", "size", "Give at most " + MAX_BYTES + " bytes.");
    }
}
