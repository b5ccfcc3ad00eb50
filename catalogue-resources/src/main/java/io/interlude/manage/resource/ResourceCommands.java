package io.interlude.manage.resource;

import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.manage.resource.CatalogueChanges.Decision;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Creates, replaces and archives single resources of any kind. Refusals are
/// [io.interlude.web.refusal.ProblemException]s in the futures.
public final class ResourceCommands {
    private final CatalogueChanges changes;
    private final ResourceIds ids;
    private final InstantSource clock;

    public ResourceCommands(CatalogueChanges changes, ResourceIds ids, InstantSource clock) {
        this.changes = changes;
        this.ids = ids;
        this.clock = clock;
    }

    /// The outcome of a command.
    ///
    /// @param shownOnce secrets that are shown now and never again
    public record Written<V extends CatalogueRecord>(
            V value, Map<String, String> shownOnce, Warnings warnings) {}

    /// The only resource of a kind after a command.
    ///
    /// @param value empty while there still is none
    public record OnlyWritten<V extends CatalogueRecord>(Optional<V> value, Warnings warnings) {}

    /// Stores a new resource under the id in the body, or under a new one.
    public <V extends CatalogueRecord> CompletableFuture<Written<V>> create(
            ResourceKind<V> kind, Editor editor, WriteBody body) {
        return changes.change(editor.orgId(), live -> decideCreate(kind, editor, body, live));
    }

    private <V extends CatalogueRecord> Decision<Written<V>> decideCreate(
            ResourceKind<V> kind, Editor editor, WriteBody body, LiveCatalogue live) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        Optional<String> chosen = ResourceIds.chosen(fields);
        Instant now = now();
        V value = ResourceJson.read(kind, fields, new Editing<>(live, null, now));
        violations.refuseIfAny(kind.refusal());
        String id = chosen.orElseGet(ids::make);
        Optional<V> before = live.latest(kind.topic(), id);
        before.ifPresent(taken -> refuseTaken(kind, taken));
        Envelope.stamp(
                value, editor, id, before.map(CatalogueRecord::getVersion).orElse(0) + 1, now);
        refuseTakenName(kind, value, live);
        kind.refuseChange(null, value, editor, live);
        Map<String, String> shownOnce = kind.mint(value);
        return new Decision<>(
                List.of(Stored.entry(kind, editor, value)),
                new Written<>(value, shownOnce, violations.warnings()));
    }

    private static <V extends CatalogueRecord> void refuseTaken(ResourceKind<V> kind, V taken) {
        if (!taken.getArchived() || !kind.idReusable()) {
            throw conflict("id", "This id is taken: choose another.");
        }
    }

    private static <V extends CatalogueRecord> void refuseTakenName(
            ResourceKind<V> kind, V value, LiveCatalogue live) {
        kind.uniqueName(value)
                .ifPresent(name -> {
                    boolean taken =
                            live.all(kind.topic()).stream()
                                    .filter(other -> !sameId(other, value))
                                    .anyMatch(other ->
                                            kind.uniqueName(other).equals(Optional.of(name)));
                    if (taken) {
                        throw conflict(
                                name.field(),
                                "This " + name.field() + " is taken: choose another.");
                    }
                });
    }

    private static boolean sameId(CatalogueRecord one, CatalogueRecord other) {
        return one.getId().equals(other.getId());
    }

    /// Replaces the whole content of a resource. Without any difference there is no new version.
    public <V extends CatalogueRecord> CompletableFuture<Written<V>> replace(
            ResourceKind<V> kind, Editor editor, String id, EntityTag condition, WriteBody body) {
        return changes.change(
                editor.orgId(),
                live -> {
                    V before = require(kind, id, live);
                    condition.refuseUnless(before.getVersion());
                    return decideReplace(kind, editor, before, body, live);
                });
    }

    private <V extends CatalogueRecord> Decision<Written<V>> decideReplace(
            ResourceKind<V> kind, Editor editor, V before, WriteBody body, LiveCatalogue live) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        String id = before.getId();
        if (ResourceIds.chosen(fields).filter(given -> !given.equals(id)).isPresent()) {
            fields.broken("id", "immutable", "Leave the id as it is, or leave it out.");
        }
        Instant now = now();
        V value = ResourceJson.read(kind, fields, new Editing<>(live, before, now));
        violations.refuseIfAny(kind.refusal());
        if (Envelope.haveSameContent(before, value)) {
            return new Decision<>(
                    List.of(), new Written<>(before, Map.of(), violations.warnings()));
        }
        Envelope.stamp(value, editor, id, before.getVersion() + 1, now);
        refuseTakenName(kind, value, live);
        kind.refuseChange(before, value, editor, live);
        if (!kind.uniqueName(before).equals(kind.uniqueName(value))) {
            refuseReferredTo(kind.referrers(before, live));
        }
        return new Decision<>(
                List.of(Stored.entry(kind, editor, value)),
                new Written<>(value, Map.of(), violations.warnings()));
    }

    /// Stores the only resource of a kind, whether there was one before or not: until then it has
    /// no content, and version 0. Without any difference there is no new version.
    public <V extends CatalogueRecord> CompletableFuture<OnlyWritten<V>> putOnly(
            ResourceKind<V> kind, Editor editor, String id, EntityTag condition, WriteBody body) {
        return changes.change(
                editor.orgId(),
                live -> {
                    Optional<V> before = live.find(kind.topic(), id);
                    condition.refuseUnless(before.map(CatalogueRecord::getVersion).orElse(0));
                    if (before.isPresent()) {
                        Decision<Written<V>> replaced =
                                decideReplace(kind, editor, before.get(), body, live);
                        Written<V> written = replaced.outcome();
                        return new Decision<>(
                                replaced.entries(),
                                new OnlyWritten<>(
                                        Optional.of(written.value()), written.warnings()));
                    }
                    return decideFirst(kind, editor, id, body, live);
                });
    }

    private <V extends CatalogueRecord> Decision<OnlyWritten<V>> decideFirst(
            ResourceKind<V> kind, Editor editor, String id, WriteBody body, LiveCatalogue live) {
        Violations violations = body.violations();
        Instant now = now();
        Fields fields = Fields.of(body.json(), violations);
        V value = ResourceJson.read(kind, fields, new Editing<>(live, null, now));
        violations.refuseIfAny(kind.refusal());
        if (Envelope.haveSameContent(kind.blank(), value)) {
            return new Decision<>(
                    List.of(), new OnlyWritten<>(Optional.empty(), violations.warnings()));
        }
        Envelope.stamp(value, editor, id, 1, now);
        return new Decision<>(
                List.of(Stored.entry(kind, editor, value)),
                new OnlyWritten<>(Optional.of(value), violations.warnings()));
    }

    /// Brings a resource back as it was, in a new version, archived or not. What is in the way of
    /// that is refused as if a client had sent the content.
    ///
    /// @param then as it was at the revision; empty where it was not there
    public <V extends CatalogueRecord> CompletableFuture<Written<V>> restore(
            ResourceKind<V> kind,
            Editor editor,
            String id,
            EntityTag condition,
            long revision,
            Optional<V> then) {
        return changes.change(
                editor.orgId(),
                live -> {
                    V latest = requireKnown(kind, id, live);
                    condition.refuseUnless(latest.getVersion());
                    WriteBody body =
                            new WriteBody(
                                    ResourceJson.tree(kind, then.orElseThrow(() -> nothing())),
                                    false);
                    return restoring(
                            revision,
                            latest.getArchived()
                                    ? decideCreate(kind, editor, body, live)
                                    : decideReplace(kind, editor, latest, body, live));
                });
    }

    private static ProblemException nothing() {
        Violations violations = new Violations();
        violations.broken(
                "revision", "exists", "Give a revision at which it was there and not archived.");
        return violations.problem(Reason.INVALID_RESOURCE).exception();
    }

    private static <R> Decision<R> restoring(long revision, Decision<R> decision) {
        List<CatalogueEntry<?>> entries = new ArrayList<>();
        decision.entries().forEach(entry -> entries.add(entry.restoring(revision)));
        return new Decision<>(entries, decision.outcome());
    }

    /// Archives a resource and what it owns.
    public <V extends CatalogueRecord> CompletableFuture<Written<V>> archive(
            ResourceKind<V> kind, Editor editor, String id, Optional<EntityTag> condition) {
        return changes.change(
                editor.orgId(),
                live -> {
                    V before = require(kind, id, live);
                    condition.ifPresent(tag -> tag.refuseUnless(before.getVersion()));
                    return decideArchive(new Stored<>(kind, before), editor, live);
                });
    }

    private <V extends CatalogueRecord> Decision<Written<V>> decideArchive(
            Stored<V> stored, Editor editor, LiveCatalogue live) {
        Instant now = now();
        List<CatalogueEntry<?>> entries = new ArrayList<>();
        for (Stored<?> each : stored.withOwned(live)) {
            refuseArchival(each, live);
            entries.add(each.archived(editor, now));
        }
        return new Decision<>(entries, new Written<>(stored.value(), Map.of(), Warnings.NONE));
    }

    private static <V extends CatalogueRecord> void refuseArchival(
            Stored<V> stored, LiveCatalogue live) {
        stored.kind().refuseArchival(stored.value(), live);
        refuseReferredTo(stored.kind().referrers(stored.value(), live));
    }

    private static void refuseReferredTo(List<String> referrers) {
        if (!referrers.isEmpty()) {
            throw Problem.of(
                            Reason.CONFLICT,
                            "It is still referred to: change what refers to it first.")
                    .withField("referrers", referrers)
                    .exception();
        }
    }

    /// The live resource.
    ///
    /// @throws ProblemException `not_found`
    public static <V extends CatalogueRecord> V require(
            ResourceKind<V> kind, String id, LiveCatalogue live) {
        return live.find(kind.topic(), id).orElseThrow(() -> unknown(kind));
    }

    /// The newest version, archived or not.
    ///
    /// @throws ProblemException `not_found`
    public static <V extends CatalogueRecord> V requireKnown(
            ResourceKind<V> kind, String id, LiveCatalogue live) {
        return live.latest(kind.topic(), id).orElseThrow(() -> unknown(kind));
    }

    private static ProblemException unknown(ResourceKind<?> kind) {
        return Problem.of(Reason.NOT_FOUND, "There is no such " + kind.noun() + " in this org.")
                .exception();
    }

    private static ProblemException conflict(String field, String description) {
        return Problem.ofField(Reason.CONFLICT, field, description).exception();
    }

    /// Records keep milliseconds.
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
