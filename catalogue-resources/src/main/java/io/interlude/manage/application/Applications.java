package io.interlude.manage.application;

import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.advertiser.BlockedJson;
import io.interlude.manage.key.Keys;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.settings.AdLoadJson;
import io.interlude.manage.settings.SuitabilityJson;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Applications: `{id, name, defaultAdUnit?, suitability?, adLoad?, blocked?}`. `defaultAdUnit` is
/// the code of the ad unit that a fetch without one fills; it may name one that comes later.
/// Archiving an application archives its ad units and revokes its keys.
public final class Applications implements ResourceKind<ApplicationChanged> {
    private static final String NAME = "name";
    private static final String DEFAULT_AD_UNIT = "defaultAdUnit";

    private final Keys keys;
    private final AdUnits adUnits;

    public Applications(Keys keys, AdUnits adUnits) {
        this.keys = keys;
        this.adUnits = adUnits;
    }

    @Override
    public Topic<ApplicationChanged> topic() {
        return Topics.APPLICATIONS;
    }

    @Override
    public String pathSegment() {
        return "applications";
    }

    @Override
    public String section() {
        return "applications";
    }

    @Override
    public String noun() {
        return "application";
    }

    @Override
    public ApplicationChanged blank() {
        return new ApplicationChanged();
    }

    @Override
    public ApplicationChanged decode(Fields fields, Editing<ApplicationChanged> editing) {
        ApplicationChanged value = blank();
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setDefaultAdUnit(AdUnits.code(fields, DEFAULT_AD_UNIT));
        value.setSuitability(SuitabilityJson.read(fields));
        value.setAdLoad(AdLoadJson.read(fields));
        value.setBlocked(BlockedJson.read(fields));
        return value;
    }

    @Override
    public void encode(ApplicationChanged value, ObjectNode json) {
        json.put(NAME, value.getName());
        if (value.getDefaultAdUnit() != null) {
            json.put(DEFAULT_AD_UNIT, value.getDefaultAdUnit());
        }
        SuitabilityJson.write(value.getSuitability(), json);
        AdLoadJson.write(value.getAdLoad(), json);
        BlockedJson.write(value.getBlocked(), json);
    }

    @Override
    public List<Stored<?>> owned(ApplicationChanged value, LiveCatalogue live) {
        String id = value.getId();
        Stream<Stored<?>> ownKeys =
                live.all(Topics.KEYS).stream()
                        .filter(key -> id.equals(key.getApplicationId()))
                        .map(key -> new Stored<>(keys, key));
        Stream<Stored<?>> ownAdUnits =
                live.all(Topics.AD_UNITS).stream()
                        .filter(adUnit -> id.equals(adUnit.getApplicationId()))
                        .map(adUnit -> new Stored<>(adUnits, adUnit));
        return Stream.concat(ownKeys, ownAdUnits).toList();
    }
}
