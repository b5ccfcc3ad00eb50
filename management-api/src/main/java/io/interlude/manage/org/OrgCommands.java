package io.interlude.manage.org;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.manage.key.Keys;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.CatalogueChanges.Decision;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceIds;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.KeyKind;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/// Makes orgs, each with its first management key.
public final class OrgCommands {
    /// Id of the management key that an org begins with.
    public static final String FIRST_KEY_ID = "first-management-key";

    private static final String NAME = "name";
    private static final String TIME_ZONE = "timeZone";
    private static final int MAX_NAME_CHARACTERS = 200;
    private static final Set<String> TIME_ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());

    private final CatalogueChanges changes;
    private final Keys keys;
    private final ResourceIds ids;
    private final InstantSource clock;

    public OrgCommands(CatalogueChanges changes, Keys keys, ResourceIds ids, InstantSource clock) {
        this.changes = changes;
        this.keys = keys;
        this.ids = ids;
        this.clock = clock;
    }

    /// A new org.
    ///
    /// @param key its first management key, shown now and never again
    public record NewOrg(String id, String name, String key) {
        @Override
        public String toString() {
            return "NewOrg[" + id + "]";
        }
    }

    /// Makes the org of the body: `{id?, name, timeZone?}`. The time zone is that of its days in
    /// reports, and stays.
    ///
    /// @return the org; refused with `conflict` when the id is taken
    public CompletableFuture<NewOrg> create(ObjectNode body) {
        Violations violations = new Violations();
        Fields fields = Fields.of(body, violations);
        Optional<String> chosen = ResourceIds.chosen(fields);
        String name = fields.requiredText(NAME, MAX_NAME_CHARACTERS);
        String timeZone = timeZone(fields);
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        OrgId orgId = new OrgId(chosen.orElseGet(ids::make));
        return changes.change(orgId, live -> decide(orgId, name, timeZone, live));
    }

    private static String timeZone(Fields fields) {
        String zone = fields.text(TIME_ZONE, MAX_NAME_CHARACTERS);
        if (zone == null) {
            return "UTC";
        }
        if (!TIME_ZONES.contains(zone)) {
            fields.broken(TIME_ZONE, "time_zone", "Give an IANA time zone such as Europe/Berlin.");
        }
        return zone;
    }

    private Decision<NewOrg> decide(OrgId orgId, String name, String timeZone, LiveCatalogue live) {
        if (live.latest(Topics.ORGS, orgId.value()).isPresent()) {
            throw Problem.ofField(Reason.CONFLICT, "id", "This id is taken: choose another.")
                    .exception();
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Editor operator = new Editor(orgId, null);
        OrgChanged org = new OrgChanged();
        Envelope.stamp(org, operator, orgId.value(), 1, now);
        org.setName(name);
        org.setTimeZone(timeZone);
        ApiKeyChanged key = keys.blank();
        Envelope.stamp(key, operator, FIRST_KEY_ID, 1, now);
        key.setKind(KeyKind.mgmt);
        key.setAllowedOrigins(List.of());
        Map<String, String> shownOnce = keys.mint(key);
        return new Decision<>(
                List.of(
                        new CatalogueEntry<>(
                                Topics.ORGS, CatalogueKeys.of(orgId, orgId.value()), org),
                        Stored.entry(keys, operator, key)),
                new NewOrg(orgId.value(), name, shownOnce.getOrDefault("key", "")));
    }
}
