package io.interlude.manage.lineitem;

import static io.interlude.domain.catalogue.LineItem.DEFAULT_PRIORITY;
import static io.interlude.domain.catalogue.LineItem.LOWEST_PRIORITY;
import static io.interlude.domain.rotation.Rotation.DEFAULT_EXPLORATION_SHARE_BPS;

import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.creative.Creatives;
import io.interlude.manage.flight.FlightJson;
import io.interlude.manage.frequency.FrequencyCapsJson;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.References;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CapScope;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.PacingMode;
import io.interlude.schema.RotationMode;
import io.interlude.schema.ServingStatus;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Line items. Unless given: status `draft`, priority 8, weight 1, time zone `UTC`, pacing `even`,
/// rotation `adaptive`, exploration share 0.1, every ad unit, always, everyone. Archiving a line
/// item archives its creatives.
public final class LineItems implements ResourceKind<LineItemChanged> {
    private static final String CAMPAIGN_ID = "campaignId";
    private static final String NAME = "name";
    private static final String STATUS = "status";
    private static final String PRIORITY = "priority";
    private static final String WEIGHT = "weight";
    private static final String TIME_ZONE = "timeZone";
    private static final String AD_UNITS = "adUnits";
    private static final String PACING = "pacing";
    private static final String ROTATION = "rotation";
    private static final String EXPLORATION_SHARE = "explorationShare";
    private static final String SUITABLE_FOR_CHILDREN = "suitableForChildren";
    private static final String CONVERSION_GOALS = "conversionGoals";
    private static final String ACTIVATED_AT = "activatedAt";

    private static final int MAX_ID_CHARACTERS = 64;
    private static final int LARGEST_WEIGHT = 1_000_000;
    private static final int MOST_AD_UNITS = 1_000;
    private static final int MOST_CONVERSION_GOALS = 20;
    private static final int MAX_CODE_CHARACTERS = 128;
    private static final int BPS_SCALE = 4;
    private static final Choices<ServingStatus> STATUSES = Choices.of(ServingStatus.class);
    private static final Choices<PacingMode> PACINGS = Choices.of(PacingMode.class);
    private static final Choices<RotationMode> ROTATIONS = Choices.of(RotationMode.class);
    private static final Choices<CapScope> CAP_SCOPES =
            Choices.of(CapScope.class).without(CapScope.hidden);
    private static final Set<String> TIME_ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());

    private final Creatives creatives;

    public LineItems(Creatives creatives) {
        this.creatives = creatives;
    }

    @Override
    public Topic<LineItemChanged> topic() {
        return Topics.LINE_ITEMS;
    }

    @Override
    public String pathSegment() {
        return "line-items";
    }

    @Override
    public String section() {
        return "lineItems";
    }

    @Override
    public String noun() {
        return "line item";
    }

    @Override
    public LineItemChanged blank() {
        return new LineItemChanged();
    }

    @Override
    public LineItemChanged decode(Fields fields, Editing<LineItemChanged> editing) {
        LineItemChanged value = blank();
        value.setCampaignId(campaignId(fields, editing.references()));
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setStatus(fields.choice(STATUS, STATUSES, ServingStatus.draft));
        setActivation(value, editing);
        value.setPriority(fields.integer(PRIORITY, 1, LOWEST_PRIORITY, DEFAULT_PRIORITY));
        value.setWeight(fields.integer(WEIGHT, 1, LARGEST_WEIGHT, 1));
        FlightJson flight = FlightJson.read(fields);
        value.setStartAt(flight.startAt());
        value.setEndAt(flight.endAt());
        value.setTimeZone(timeZone(fields));
        value.setDayparts(DaypartsJson.read(fields));
        value.setAdUnits(adUnits(fields, editing.references()));
        PriceJson.read(fields, value);
        GoalJson.read(fields, value);
        value.setPacing(fields.choice(PACING, PACINGS, PacingMode.even));
        value.setFrequencyCaps(FrequencyCapsJson.read(fields, CapScope.lineItem, CAP_SCOPES));
        value.setTargetingJson(TargetingField.read(fields));
        value.setRotation(fields.choice(ROTATION, ROTATIONS, RotationMode.adaptive));
        value.setExplorationShareBps(explorationShareBps(fields));
        ContextJson.read(fields, value);
        value.setSuitableForChildren(fields.flag(SUITABLE_FOR_CHILDREN));
        value.setConversionGoals(conversionGoals(fields, editing.references()));
        return value;
    }

    private static String campaignId(Fields fields, References references) {
        String id = fields.requiredText(CAMPAIGN_ID, MAX_ID_CHARACTERS);
        if (!id.isEmpty() && !references.hasCampaign(id)) {
            fields.broken(CAMPAIGN_ID, "exists", "Give the id of a campaign.");
        }
        return id;
    }

    /// Even pacing of a day starts when a line item becomes active, so edits of an active one keep
    /// its time; a plan over the flight starts when it first does.
    private static void setActivation(LineItemChanged value, Editing<LineItemChanged> editing) {
        LineItemChanged previous = editing.previous();
        Instant latest = previous == null ? null : previous.getActivatedAt();
        Instant first = previous == null ? null : previous.getFirstActivatedAt();
        boolean wasActive = previous != null && previous.getStatus() == ServingStatus.active;
        boolean activates = value.getStatus() == ServingStatus.active && !wasActive;
        Instant before = first == null ? latest : first;
        value.setActivatedAt(activates ? editing.now() : latest);
        value.setFirstActivatedAt(activates && before == null ? editing.now() : before);
    }

    private static String timeZone(Fields fields) {
        String zone = fields.text(TIME_ZONE, MAX_ID_CHARACTERS);
        if (zone == null) {
            return "UTC";
        }
        if (!TIME_ZONES.contains(zone)) {
            fields.broken(TIME_ZONE, "time_zone", "Give an IANA time zone such as Europe/Berlin.");
        }
        return zone;
    }

    private static List<String> adUnits(Fields fields, References references) {
        return fields.texts(
                AD_UNITS,
                MOST_AD_UNITS,
                MAX_CODE_CHARACTERS,
                (code, at) -> {
                    if (!references.hasAdUnitCode(code)) {
                        fields.violations().broken(at, "exists", "Give the code of an ad unit.");
                    }
                    return code;
                });
    }

    private static List<String> conversionGoals(Fields fields, References references) {
        return fields.texts(
                CONVERSION_GOALS,
                MOST_CONVERSION_GOALS,
                MAX_ID_CHARACTERS,
                (id, at) -> {
                    if (!references.hasConversionGoal(id)) {
                        fields.violations()
                                .broken(at, "exists", "Give the id of a conversion goal.");
                    }
                    return id;
                });
    }

    private static int explorationShareBps(Fields fields) {
        BigDecimal share = fields.decimal(EXPLORATION_SHARE, 0, 1);
        if (share == null) {
            return DEFAULT_EXPLORATION_SHARE_BPS;
        }
        try {
            return share.movePointRight(BPS_SCALE).intValueExact();
        } catch (ArithmeticException e) {
            fields.broken(EXPLORATION_SHARE, "precision", "Give at most 4 places.");
            return DEFAULT_EXPLORATION_SHARE_BPS;
        }
    }

    @Override
    public void encode(LineItemChanged value, ObjectNode json) {
        json.put(CAMPAIGN_ID, value.getCampaignId())
                .put(NAME, value.getName())
                .put(STATUS, Choices.nameOf(value.getStatus()))
                .put(PRIORITY, value.getPriority())
                .put(WEIGHT, value.getWeight());
        new FlightJson(value.getStartAt(), value.getEndAt()).write(json);
        json.put(TIME_ZONE, value.getTimeZone());
        DaypartsJson.write(json, value.getDayparts());
        ArrayNode codes = json.putArray(AD_UNITS);
        value.getAdUnits().forEach(codes::add);
        PriceJson.write(value, json);
        GoalJson.write(value, json);
        json.put(PACING, Choices.nameOf(value.getPacing()));
        FrequencyCapsJson.write(json, value.getFrequencyCaps());
        TargetingField.write(json, value.getTargetingJson());
        json.put(ROTATION, Choices.nameOf(value.getRotation()))
                .put(EXPLORATION_SHARE, share(value.getExplorationShareBps()));
        ContextJson.write(value, json);
        if (value.getSuitableForChildren()) {
            json.put(SUITABLE_FOR_CHILDREN, true);
        }
        if (!value.getConversionGoals().isEmpty()) {
            ArrayNode goals = json.putArray(CONVERSION_GOALS);
            value.getConversionGoals().forEach(goals::add);
        }
    }

    private static BigDecimal share(int bps) {
        BigDecimal share = BigDecimal.valueOf(bps, BPS_SCALE).stripTrailingZeros();
        return share.scale() < 0 ? share.setScale(0) : share;
    }

    @Override
    public void encodeDerived(LineItemChanged value, ObjectNode json) {
        if (value.getActivatedAt() != null) {
            json.put(ACTIVATED_AT, value.getActivatedAt().toString());
        }
    }

    @Override
    public Set<String> derivedFields() {
        return Set.of(ACTIVATED_AT);
    }

    @Override
    public List<Stored<?>> owned(LineItemChanged value, LiveCatalogue live) {
        return live.all(Topics.CREATIVES).stream()
                .filter(creative -> creative.getLineItemId().equals(value.getId()))
                .<Stored<?>>map(creative -> new Stored<>(creatives, creative))
                .toList();
    }
}
