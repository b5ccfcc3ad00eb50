package io.interlude.manage.campaign;

import io.interlude.catalogue.record.CatalogueCodec;
import io.interlude.domain.lift.Holdout;
import io.interlude.manage.adunit.AdUnits;
import io.interlude.manage.advertiser.Advertisers;
import io.interlude.manage.flight.FlightJson;
import io.interlude.manage.frequency.FrequencyCapsJson;
import io.interlude.manage.lineitem.LineItems;
import io.interlude.manage.resource.Editing;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.Stored;
import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CapScope;
import io.interlude.schema.ServingStatus;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Campaigns: `{id, name, advertiserName, advertiserId?, status, startAt?, endAt?, frequencyCaps?,
/// holdout?}`. The status is `draft` unless given. Archiving a campaign archives its line items
/// with their creatives.
public final class Campaigns implements ResourceKind<CampaignChanged> {
    private static final String NAME = "name";
    private static final String ADVERTISER_NAME = "advertiserName";
    private static final String STATUS = "status";
    private static final String HOLDOUT = "holdout";
    private static final Choices<ServingStatus> STATUSES =
            Choices.of(ServingStatus.class).without(ServingStatus.shadow);

    /// A campaign's caps count the campaign and nothing else.
    private static final Choices<CapScope> CAP_SCOPES =
            Choices.of(Map.of("campaign", CapScope.campaign));

    private final LineItems lineItems;

    public Campaigns(LineItems lineItems) {
        this.lineItems = lineItems;
    }

    @Override
    public Topic<CampaignChanged> topic() {
        return Topics.CAMPAIGNS;
    }

    @Override
    public String pathSegment() {
        return "campaigns";
    }

    @Override
    public String section() {
        return "campaigns";
    }

    @Override
    public String noun() {
        return "campaign";
    }

    @Override
    public CampaignChanged blank() {
        return new CampaignChanged();
    }

    @Override
    public CampaignChanged decode(Fields fields, Editing<CampaignChanged> editing) {
        CampaignChanged value = blank();
        value.setName(fields.requiredText(NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setAdvertiserName(fields.requiredText(ADVERTISER_NAME, AdUnits.MAX_NAME_CHARACTERS));
        value.setAdvertiserId(Advertisers.advertiserId(fields, editing));
        value.setStatus(fields.choice(STATUS, STATUSES, ServingStatus.draft));
        FlightJson flight = FlightJson.read(fields);
        value.setStartAt(flight.startAt());
        value.setEndAt(flight.endAt());
        value.setFrequencyCaps(FrequencyCapsJson.read(fields, CapScope.campaign, CAP_SCOPES));
        setHoldout(value, fields, editing.previous(), editing.now());
        return value;
    }

    private static void setHoldout(
            CampaignChanged value, Fields fields, @Nullable CampaignChanged previous, Instant now) {
        BigDecimal given =
                fields.decimal(HOLDOUT, BigDecimal.ZERO, BigDecimal.valueOf(Holdout.LARGEST));
        double share = given == null ? 0 : given.doubleValue();
        Holdout before = previous == null ? Holdout.NONE : CatalogueCodec.holdout(previous);
        Holdout holdout = before.changed(share, now);
        value.setHoldout(share);
        value.setHoldoutSince(holdout.since());
        value.setHoldoutUntil(holdout.until());
    }

    @Override
    public void encode(CampaignChanged value, ObjectNode json) {
        json.put(NAME, value.getName()).put(ADVERTISER_NAME, value.getAdvertiserName());
        Advertisers.write(value.getAdvertiserId(), json);
        json.put(STATUS, Choices.nameOf(value.getStatus()));
        new FlightJson(value.getStartAt(), value.getEndAt()).write(json);
        FrequencyCapsJson.write(json, value.getFrequencyCaps());
        if (value.getHoldout() > 0) {
            json.put(HOLDOUT, value.getHoldout());
        }
    }

    @Override
    public List<Stored<?>> owned(CampaignChanged value, LiveCatalogue live) {
        List<Stored<?>> owned = new ArrayList<>();
        live.all(Topics.LINE_ITEMS).stream()
                .filter(lineItem -> lineItem.getCampaignId().equals(value.getId()))
                .forEach(lineItem -> owned.add(new Stored<>(lineItems, lineItem)));
        return owned;
    }
}
