package io.interlude.manage.lineitem;

import io.interlude.catalogue.record.TargetingJson;
import io.interlude.journal.json.Json;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.validation.Fields;
import io.interlude.web.refusal.Reason;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The field `targeting`, stored as the JSON text that it came as, without spaces.
final class TargetingField {
    private static final String TARGETING = "targeting";

    private TargetingField() {}

    static @Nullable String read(Fields fields) {
        JsonNode tree = fields.value(TARGETING);
        if (tree == null || fields.object(TARGETING) == null) {
            return null;
        }
        String path = fields.pathOf(TARGETING);
        return switch (TargetingJson.parse(tree, path)) {
            case TargetingJson.Parsed.Valid(var targeting) -> {
                ObjectNode kept = TargetingJson.write(targeting);
                fields.knowLike(TARGETING, kept);
                yield Json.MAPPER.writeValueAsString(kept);
            }
            case TargetingJson.Parsed.Invalid(var violations) -> {
                violations.forEach(violation ->
                        fields.violations().broken(Reason.INVALID_TARGETING, violation));
                yield null;
            }
        };
    }

    static void write(ObjectNode json, @Nullable String stored) {
        if (stored != null) {
            ResourceJson.putKept(json, TARGETING, stored);
        }
    }
}
