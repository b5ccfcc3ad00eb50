package io.interlude.manage.catalogue;

import io.interlude.journal.json.Json;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.References;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads one resource beside an application `app`, ad units `home` and `chat`, a campaign `camp`
/// and a line item `line`.
public final class Reading {
    public static final CatalogueKinds KINDS = CatalogueKinds.of(new SplittableRandom(1));
    public static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private static final String ABSENT = "absent";

    private Reading() {}

    /// Replaces (or removes: `absent`) the value at a JSON pointer, whose parent is there.
    public static ObjectNode with(ObjectNode json, String pointer, String value) {
        ObjectNode copy = json.deepCopy();
        int slash = pointer.lastIndexOf('/');
        ObjectNode parent = (ObjectNode) copy.at(pointer.substring(0, slash));
        String name = pointer.substring(slash + 1);
        if (value.equals(ABSENT)) {
            parent.remove(name);
        } else {
            parent.set(name, json(value));
        }
        return copy;
    }

    /// JSON in which single quotes stand for double ones.
    public static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) json(text);
    }

    /// Every violation as `path rule`.
    public static <V extends CatalogueRecord> List<String> violations(
            ResourceKind<V> kind, ObjectNode json) {
        return read(kind, json).listed().stream()
                .map(violation -> violation.path() + " " + violation.rule())
                .toList();
    }

    /// Reason of the refusal.
    public static <V extends CatalogueRecord> Reason reason(ResourceKind<V> kind, ObjectNode json) {
        Violations violations = read(kind, json);
        try {
            violations.refuseIfAny(kind.refusal());
        } catch (ProblemException e) {
            return e.problem().reason();
        }
        throw new AssertionError("not refused: " + json);
    }

    /// The resource read and written again.
    public static <V extends CatalogueRecord> ObjectNode echo(
            ResourceKind<V> kind, ObjectNode json) {
        Violations violations = new Violations();
        V value = decode(kind, json, violations);
        violations.refuseIfAny(kind.refusal());
        ObjectNode echo = Json.MAPPER.createObjectNode();
        kind.encode(value, echo);
        return (ObjectNode) Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(echo));
    }

    /// What is wrong with the resource.
    public static <V extends CatalogueRecord> Violations read(
            ResourceKind<V> kind, ObjectNode json) {
        Violations violations = new Violations();
        decode(kind, json, violations);
        return violations;
    }

    private static <V extends CatalogueRecord> V decode(
            ResourceKind<V> kind, ObjectNode json, Violations violations) {
        return kind.decode(Fields.of(json, violations), new Editing<>(new Neighbours(), null, NOW));
    }

    /// The record of a resource that takes the place of another.
    public static <V extends CatalogueRecord> V decode(
            ResourceKind<V> kind, ObjectNode json, @Nullable V previous, Instant now) {
        Violations violations = new Violations();
        V value =
                kind.decode(
                        Fields.of(json, violations),
                        new Editing<>(new Neighbours(), previous, now));
        violations.refuseIfAny(kind.refusal());
        return value;
    }

    private record Neighbours() implements References {
        @Override
        public boolean hasConversionGoal(String id) {
            return id.equals("sale");
        }

        @Override
        public boolean hasApplication(String id) {
            return id.equals("app");
        }

        @Override
        public boolean hasAdUnitCode(String code) {
            return List.of("home", "chat").contains(code);
        }

        @Override
        public boolean hasAdvertiser(String id) {
            return true;
        }

        @Override
        public boolean hasCampaign(String id) {
            return id.equals("camp");
        }

        @Override
        public boolean hasLineItem(String id) {
            return id.equals("line");
        }
    }
}
