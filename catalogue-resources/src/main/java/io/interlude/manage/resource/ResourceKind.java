package io.interlude.manage.resource;

import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.web.refusal.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One kind of resource of the catalogue: what its JSON says, which rules it keeps, and how it
/// hangs together with the others. Everything else (versions, lists, routes) is the same for all.
///
/// Kinds are pure: they read what they are given and write nothing.
public interface ResourceKind<V extends CatalogueRecord> {
    Topic<V> topic();

    /// Segment of its path, such as `line-items`.
    String pathSegment();

    /// Name of its list in a catalogue import, such as `lineItems`.
    String section();

    /// Whether an import without that list leaves the resources as they are, and an export of none
    /// has no such list.
    default boolean optionalInImports() {
        return false;
    }

    /// Whether read keys may read the resources: reports are read with them in view. Their history
    /// stays with management keys.
    default boolean openToReadKeys() {
        return false;
    }

    /// Id of the resource, where an org has only one of the kind; its path then has no id.
    default Optional<String> onlyId() {
        return Optional.empty();
    }

    /// Word for one of them in sentences, such as `line item`.
    String noun();

    /// Reason for which one that breaks its rules is refused.
    default Reason refusal() {
        return Reason.INVALID_RESOURCE;
    }

    /// A record with nothing in it.
    V blank();

    /// Reads the content of a resource, noting every broken rule in the fields' violations. Leaves
    /// the envelope (id, version and so on) alone. The record is only good for use when no rule is
    /// broken.
    V decode(Fields fields, Editing<V> editing);

    /// Writes the content as clients may give it, defaults included.
    void encode(V value, ObjectNode json);

    /// Writes what the service adds to an answer and clients cannot set.
    default void encodeDerived(V value, ObjectNode json) {}

    /// Fields of answers that clients cannot set and may send back: those of [#encodeDerived], and
    /// what is shown once or observed.
    default Set<String> derivedFields() {
        return Set.of();
    }

    /// Completes a new resource with secrets, and returns what of them is shown, once.
    default Map<String, String> mint(V value) {
        return Map.of();
    }

    /// A name that no other live resource of the kind may have: the field and its text.
    default Optional<UniqueName> uniqueName(V value) {
        return Optional.empty();
    }

    /// Whether the id of an archived one may be used again.
    default boolean idReusable() {
        return true;
    }

    /// Whether an earlier version can be brought back.
    default boolean restorable() {
        return true;
    }

    /// The live resources that are archived together with this one.
    default List<Stored<?>> owned(V value, LiveCatalogue live) {
        return List.of();
    }

    /// Ids of live resources that name this one and would be left with a name of nothing.
    default List<String> referrers(V value, LiveCatalogue live) {
        return List.of();
    }

    /// Refuses a stamped value that this editor may not store.
    ///
    /// @param before the live version that it replaces; null where there is none
    /// @throws io.interlude.web.refusal.ProblemException with the reason
    default void refuseChange(@Nullable V before, V value, Editor editor, LiveCatalogue live) {}

    /// Refuses to archive one that the org cannot be without.
    ///
    /// @throws io.interlude.web.refusal.ProblemException with the reason
    default void refuseArchival(V value, LiveCatalogue live) {}

    /// Key of the record in its topic.
    default String recordKey(OrgId orgId, String id, int version) {
        return CatalogueKeys.of(orgId, id);
    }

    /// A name, and the field that holds it.
    record UniqueName(String field, String text) {}
}
