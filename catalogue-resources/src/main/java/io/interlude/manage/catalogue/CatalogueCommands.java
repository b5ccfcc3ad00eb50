package io.interlude.manage.catalogue;

import io.interlude.journal.json.Json;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.CatalogueChanges.Decision;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.JsonSections;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.settings.Settings;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.topic.Topics;
import io.interlude.web.limits.Place;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Imports and exports an org's whole catalogue. An export imports as itself, here or in another
/// org.
public final class CatalogueCommands {
    private final CatalogueChanges changes;
    private final CatalogueKinds kinds;
    private final InstantSource clock;

    public CatalogueCommands(CatalogueChanges changes, CatalogueKinds kinds, InstantSource clock) {
        this.changes = changes;
        this.kinds = kinds;
        this.clock = clock;
    }

    /// Makes the org's catalogue what the body says, all of it or nothing: what is missing from it
    /// is archived, what is the same gets no new version.
    ///
    /// @param dryRun true to only work out the difference
    /// @param place what the difference takes is counted by
    public CompletableFuture<CatalogueDifference> replace(
            Editor editor,
            Optional<EntityTag> condition,
            WriteBody body,
            boolean dryRun,
            Place place) {
        return changes.change(
                editor.orgId(),
                live -> {
                    condition.ifPresent(tag -> tag.refuseUnless(live.revision()));
                    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                    ImportPlan plan = new ImportPlan(live, editor, now, body, place).read(kinds);
                    if (!dryRun) {
                        return new Decision<>(plan.entries(), plan.difference());
                    }
                    changes.requireRoom(editor.orgId(), plan.entries());
                    return new Decision<>(List.of(), plan.difference());
                });
    }

    /// The live catalogue as JSON, each section in the order in which it was created or by id, and
    /// the org's settings last: the pieces of its text, each made when it is asked for.
    ///
    /// @param place what the largest resource takes is counted by
    public Iterator<byte[]> export(LiveCatalogue live, Place place) {
        place.take(
                kinds.imported().stream()
                        .flatMap(kind -> live.all(kind.topic()).stream())
                        .mapToLong(ResourceJson::heapBytes)
                        .max()
                        .orElse(0));
        ObjectNode settings = Json.MAPPER.createObjectNode();
        live.find(Topics.SETTINGS, Settings.ID)
                .ifPresent(
                        value -> kinds.settings().encode(value, settings.putObject(Settings.ID)));
        return new JsonSections(
                kinds.imported().stream()
                        .filter(kind ->
                                !kind.optionalInImports() || !live.all(kind.topic()).isEmpty())
                        .map(kind -> section(kind, live))
                        .iterator(),
                settings);
    }

    private static <V extends CatalogueRecord> JsonSections.Section section(
            ResourceKind<V> kind, LiveCatalogue live) {
        return new JsonSections.Section(
                kind.section(),
                live.all(kind.topic()).stream()
                        .sorted(
                                Comparator.comparing(CatalogueCommands::age)
                                        .thenComparing(CatalogueRecord::getId))
                        .map(value -> (JsonNode) ResourceJson.content(kind, value))
                        .iterator());
    }

    /// Creatives rotate in the order of creation, which an import takes from their order.
    private static Instant age(CatalogueRecord value) {
        return value instanceof CreativeVersionChanged creative
                ? creative.getCreatedAt()
                : Instant.EPOCH;
    }
}
