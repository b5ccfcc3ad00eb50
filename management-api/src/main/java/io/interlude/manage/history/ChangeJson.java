package io.interlude.manage.history;

import io.interlude.catalogue.history.CatalogueChange;
import io.interlude.catalogue.history.ChangePage;
import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.snapshot.RecordWeight;
import io.interlude.journal.json.Json;
import io.interlude.manage.catalogue.CatalogueKinds;
import io.interlude.manage.org.OrgJson;
import io.interlude.manage.resource.JsonDifference;
import io.interlude.manage.resource.JsonSections;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.OrgChanged;
import io.interlude.web.limits.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// Changes as JSON. A resource looks as its own `GET` shows it, so a key has no hash.
final class ChangeJson {
    private static final List<String> ENVELOPE = List.of("version", "updatedAt");

    /// At worst every value of a tree differs, and a difference with its path takes three times as
    /// much as the least value.
    private static final int TREE_AND_DIFFERENCES = 4;

    private final Map<String, ResourceKind<?>> topicToKind = new HashMap<>();

    ChangeJson(CatalogueKinds kinds) {
        kinds.all().forEach(kind -> topicToKind.put(kind.topic().name(), kind));
    }

    /// An answer `{items, nextCursor?}`. The records stay in memory until it is sent.
    Mono<ServerResponse> answer(ChangePage page, Place place) {
        List<CatalogueChange> changes = page.changes();
        place.take(changes.stream().flatMap(ChangeJson::records).mapToLong(RecordWeight::of).sum());
        return JsonSections.page(
                changes,
                page.more() && !changes.isEmpty()
                        ? HistoryCursor.of(changes.getLast().place())
                        : null,
                ChangeJson::heapBytes,
                this::item,
                place);
    }

    private static Stream<CatalogueRecord> records(CatalogueChange change) {
        return Stream.of(change.value(), change.before()).flatMap(Stream::ofNullable);
    }

    private static long heapBytes(CatalogueChange change) {
        long bytes = ResourceJson.heapBytes(change.value());
        return comparedWith(change) == null
                ? bytes
                : bytes
                        + TREE_AND_DIFFERENCES
                                * records(change).mapToLong(ResourceJson::treeHeapBytes).sum();
    }

    /// What differs from this is told; null for nothing.
    private static @Nullable CatalogueRecord comparedWith(CatalogueChange change) {
        return change.value().getArchived() ? null : change.before();
    }

    private ObjectNode item(CatalogueChange change) {
        CatalogueRecord value = change.value();
        ResourceKind<?> kind = topicToKind.get(change.topic().name());
        ObjectNode resource = resource(kind, value);
        ObjectNode item = Json.MAPPER.createObjectNode();
        item.put("revision", value.getRevision()).put("changedAt", value.getChangedAt().toString());
        String changedBy = value.getChangedBy();
        if (changedBy != null) {
            if (!Actor.namesProduct(changedBy)) {
                String field = Actor.namesPerson(changedBy) ? "userId" : "keyId";
                item.put(field, Actor.id(changedBy));
            }
            item.put("changedBy", Actor.id(changedBy));
        }
        item.put("section", kind == null ? "org" : kind.section())
                .put("id", value.getId())
                .put("kind", word(change));
        if (change.restoredRevision() != null) {
            item.put("restoredRevision", change.restoredRevision());
        }
        CatalogueRecord before = comparedWith(change);
        List<JsonDifference.Change> differences =
                before == null
                        ? List.of()
                        : JsonDifference.between(
                                contentTree(resource(kind, before)), contentTree(resource));
        item.set("changes", JsonDifference.json(differences));
        item.set("resource", resource);
        return item;
    }

    private static String word(CatalogueChange change) {
        CatalogueRecord before = change.before();
        if (change.value().getArchived()) {
            return "archived";
        }
        if (change.restoredRevision() != null) {
            return "restored";
        }
        return before == null || before.getArchived() ? "created" : "changed";
    }

    private static ObjectNode contentTree(ObjectNode resource) {
        ObjectNode content = Json.MAPPER.createObjectNode();
        content.setAll(resource);
        content.remove(ENVELOPE);
        return ResourceJson.parsed(content);
    }

    /// @param kind null for the org itself, which is no resource of its catalogue
    private static ObjectNode resource(@Nullable ResourceKind<?> kind, CatalogueRecord value) {
        return kind == null ? org((OrgChanged) value) : ofKind(kind, value);
    }

    private static <V extends CatalogueRecord> ObjectNode ofKind(
            ResourceKind<V> kind, CatalogueRecord value) {
        return ResourceJson.answer(kind, kind.topic().valueType().cast(value));
    }

    private static ObjectNode org(OrgChanged org) {
        ObjectNode json = OrgJson.of(org);
        if (!org.getSuspended()) {
            json.remove("suspended");
        }
        return json;
    }
}
