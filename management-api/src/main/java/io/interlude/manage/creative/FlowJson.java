package io.interlude.manage.creative;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.kit.http.Json;
import io.interlude.kit.http.Reason;
import io.interlude.kit.http.Violation;
import io.interlude.manage.validation.Violations;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The frame of a flow (section 2.4 of the specification): its top-level fields, their types and
/// its size. Its nodes are stored as they are.
final class FlowJson {
    private static final String SPEC_VERSION = "specVersion";
    private static final String ENTRY_NODE_ID = "entryNodeId";
    private static final String METADATA = "metadata";
    private static final String NODES = "nodes";
    private static final List<String> REQUIRED =
            List.of(SPEC_VERSION, ENTRY_NODE_ID, METADATA, NODES);
    private static final Set<String> KNOWN =
            Set.of(SPEC_VERSION, ENTRY_NODE_ID, METADATA, NODES, "creativeId");

    private static final Pattern VERSION = Pattern.compile("1(\\.[0-9]+)?");
    private static final Pattern NODE_ID = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");
    private static final int MOST_NODES = 12;
    private static final int MAX_BYTES = 16 * 1_024;

    private final ObjectNode flow;
    private final String path;
    private final Violations violations;

    private FlowJson(ObjectNode flow, String path, Violations violations) {
        this.flow = flow;
        this.path = path;
        this.violations = violations;
    }

    /// The flow as JSON text without spaces; null when a rule is broken.
    static @Nullable String read(ObjectNode flow, String path, Violations violations) {
        return new FlowJson(flow, path, violations).checked();
    }

    private @Nullable String checked() {
        int before = violations.found();
        REQUIRED.stream()
                .filter(name -> !flow.hasNonNull(name))
                .forEach(name -> refuse(name, "required", "Add this field."));
        flow.propertyNames().stream()
                .filter(name -> !KNOWN.contains(name))
                .forEach(name -> refuse(name, "unknown", "Leave out this field."));
        checkText(SPEC_VERSION, VERSION, "Give a specVersion of major 1, such as \"1.0\".");
        checkText(ENTRY_NODE_ID, NODE_ID, "Give the id of the first node.");
        if (flow.hasNonNull(METADATA) && !flow.path(METADATA).isObject()) {
            refuse(METADATA, "type", "Give an object.");
        }
        checkNodes();
        String text = text();
        return violations.found() == before ? text : null;
    }

    private void checkText(String name, Pattern pattern, String message) {
        JsonNode value = flow.path(name);
        if (flow.hasNonNull(name)
                && !(value.isString() && pattern.matcher(value.stringValue()).matches())) {
            refuse(name, "pattern", message);
        }
    }

    private void checkNodes() {
        JsonNode nodes = flow.path(NODES);
        if (!flow.hasNonNull(NODES)) {
            return;
        }
        if (!nodes.isArray() || nodes.isEmpty() || nodes.size() > MOST_NODES) {
            refuse(NODES, "length", "Give an array of 1 to " + MOST_NODES + " nodes.");
        }
    }

    private String text() {
        try {
            String text = Json.MAPPER.writeValueAsString(flow);
            if (text.getBytes(UTF_8).length > MAX_BYTES) {
                violations.broken(
                        Reason.INVALID_FLOW,
                        new Violation(path, "size", "Give at most " + MAX_BYTES + " bytes."));
            }
            return text;
        } catch (JacksonException e) {
            // Numbers with an extreme exponent can be parsed but not written.
            violations.broken(
                    Reason.INVALID_FLOW, new Violation(path, "range", "Give smaller numbers."));
            return "";
        }
    }

    private void refuse(String name, String rule, String message) {
        violations.broken(Reason.INVALID_FLOW, new Violation(path + "." + name, rule, message));
    }
}
