package io.interlude.manage.creative;

import io.interlude.catalogue.record.Violation;
import io.interlude.journal.json.Json;
import io.interlude.manage.flow.FlowValidation;
import io.interlude.manage.validation.Violations;
import io.interlude.web.refusal.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// A creative's flow (section 2.4 of the specification).
final class FlowJson {
    private FlowJson() {}

    /// The flow as JSON text without spaces; null when a rule is broken.
    static @Nullable String read(ObjectNode flow, String path, Violations violations) {
        List<Violation> broken = FlowValidation.violations(flow);
        for (Violation violation : broken) {
            violations.broken(
                    Reason.INVALID_FLOW,
                    new Violation(
                            join(path, violation.path()), violation.rule(), violation.message()));
        }
        return broken.isEmpty() ? Json.MAPPER.writeValueAsString(flow) : null;
    }

    private static String join(String path, String inFlow) {
        return inFlow.isEmpty() ? path : path + '.' + inFlow;
    }
}
