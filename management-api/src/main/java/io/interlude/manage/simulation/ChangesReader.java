package io.interlude.manage.simulation;

import io.interlude.catalogue.history.CatalogueEdits;
import io.interlude.domain.identity.OrgId;
import io.interlude.manage.catalogue.CatalogueKinds;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.settings.Settings;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.Schema;
import tools.jackson.databind.node.ObjectNode;

/// Reads the changes of a simulation: fields of resources that exist, by the rules that these keep.
public final class ChangesReader {
    private static final String CHANGES = "changes";
    private static final String ID = "id";
    private static final int MAX_ID_CHARACTERS = 64;
    private static final int MOST_CHANGES = 100;

    private final CatalogueKinds kinds;
    private final CatalogueChanges catalogue;

    public ChangesReader(CatalogueKinds kinds, CatalogueChanges catalogue) {
        this.kinds = kinds;
        this.catalogue = catalogue;
    }

    /// Number of the org's newest change.
    long revision(OrgId orgId) {
        return catalogue.live(orgId).revision();
    }

    /// @param violations takes the rules that the changes break
    /// @throws io.interlude.web.refusal.ProblemException with all broken rules
    CatalogueEdits read(SimulationRequest request, Violations violations) {
        Fields fields = Fields.at(CHANGES, request.changes(), violations);
        Reading reading =
                new Reading(catalogue.live(request.orgId()), request.from(), new ArrayList<>());
        Fields settings = fields.object(kinds.settings().section());
        if (settings != null) {
            reading.settings(kinds.settings(), settings, request.orgId());
        }
        reading.list(kinds.adUnits(), fields);
        reading.list(kinds.campaigns(), fields);
        reading.list(kinds.lineItems(), fields);
        fields.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        reading.need();
        return new CatalogueEdits(reading.edits());
    }

    /// One reading.
    ///
    /// @param at time that counts as that of the changes
    private record Reading(LiveCatalogue live, Instant at, List<CatalogueEdits.Edit> edits) {
        <V extends CatalogueRecord> void list(ResourceKind<V> kind, Fields changes) {
            for (Fields change : changes.objects(kind.section(), MOST_CHANGES)) {
                String id = change.requiredText(ID, MAX_ID_CHARACTERS);
                if (id.isEmpty()) {
                    continue;
                }
                Optional<V> found = live.find(kind.topic(), id);
                if (found.isEmpty()) {
                    change.broken(ID, "exists", "Give the id of one of your org's.");
                } else if (edits.stream().anyMatch(edit -> isOf(edit, kind, id))) {
                    change.broken(ID, "unique", "Give each id once.");
                } else {
                    edit(kind, found.get(), change);
                }
            }
        }

        private static boolean isOf(CatalogueEdits.Edit edit, ResourceKind<?> kind, String id) {
            return edit.topic().equals(kind.topic()) && edit.live().getId().equals(id);
        }

        void settings(Settings kind, Fields change, OrgId orgId) {
            SettingsChanged none = kind.blank();
            Envelope.stamp(none, new Editor(orgId, null), Settings.ID, 1, at);
            none.setRevision(1);
            none.setRevisionSize(1);
            edit(kind, live.find(kind.topic(), Settings.ID).orElse(none), change);
        }

        private <V extends CatalogueRecord> void edit(
                ResourceKind<V> kind, V before, Fields change) {
            ObjectNode content = ResourceJson.tree(kind, before);
            V asIs =
                    ResourceJson.read(
                            kind,
                            Fields.of(content.deepCopy(), new Violations()),
                            new Editing<>(live, before, at));
            ObjectNode overlaid = content.deepCopy();
            change.json()
                    .properties()
                    .forEach(field -> overlaid.set(field.getKey(), field.getValue()));
            Fields fields = Fields.at(change.path(), overlaid, change.violations());
            fields.know(List.of(ID));
            change.know(change.json().propertyNames());
            V read = ResourceJson.read(kind, fields, new Editing<>(live, before, at));
            V edited = Envelope.copy(before, kind.blank());
            for (Schema.Field field : edited.getSchema().getFields()) {
                int place = field.pos();
                if (!Objects.equals(asIs.get(place), read.get(place))) {
                    edited.put(place, read.get(place));
                }
            }
            edits.add(new CatalogueEdits.Edit(kind.topic(), before, edited));
        }

        /// What a line item that was not booked yet needs, so that it can be served: its campaign
        /// and its creatives.
        void need() {
            for (CatalogueEdits.Edit edit : List.copyOf(edits)) {
                if (edit.edited() instanceof LineItemChanged lineItem) {
                    live.find(Topics.CAMPAIGNS, lineItem.getCampaignId())
                            .filter(campaign ->
                                    edits.stream()
                                            .noneMatch(other ->
                                                    other.topic().equals(Topics.CAMPAIGNS)
                                                            && other.live()
                                                                    .getId()
                                                                    .equals(campaign.getId())))
                            .ifPresent(campaign ->
                                    edits.add(
                                            new CatalogueEdits.Edit(
                                                    Topics.CAMPAIGNS, campaign, campaign)));
                    live.all(Topics.CREATIVES).stream()
                            .filter(creative -> creative.getLineItemId().equals(lineItem.getId()))
                            .forEach(creative ->
                                    edits.add(
                                            new CatalogueEdits.Edit(
                                                    Topics.CREATIVES, creative, creative)));
                }
            }
        }
    }
}
