package io.interlude.fetch.harness;

import io.interlude.catalogue.command.CatalogueWriter;
import io.interlude.catalogue.command.StaleRevisionException;
import io.interlude.catalogue.record.CatalogueEntry;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.catalogue.snapshot.ServedCreativeKey;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Application;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.CreativeContent;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.catalogue.ServingStatus;
import io.interlude.domain.conversation.AdLoad;
import io.interlude.domain.flight.Flight;
import io.interlude.domain.identity.AdUnitId;
import io.interlude.domain.identity.AdvertiserId;
import io.interlude.domain.identity.ApplicationId;
import io.interlude.domain.identity.CampaignId;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.lift.Holdout;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The catalogue of the org of the tests: an application, the ad unit `pause`, one campaign, and
/// what a test adds. Takes ad units only.
public final class OneCatalogue implements Catalogues, CatalogueRecords, CatalogueWriter {
    public static final CampaignId CAMPAIGN = new CampaignId("c1");

    private final List<AdUnit> adUnits = new ArrayList<>();
    private final List<Campaign> campaigns = new ArrayList<>();
    private final List<LineItem> lineItems = new ArrayList<>();
    private final List<CreativeVersion> creatives = new ArrayList<>();
    private final List<AdUnitChanged> written = new ArrayList<>();
    private OrgSettings settings = OrgSettings.DEFAULT;
    private @Nullable OrgCatalogue snapshot;
    private long revision = 1;

    public OneCatalogue() {
        adUnits.add(new AdUnit(new AdUnitId("u1"), "pause", "Pause", null, Set.of()));
        campaigns.add(campaign(CAMPAIGN, "Acme"));
    }

    private static Campaign campaign(CampaignId id, String advertiser) {
        return new Campaign(
                id, "Campaign", advertiser, ServingStatus.ACTIVE, Flight.ALWAYS, List.of());
    }

    /// Adds a line item with one card, in a campaign of its own.
    public synchronized OneCatalogue withAdvertiser(String advertiser, LineItem lineItem) {
        return withAdvertiser(advertiser, null, lineItem);
    }

    /// The same with an advertiser that is booked.
    public synchronized OneCatalogue withAdvertiser(
            String advertiser, @Nullable AdvertiserId advertiserId, LineItem lineItem) {
        CampaignId id = new CampaignId("of-" + lineItem.id().value());
        campaigns.add(
                new Campaign(
                        id,
                        "Campaign",
                        advertiser,
                        advertiserId,
                        ServingStatus.ACTIVE,
                        Flight.ALWAYS,
                        List.of()));
        return with(
                LineItems.in(id, lineItem),
                card(lineItem.id().value(), "card-" + lineItem.id().value()));
    }

    /// Adds a line item with one card, in a campaign of its own that is not served to a share.
    public synchronized OneCatalogue withHoldout(double share, LineItem lineItem) {
        CampaignId id = new CampaignId("of-" + lineItem.id().value());
        Campaign whole = campaign(id, "Held " + lineItem.id().value());
        campaigns.add(
                new Campaign(
                        id,
                        whole.name(),
                        whole.advertiserName(),
                        null,
                        whole.status(),
                        whole.flight(),
                        whole.frequencyCaps(),
                        Holdout.of(share)));
        return with(
                LineItems.in(id, lineItem),
                card(lineItem.id().value(), "card-" + lineItem.id().value()));
    }

    /// Adds a line item with its creatives.
    public synchronized OneCatalogue with(LineItem lineItem, CreativeVersion... ofIt) {
        lineItems.add(lineItem);
        creatives.addAll(List.of(ofIt));
        change();
        return this;
    }

    /// How many ads a conversation takes, as the settings say.
    public OneCatalogue with(AdLoad load) {
        return settings(
                new OrgSettings(
                        settings.exchange(),
                        settings.ranking(),
                        settings.suitability(),
                        load,
                        settings.blocked()));
    }

    public synchronized OneCatalogue settings(OrgSettings newSettings) {
        settings = newSettings;
        change();
        return this;
    }

    private void change() {
        revision++;
        snapshot = null;
    }

    public static CreativeVersion creative(
            String lineItemId, String id, CreativeContent content, Map<String, String> properties) {
        return new CreativeVersion(
                new CreativeId(id),
                1,
                new LineItemId(lineItemId),
                true,
                null,
                Instant.EPOCH,
                1,
                properties,
                content);
    }

    public static CreativeVersion card(String lineItemId, String id) {
        return creative(
                lineItemId,
                id,
                new CreativeContent.Card(
                        "Cabins",
                        "For two",
                        null,
                        null,
                        null,
                        "Sponsored",
                        List.of(new CreativeContent.CardAction("See", "https://x.example/"))),
                Map.of());
    }

    @Override
    public synchronized Optional<OrgCatalogue> org(OrgId orgId) {
        if (snapshot == null) {
            snapshot =
                    OrgCatalogue.compile(
                            KnownKeys.ORG,
                            revision,
                            new OrgCatalogue.Resources(
                                    List.of(new Application(KnownKeys.APPLICATION, "Chat", null)),
                                    adUnits,
                                    campaigns,
                                    lineItems,
                                    creatives,
                                    List.of(),
                                    settings,
                                    List.of()));
        }
        return Optional.of(snapshot);
    }

    /// The ad units that were written, in order.
    public synchronized List<AdUnitChanged> written() {
        return List.copyOf(written);
    }

    @Override
    public synchronized CompletableFuture<Long> commit(
            OrgId orgId, long basis, List<CatalogueEntry<?>> entries) {
        if (basis != revision) {
            return CompletableFuture.failedFuture(
                    new StaleRevisionException(orgId, basis, revision));
        }
        for (CatalogueEntry<?> entry : entries) {
            AdUnitChanged record = (AdUnitChanged) entry.value();
            written.add(record);
            String applicationId = record.getApplicationId();
            adUnits.add(
                    new AdUnit(
                            new AdUnitId(record.getId()),
                            record.getCode(),
                            record.getName(),
                            applicationId == null ? null : new ApplicationId(applicationId),
                            Set.of()));
        }
        change();
        return CompletableFuture.completedFuture(revision);
    }

    @Override
    public synchronized CompletableFuture<Long> newest(OrgId orgId) {
        return CompletableFuture.completedFuture(revision);
    }

    @Override
    public synchronized <V extends CatalogueRecord> Optional<V> latest(
            Topic<V> topic, OrgId orgId, String id) {
        return written.stream()
                .filter(record -> record.getId().equals(id))
                .map(topic.valueType()::cast)
                .reduce((_, newer) -> newer);
    }

    @Override
    public synchronized <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
        return written.stream().map(topic.valueType()::cast).toList();
    }

    @Override
    public synchronized long revision(OrgId orgId) {
        return revision;
    }

    @Override
    public Set<OrgId> orgs() {
        throw new UnsupportedOperationException("a catalogue of one org");
    }

    /// Not pinned: the tests that use this fixture change one thing after the other.
    @Override
    public CatalogueRecords pinned(OrgId orgId) {
        return this;
    }

    @Override
    public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
        throw new UnsupportedOperationException("creativeVersion");
    }

    @Override
    public Optional<ServedCreative> served(ServedCreativeKey key) {
        throw new UnsupportedOperationException("served");
    }
}
