package io.interlude.manage.resource;

import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// One org's resources that are not archived, as of now.
public final class LiveCatalogue implements References {
    private final CatalogueRecords records;
    private final OrgId orgId;

    public LiveCatalogue(CatalogueRecords records, OrgId orgId) {
        this.records = records;
        this.orgId = orgId;
    }

    /// The newest version, archived or not.
    public <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, String id) {
        return records.latest(topic, orgId, id);
    }

    public <V extends CatalogueRecord> Optional<V> find(Topic<V> topic, String id) {
        return latest(topic, id).filter(value -> !value.getArchived());
    }

    /// All of a kind, in no order to rely on.
    public <V extends CatalogueRecord> List<V> all(Topic<V> topic) {
        return records.all(topic, orgId).stream().filter(value -> !value.getArchived()).toList();
    }

    /// Those of a kind whose ids come after one, in the order of ids.
    public <V extends CatalogueRecord> Stream<V> after(Topic<V> topic, String id) {
        return records.after(topic, orgId, id).filter(value -> !value.getArchived());
    }

    /// Number of the org's newest change.
    public long revision() {
        return records.revision(orgId);
    }

    public Optional<AdUnitChanged> adUnitWithCode(String code) {
        return all(Topics.AD_UNITS).stream()
                .filter(adUnit -> adUnit.getCode().equals(code))
                .findFirst();
    }

    @Override
    public boolean hasApplication(String id) {
        return find(Topics.APPLICATIONS, id).isPresent();
    }

    @Override
    public boolean hasAdUnitCode(String code) {
        return adUnitWithCode(code).isPresent();
    }

    @Override
    public boolean hasAdvertiser(String id) {
        return find(Topics.ADVERTISERS, id).isPresent();
    }

    @Override
    public boolean hasCampaign(String id) {
        return find(Topics.CAMPAIGNS, id).isPresent();
    }

    @Override
    public boolean hasConversionGoal(String id) {
        return find(Topics.CONVERSION_GOALS, id).isPresent();
    }

    @Override
    public boolean hasLineItem(String id) {
        return find(Topics.LINE_ITEMS, id).isPresent();
    }
}
