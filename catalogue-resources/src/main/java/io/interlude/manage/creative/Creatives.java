package io.interlude.manage.creative;

import io.interlude.catalogue.key.Actor;
import io.interlude.catalogue.record.CatalogueKeys;
import io.interlude.domain.identity.OrgId;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.References;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CardContent;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.FeedbackCount;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.web.refusal.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Creatives: `{id, lineItemId, type, status, position?, weight?, properties?, card? | flow?}`.
/// Unless given: status `draft`, weight 1. Every change makes the next version, under a key of its
/// own, so that a click URL of an old version keeps its target. `draftedFor` tells of a draft that
/// the product made, as readers had reported the creative too often.
public final class Creatives implements ResourceKind<CreativeVersionChanged> {
    private static final String LINE_ITEM_ID = "lineItemId";
    private static final String TYPE = "type";
    private static final String STATUS = "status";
    private static final String POSITION = "position";
    private static final String WEIGHT = "weight";
    private static final String PROPERTIES = "properties";
    private static final String CARD = "card";
    private static final String FLOW = "flow";
    private static final String CREATED_AT = "createdAt";
    private static final String DRAFTED_FOR = "draftedFor";
    private static final String DRAFT = "draft";
    private static final String SUBMITTED = "submitted";
    private static final String APPROVED = "approved";

    private static final int MAX_ID_CHARACTERS = 64;
    private static final int LARGEST_NUMBER = 1_000_000;
    private static final int MOST_PROPERTIES = 50;
    private static final int MAX_PROPERTY_NAME_CHARACTERS = 64;
    private static final int MAX_PROPERTY_CHARACTERS = 1_024;
    private static final Choices<String> TYPES = Choices.of(named(CARD, FLOW));
    private static final Choices<String> STATUSES = Choices.of(named(DRAFT, SUBMITTED, APPROVED));

    private static Map<String, String> named(String... names) {
        Map<String, String> named = new LinkedHashMap<>();
        for (String name : names) {
            named.put(name, name);
        }
        return named;
    }

    @Override
    public Topic<CreativeVersionChanged> topic() {
        return Topics.CREATIVES;
    }

    @Override
    public String pathSegment() {
        return "creatives";
    }

    @Override
    public String section() {
        return "creatives";
    }

    @Override
    public String noun() {
        return "creative";
    }

    @Override
    public Reason refusal() {
        return Reason.INVALID_CREATIVE;
    }

    @Override
    public CreativeVersionChanged blank() {
        return new CreativeVersionChanged();
    }

    @Override
    public String recordKey(OrgId orgId, String id, int version) {
        return CatalogueKeys.ofVersion(orgId, id, version);
    }

    @Override
    public CreativeVersionChanged decode(Fields fields, Editing<CreativeVersionChanged> editing) {
        CreativeVersionChanged value = blank();
        CreativeVersionChanged previous = editing.previous();
        value.setLineItemId(lineItemId(fields, editing.references()));
        String status = fields.choice(STATUS, STATUSES, DRAFT);
        value.setApproved(status.equals(APPROVED));
        value.setSubmitted(status.equals(SUBMITTED));
        value.setPosition(fields.integer(POSITION, 0, LARGEST_NUMBER));
        value.setCreatedAt(previous == null ? editing.now() : previous.getCreatedAt());
        value.setWeight(fields.integer(WEIGHT, 1, LARGEST_NUMBER, 1));
        value.setProperties(properties(fields));
        fields.require(TYPE);
        String type = fields.choice(TYPE, TYPES);
        if (type != null) {
            String other = type.equals(CARD) ? FLOW : CARD;
            fields.require(type);
            if (fields.has(other)) {
                fields.broken(other, "not_allowed", "Leave it out: the type is " + type + ".");
            }
        }
        value.setCard(card(fields));
        value.setFlowJson(flow(fields));
        value.setFeedbackBefore(previous == null ? null : previous.getFeedbackBefore());
        return value;
    }

    private static String lineItemId(Fields fields, References references) {
        String id = fields.requiredText(LINE_ITEM_ID, MAX_ID_CHARACTERS);
        if (!id.isEmpty() && !references.hasLineItem(id)) {
            fields.broken(LINE_ITEM_ID, "exists", "Give the id of a line item.");
        }
        return id;
    }

    private static Map<String, String> properties(Fields fields) {
        Fields given = fields.object(PROPERTIES);
        if (given == null) {
            return Map.of();
        }
        Map<String, String> properties = new HashMap<>();
        for (Map.Entry<String, JsonNode> property : given.json().properties()) {
            String name = property.getKey();
            String at = given.pathOf(name);
            String text = property.getValue().isString() ? property.getValue().stringValue() : null;
            if (text == null) {
                fields.violations().wrongType(at, "a string");
            } else if (name.isEmpty()
                    || name.length() > MAX_PROPERTY_NAME_CHARACTERS
                    || text.length() > MAX_PROPERTY_CHARACTERS) {
                fields.violations().broken(at, "length", "Shorten the name or the text.");
            } else {
                properties.put(name, text);
            }
        }
        if (given.json().size() > MOST_PROPERTIES) {
            fields.broken(PROPERTIES, "length", "Give at most " + MOST_PROPERTIES + ".");
        }
        return properties;
    }

    private static @Nullable CardContent card(Fields fields) {
        Fields card = fields.object(CARD);
        return card == null ? null : CardJson.read(card);
    }

    private static @Nullable String flow(Fields fields) {
        Fields flow = fields.object(FLOW);
        return flow == null
                ? null
                : FlowJson.read(flow.json(), fields.pathOf(FLOW), fields.violations());
    }

    @Override
    public void encode(CreativeVersionChanged value, ObjectNode json) {
        json.put(LINE_ITEM_ID, value.getLineItemId())
                .put(TYPE, value.getCard() == null ? FLOW : CARD)
                .put(STATUS, status(value));
        if (value.getPosition() != null) {
            json.put(POSITION, value.getPosition());
        }
        json.put(WEIGHT, value.getWeight());
        ObjectNode properties = json.putObject(PROPERTIES);
        new TreeMap<>(value.getProperties()).forEach(properties::put);
        if (value.getCard() != null) {
            CardJson.write(value.getCard(), json.putObject(CARD));
        }
        if (value.getFlowJson() != null) {
            ResourceJson.putKept(json, FLOW, value.getFlowJson());
        }
    }

    private static String status(CreativeVersionChanged value) {
        if (value.getApproved()) {
            return APPROVED;
        }
        return value.getSubmitted() ? SUBMITTED : DRAFT;
    }

    @Override
    public void refuseChange(
            @Nullable CreativeVersionChanged before,
            CreativeVersionChanged value,
            Editor editor,
            LiveCatalogue live) {
        Approvals.refuseUnlessAllowed(before, value, editor, live);
    }

    @Override
    public void encodeDerived(CreativeVersionChanged value, ObjectNode json) {
        json.put(CREATED_AT, value.getCreatedAt().toString());
        FeedbackCount counted = value.getFeedbackBefore();
        if (counted != null && Actor.FEEDBACK_LIMIT.equals(value.getChangedBy())) {
            json.putObject(DRAFTED_FOR)
                    .put("fetches", counted.getFetches())
                    .put("reports", counted.getReports());
        }
    }

    @Override
    public Set<String> derivedFields() {
        return Set.of(CREATED_AT, DRAFTED_FOR);
    }
}
