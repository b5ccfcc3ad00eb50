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
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.manage.validation.Warnings;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Makes orgs, each with its first management key, and changes and suspends them.
public final class OrgCommands {
    /// Id of the management key that an org begins with.
    public static final String FIRST_KEY_ID = "first-management-key";

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
    /// @param violations takes the rules that the body breaks
    /// @return the org; refused with `conflict` when the id is taken
    public CompletableFuture<NewOrg> create(ObjectNode body, Violations violations) {
        Fields fields = Fields.of(body, violations);
        Optional<String> chosen = ResourceIds.chosen(fields);
        String name = fields.requiredText(OrgJson.NAME, MAX_NAME_CHARACTERS);
        String timeZone = timeZone(fields);
        fields.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        OrgId orgId = new OrgId(chosen.orElseGet(ids::make));
        return changes.change(orgId, live -> decide(orgId, name, timeZone, live));
    }

    private static String timeZone(Fields fields) {
        String zone = fields.text(OrgJson.TIME_ZONE, MAX_NAME_CHARACTERS);
        if (zone == null) {
            return "UTC";
        }
        if (!TIME_ZONES.contains(zone)) {
            fields.broken(
                    OrgJson.TIME_ZONE,
                    "time_zone",
                    "Give an IANA time zone such as Europe/Berlin.");
        }
        return zone;
    }

    /// The orgs whose ids come after one, in the order of ids.
    public Stream<OrgChanged> after(String id) {
        return changes.orgs().stream()
                .filter(orgId -> orgId.value().compareTo(id) > 0)
                .sorted(Comparator.comparing(OrgId::value))
                .flatMap(orgId -> changes.live(orgId).find(Topics.ORGS, orgId.value()).stream());
    }

    /// An org after a change, and what of the change was ignored.
    public record ChangedOrg(OrgChanged value, Warnings warnings) {}

    /// Changes what the body names: `{name?, suspended?}`. Every request with a key of a suspended
    /// org is refused with `org_suspended`; its click links still lead to their targets.
    ///
    /// @return the org; refused with `not_found` when there is none
    public CompletableFuture<ChangedOrg> change(OrgId orgId, WriteBody body) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        String name = fields.text(OrgJson.NAME, MAX_NAME_CHARACTERS);
        boolean suspended = fields.flag(OrgJson.SUSPENDED);
        boolean saysWhether = fields.has(OrgJson.SUSPENDED);
        fields.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        return changes.change(
                orgId,
                live -> {
                    OrgChanged before = require(orgId, live);
                    OrgChanged org = Envelope.copy(before, new OrgChanged());
                    org.setName(name == null ? org.getName() : name);
                    org.setSuspended(saysWhether ? suspended : org.getSuspended());
                    if (Envelope.haveSameContent(before, org)) {
                        return new Decision<>(
                                List.of(), new ChangedOrg(before, violations.warnings()));
                    }
                    Envelope.stamp(
                            org,
                            new Editor(orgId, null),
                            orgId.value(),
                            before.getVersion() + 1,
                            clock.instant().truncatedTo(ChronoUnit.MILLIS));
                    return new Decision<>(
                            List.of(entry(orgId, org)), new ChangedOrg(org, violations.warnings()));
                });
    }

    /// The org.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `not_found`
    public OrgChanged require(OrgId orgId) {
        return require(orgId, changes.live(orgId));
    }

    private static OrgChanged require(OrgId orgId, LiveCatalogue live) {
        return live.find(Topics.ORGS, orgId.value())
                .orElseThrow(
                        () -> Problem.of(Reason.NOT_FOUND, "There is no such org.").exception());
    }

    private static CatalogueEntry<OrgChanged> entry(OrgId orgId, OrgChanged org) {
        return new CatalogueEntry<>(Topics.ORGS, CatalogueKeys.of(orgId, orgId.value()), org);
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
                List.of(entry(orgId, org), Stored.entry(keys, operator, key)),
                new NewOrg(orgId.value(), name, shownOnce.getOrDefault("key", "")));
    }
}
