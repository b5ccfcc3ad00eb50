package io.interlude.manage.adunit;

import io.interlude.domain.money.Money;
import io.interlude.manage.advertiser.BlockedJson;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.References;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.settings.AdLoadJson;
import io.interlude.manage.settings.SuitabilityJson;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Ad units: `{id, code, name, applicationId?, formats?, suitability?, adLoad?, blocked?, floor?}`.
/// The code is unique in the org and names the ad unit in fetches and line items; while line items
/// name it, it can be neither changed nor archived. No formats means all.
public final class AdUnits implements ResourceKind<AdUnitChanged> {
    /// Longest display name of anything.
    public static final int MAX_NAME_CHARACTERS = 200;

    private static final int MAX_CODE_CHARACTERS = 128;
    private static final String SANDBOX = "__sandbox__";
    private static final String CODE = "code";
    private static final String NAME = "name";
    private static final String APPLICATION_ID = "applicationId";
    private static final String FORMATS = "formats";
    private static final String FLOOR = "floor";
    private static final Choices<RenderFormat> FORMAT_NAMES = Choices.of(RenderFormat.class);

    @Override
    public Topic<AdUnitChanged> topic() {
        return Topics.AD_UNITS;
    }

    @Override
    public String pathSegment() {
        return "ad-units";
    }

    @Override
    public String section() {
        return "adUnits";
    }

    @Override
    public String noun() {
        return "ad unit";
    }

    @Override
    public AdUnitChanged blank() {
        return new AdUnitChanged();
    }

    @Override
    public AdUnitChanged decode(Fields fields, Editing<AdUnitChanged> editing) {
        AdUnitChanged value = blank();
        fields.require(CODE);
        String code = code(fields, CODE);
        value.setCode(code == null ? "" : code);
        value.setName(fields.requiredText(NAME, MAX_NAME_CHARACTERS));
        value.setApplicationId(applicationId(fields, editing.references()));
        value.setFormats(fields.choices(FORMATS, FORMAT_NAMES));
        value.setSuitability(SuitabilityJson.read(fields));
        value.setAdLoad(AdLoadJson.read(fields));
        value.setBlocked(BlockedJson.read(fields));
        Money floor = fields.money(FLOOR);
        value.setFloor(
                floor == null
                        ? null
                        : new io.interlude.schema.Money(floor.amountMicros(), floor.currency()));
        return value;
    }

    /// A field that holds an ad unit code.
    public static @Nullable String code(Fields fields, String name) {
        String code = fields.text(name, MAX_CODE_CHARACTERS);
        if (SANDBOX.equals(code)) {
            fields.broken(name, "reserved", "Choose another code: this one is the sandbox's.");
        }
        return code;
    }

    /// The field `applicationId`, which must name an application if it is there.
    public static @Nullable String applicationId(Fields fields, References references) {
        String id = fields.text(APPLICATION_ID, MAX_NAME_CHARACTERS);
        if (id != null && !references.hasApplication(id)) {
            fields.broken(APPLICATION_ID, "exists", "Give the id of an application.");
        }
        return id;
    }

    @Override
    public void encode(AdUnitChanged value, ObjectNode json) {
        json.put(CODE, value.getCode()).put(NAME, value.getName());
        if (value.getApplicationId() != null) {
            json.put(APPLICATION_ID, value.getApplicationId());
        }
        ArrayNode formats = json.putArray(FORMATS);
        value.getFormats().forEach(format -> formats.add(Choices.nameOf(format)));
        SuitabilityJson.write(value.getSuitability(), json);
        AdLoadJson.write(value.getAdLoad(), json);
        BlockedJson.write(value.getBlocked(), json);
        io.interlude.schema.Money floor = value.getFloor();
        if (floor != null) {
            json.putObject(FLOOR)
                    .put("amount", Money.decimalString(floor.getAmountMicros()))
                    .put("currency", floor.getCurrency());
        }
    }

    @Override
    public Optional<UniqueName> uniqueName(AdUnitChanged value) {
        return Optional.of(new UniqueName(CODE, value.getCode()));
    }

    @Override
    public List<String> referrers(AdUnitChanged value, LiveCatalogue live) {
        return live.all(Topics.LINE_ITEMS).stream()
                .filter(lineItem -> lineItem.getAdUnits().contains(value.getCode()))
                .map(CatalogueRecord::getId)
                .sorted()
                .toList();
    }
}
