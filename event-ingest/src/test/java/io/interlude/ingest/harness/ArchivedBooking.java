package io.interlude.ingest.harness;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What the one creative was booked for, archived since.
public final class ArchivedBooking implements CatalogueRecords {
    private final LineItemChanged lineItem = new LineItemChanged();
    private final CampaignChanged campaign = new CampaignChanged();
    private final AdvertiserChanged advertiser = new AdvertiserChanged();

    public ArchivedBooking() {
        lineItem.setId("hotels");
        lineItem.setCampaignId("summer");
        lineItem.setArchived(true);
        campaign.setId("summer");
        campaign.setAdvertiserName("Hotel Holding");
        campaign.setAdvertiserId("hotel");
        campaign.setArchived(true);
        advertiser.setId("hotel");
        advertiser.setName("Hotel by the Lake");
        advertiser.setArchived(true);
    }

    @Override
    public <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, OrgId orgId, String id) {
        return all(topic, orgId).stream().filter(record -> record.getId().equals(id)).findFirst();
    }

    @Override
    public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
        return Stream.of(lineItem, campaign, advertiser)
                .filter(topic.valueType()::isInstance)
                .map(topic.valueType()::cast)
                .toList();
    }

    @Override
    public Set<OrgId> orgs() {
        return Set.of(KnownKeys.ORG);
    }

    @Override
    public long revision(OrgId orgId) {
        return 1;
    }

    @Override
    public CatalogueRecords pinned(OrgId orgId) {
        return this;
    }
}
