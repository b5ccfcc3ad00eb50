package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ResourceHandler;
import io.interlude.schema.ApiKeyChanged;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.ObjectNode;

/// Adds `lastUsedAt`, to the minute, to a key that was used.
public record KeyObservation(KeyUseHistory uses)
        implements ResourceHandler.Observation<ApiKeyChanged> {
    static final String LAST_USED_AT = "lastUsedAt";

    @Override
    public void addTo(Editor editor, ApiKeyChanged key, ObjectNode json) {
        uses.lastUsedAt(editor.orgId(), new KeyId(key.getId()))
                .map(usedAt -> usedAt.truncatedTo(ChronoUnit.MINUTES).toString())
                .ifPresent(usedAt -> json.put(LAST_USED_AT, usedAt));
    }
}
