package io.interlude.manage.catalogue;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.manage.catalogue.CatalogueDifference.Change;
import io.interlude.manage.catalogue.CatalogueDifference.Kind;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.JsonDifference;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.References;
import io.interlude.manage.resource.ResourceIds;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.settings.Settings;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Works out what an import of a whole catalogue changes, and every rule that it breaks. Used once.
final class ImportPlan {
    /// Bounds each section beside the size of the body.
    private static final int MOST_ITEMS = 50_000;

    /// A value that differs: its path, and it in the answer.
    private static final long DIFFERENCE_BYTES = 512;

    private final LiveCatalogue live;
    private final Editor editor;
    private final Instant now;
    private final References references;
    private final Fields catalogue;
    private final Violations violations;
    private final Place place;
    private final List<CatalogueEntry<?>> entries = new ArrayList<>();
    private final List<CatalogueEntry<?>> archivedEntries = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Change> archivals = new ArrayList<>();
    private int unchanged;

    ImportPlan(LiveCatalogue live, Editor editor, Instant now, WriteBody body, Place place) {
        this.live = live;
        this.editor = editor;
        this.now = now;
        this.place = place;
        this.references = ImportedReferences.of(body.json(), live);
        this.violations = body.violations();
        this.catalogue = Fields.of(body.json(), violations);
    }

    /// @throws io.interlude.web.refusal.ProblemException with everything that is wrong
    ImportPlan read(CatalogueKinds kinds) {
        kinds.imported().forEach(this::readSection);
        readSettings(kinds.settings());
        catalogue.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_CATALOGUE);
        revokeKeysOfArchivedApplications(kinds);
        return this;
    }

    /// What to write: what stays or comes, then what goes.
    List<CatalogueEntry<?>> entries() {
        return Stream.concat(entries.stream(), archivedEntries.stream()).toList();
    }

    CatalogueDifference difference() {
        return new CatalogueDifference(
                Stream.concat(changes.stream(), archivals.stream()).toList(),
                unchanged,
                violations.warnings());
    }

    private <V extends CatalogueRecord> void readSection(ResourceKind<V> kind) {
        if (!catalogue.has(kind.section()) && kind.optionalInImports()) {
            return;
        }
        Set<String> ids = new HashSet<>();
        Set<String> names = new HashSet<>();
        int ordinal = 0;
        for (Fields item : catalogue.objects(kind.section(), MOST_ITEMS)) {
            item.require("id");
            Optional<String> id = ResourceIds.chosen(item);
            V before = id.flatMap(known -> live.find(kind.topic(), known)).orElse(null);
            // Their order is the order of creation, so each is a millisecond younger.
            Instant at = now.plusMillis(ordinal++);
            V value = ResourceJson.read(kind, item, new Editing<>(references, before, at));
            kind.uniqueName(value).ifPresent(name -> refuseRepeat(item, name, names));
            if (id.isPresent() && !ids.add(id.get())) {
                item.broken("id", "unique", "Give each id once.");
            }
            if (id.isPresent() && violations.isEmpty()) {
                plan(kind, id.get(), before, value);
            }
        }
        archiveMissing(kind, ids);
    }

    /// An import without settings leaves them as they are.
    private void readSettings(Settings kind) {
        Fields settings = catalogue.object(kind.section());
        if (settings == null) {
            return;
        }
        SettingsChanged before = live.find(kind.topic(), Settings.ID).orElse(null);
        SettingsChanged value =
                ResourceJson.read(kind, settings, new Editing<>(references, before, now));
        boolean none = before == null && Envelope.haveSameContent(kind.blank(), value);
        if (violations.isEmpty() && !none) {
            plan(kind, Settings.ID, before, value);
        }
    }

    private static void refuseRepeat(Fields item, ResourceKind.UniqueName name, Set<String> names) {
        if (!name.text().isEmpty() && !names.add(name.text())) {
            item.broken(name.field(), "unique", "Give each " + name.field() + " once.");
        }
    }

    private <V extends CatalogueRecord> void plan(
            ResourceKind<V> kind, String id, @Nullable V before, V value) {
        if (before != null && Envelope.haveSameContent(before, value)) {
            unchanged++;
            return;
        }
        int version = live.latest(kind.topic(), id).map(CatalogueRecord::getVersion).orElse(0) + 1;
        Envelope.stamp(value, editor, id, version, now);
        kind.refuseChange(before, value, editor, live);
        entries.add(Stored.entry(kind, editor, value));
        changes.add(
                before == null
                        ? new Change(kind.section(), id, Kind.CREATED, List.of())
                        : new Change(
                                kind.section(), id, Kind.UPDATED, differing(kind, before, value)));
    }

    /// What differs stays in memory until it is in the answer.
    private <V extends CatalogueRecord> List<JsonDifference.Change> differing(
            ResourceKind<V> kind, V before, V after) {
        place.take(ResourceJson.treeHeapBytes(before) + ResourceJson.treeHeapBytes(after));
        List<JsonDifference.Change> differing =
                JsonDifference.between(
                        ResourceJson.tree(kind, before), ResourceJson.tree(kind, after));
        place.take(DIFFERENCE_BYTES * differing.size());
        return differing;
    }

    private <V extends CatalogueRecord> void archiveMissing(
            ResourceKind<V> kind, Set<String> kept) {
        for (V value : live.all(kind.topic())) {
            if (!kept.contains(value.getId())) {
                archive(new Stored<>(kind, value));
            }
        }
    }

    private void archive(Stored<?> stored) {
        archivedEntries.add(stored.archived(editor, now));
        archivals.add(new Change(stored.kind().section(), stored.id(), Kind.ARCHIVED, List.of()));
    }

    /// A key goes with its application, as when the application alone is archived.
    private void revokeKeysOfArchivedApplications(CatalogueKinds kinds) {
        for (ApiKeyChanged key : live.all(Topics.KEYS)) {
            String applicationId = key.getApplicationId();
            if (applicationId != null && !references.hasApplication(applicationId)) {
                archive(new Stored<>(kinds.keys(), key));
            }
        }
    }
}
