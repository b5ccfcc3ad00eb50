package io.interlude.manage.org;

import io.interlude.journal.json.Json;
import io.interlude.schema.OrgChanged;
import tools.jackson.databind.node.ObjectNode;

/// An org as JSON: `{id, name, timeZone, suspended, version, updatedAt}`.
public final class OrgJson {
    static final String NAME = "name";
    static final String TIME_ZONE = "timeZone";
    static final String SUSPENDED = "suspended";

    private OrgJson() {}

    public static ObjectNode of(OrgChanged org) {
        return Json.MAPPER
                .createObjectNode()
                .put("id", org.getId())
                .put(NAME, org.getName())
                .put(TIME_ZONE, org.getTimeZone())
                .put(SUSPENDED, org.getSuspended())
                .put("version", org.getVersion())
                .put("updatedAt", org.getChangedAt().toString());
    }
}
