package io.interlude.catalogue.snapshot;

import io.interlude.catalogue.key.KeyRingEntry;
import io.interlude.catalogue.record.CatalogueCodec;
import io.interlude.catalogue.record.LineItemCodec;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Advertiser;
import io.interlude.domain.catalogue.Application;
import io.interlude.domain.catalogue.Campaign;
import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.catalogue.OrgSettings;
import io.interlude.domain.identity.OrgId;
import io.interlude.schema.AdUnitChanged;
import io.interlude.schema.AdvertiserChanged;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.schema.ApplicationChanged;
import io.interlude.schema.CampaignChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.ConversionGoalChanged;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.SettingsChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The newest records of one org with what they mean, of which snapshots are compiled. Each record
/// is decoded once. Not safe for use by several threads.
public final class OrgRecords {
    private static final Logger LOG = LoggerFactory.getLogger(OrgRecords.class);

    private final OrgId orgId;
    private final Runnable onBadEntry;
    private final Map<Topic<?>, TreeMap<String, Entry>> topicToEntries = new HashMap<>();
    private final RevisionGate<CatalogueArrival> gate = new RevisionGate<>();
    private long heapBytes;

    public OrgRecords(OrgId orgId, Runnable onBadEntry) {
        this.orgId = orgId;
        this.onBadEntry = onBadEntry;
    }

    OrgId orgId() {
        return orgId;
    }

    RevisionGate<CatalogueArrival> gate() {
        return gate;
    }

    /// What they take, by [RecordWeight].
    long heapBytes() {
        return heapBytes;
    }

    /// Takes a record in, unless a newer one of the resource is known.
    public Applied apply(CatalogueArrival arrival) {
        Object decoded = decode(arrival);
        Map<String, Entry> entries =
                topicToEntries.computeIfAbsent(arrival.topic(), _ -> new TreeMap<>());
        Entry former = entries.get(arrival.value().getId());
        boolean newest = former == null || isNewer(arrival, former.arrival());
        if (newest || arrival.topic().equals(Topics.CREATIVES)) {
            heapBytes +=
                    RecordWeight.growth(
                            arrival.topic(),
                            arrival.value(),
                            former == null ? null : former.arrival().value());
        }
        if (newest) {
            entries.put(arrival.value().getId(), new Entry(arrival, decoded));
        }
        return new Applied(newest, decoded);
    }

    /// An applied record: whether it is the newest of its resource now, and its meaning; null for
    /// one without a domain value or a bad one.
    record Applied(boolean newest, @Nullable Object decoded) {}

    /// Creatives keep every version, each under a key of its own, so compaction may leave an older
    /// version after a newer one.
    private static boolean isNewer(CatalogueArrival arrival, CatalogueArrival former) {
        int version = arrival.value().getVersion();
        int formerVersion = former.value().getVersion();
        boolean otherVersion = version != formerVersion;
        return (otherVersion && arrival.topic().equals(Topics.CREATIVES))
                ? version > formerVersion
                : arrival.offset() > former.offset();
    }

    /// A bad entry is left out of snapshots; the rest of the org still serves.
    private @Nullable Object decode(CatalogueArrival arrival) {
        try {
            return switch (arrival.value()) {
                case ApplicationChanged value -> CatalogueCodec.application(value);
                case AdUnitChanged value -> CatalogueCodec.adUnit(value);
                case CampaignChanged value -> CatalogueCodec.campaign(value);
                case LineItemChanged value -> LineItemCodec.lineItem(value);
                case CreativeVersionChanged value -> CatalogueCodec.creativeVersion(value);
                case SettingsChanged value -> CatalogueCodec.settings(value);
                case AdvertiserChanged value -> CatalogueCodec.advertiser(value);
                case ConversionGoalChanged value -> CatalogueCodec.conversionGoal(value);
                case ApiKeyChanged value -> KeyRingEntry.of(value);
                default -> null;
            };
        } catch (RuntimeException e) {
            onBadEntry.run();
            LOG.error(
                    "catalogue.bad-entry topic={} orgId={} id={} version={}",
                    arrival.topic().name(),
                    orgId,
                    arrival.value().getId(),
                    arrival.value().getVersion(),
                    e);
            return null;
        }
    }

    /// The records as they are now. Copies, so that later changes leave it alone.
    OrgView view() {
        Map<Topic<?>, NavigableMap<String, CatalogueRecord>> topicToRecords = new HashMap<>();
        topicToEntries.forEach((topic, entries) -> topicToRecords.put(topic, records(entries)));
        return new OrgView(compile(gate.passed()), Map.copyOf(topicToRecords), heapBytes);
    }

    /// A snapshot of the records.
    public OrgCatalogue compile(long revision) {
        return OrgCatalogue.compile(orgId, revision, resources());
    }

    private static NavigableMap<String, CatalogueRecord> records(Map<String, Entry> entries) {
        NavigableMap<String, CatalogueRecord> records = new TreeMap<>();
        entries.forEach((id, entry) -> records.put(id, entry.arrival().value()));
        return Collections.unmodifiableNavigableMap(records);
    }

    private OrgCatalogue.Resources resources() {
        return new OrgCatalogue.Resources(
                serving(Topics.APPLICATIONS, Application.class),
                serving(Topics.AD_UNITS, AdUnit.class),
                serving(Topics.CAMPAIGNS, Campaign.class),
                serving(Topics.LINE_ITEMS, LineItem.class),
                serving(Topics.CREATIVES, CreativeVersion.class),
                serving(Topics.ADVERTISERS, Advertiser.class),
                serving(Topics.SETTINGS, OrgSettings.class).stream()
                        .findFirst()
                        .orElse(OrgSettings.DEFAULT),
                serving(Topics.CONVERSION_GOALS, ConversionGoal.class));
    }

    private <D> List<D> serving(Topic<?> topic, Class<D> type) {
        return topicToEntries.getOrDefault(topic, new TreeMap<>()).values().stream()
                .filter(entry -> !entry.arrival().value().getArchived())
                .filter(entry -> type.isInstance(entry.decoded()))
                .map(entry -> type.cast(entry.decoded()))
                .toList();
    }

    private record Entry(CatalogueArrival arrival, @Nullable Object decoded) {}
}
