package io.interlude.catalogue.snapshot;

import io.interlude.catalogue.key.KeyRing;
import io.interlude.catalogue.key.KeyRingEntry;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.OrgChanged;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// Folds the catalogue topics into snapshots and the key ring. Records of one revision show
/// together; only orgs that a batch touched are compiled anew, once for the batch. One thread
/// writes, any number read.
public final class CatalogueProjection
        implements Catalogues, CatalogueRecords, RecordListener, AutoCloseable {
    private final InstantSource clock;
    private final KeyRing keyRing;
    private final Counter badEntries;
    private final List<CatalogueListener> listeners;

    private final Map<OrgId, OrgRecords> orgToRecords = new HashMap<>();
    private final Set<OrgRecords> waiting = new HashSet<>();

    private final Map<OrgId, OrgView> orgToView = new ConcurrentHashMap<>();
    private final Map<VersionKey, CreativeVersion> keyToVersion = new ConcurrentHashMap<>();
    private final Map<ServedCreativeKey, ServedCreative> keyToServed = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Waiter> waiters = new ConcurrentLinkedQueue<>();

    public CatalogueProjection(InstantSource clock, KeyRing keyRing, MeterRegistry registry) {
        this(clock, keyRing, registry, List.of());
    }

    /// @param listeners are told of each snapshot before it can be read
    public CatalogueProjection(
            InstantSource clock,
            KeyRing keyRing,
            MeterRegistry registry,
            List<CatalogueListener> listeners) {
        this.clock = clock;
        this.keyRing = keyRing;
        this.listeners = List.copyOf(listeners);
        this.badEntries = registry.counter("catalogue.bad.entries");
        registry.gauge("catalogue.orgs", orgToView, Map::size);
        Gauge.builder("catalogue.bytes", () -> heapBytes().sum())
                .description("Heap that the catalogues of all orgs take, roughly.")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("catalogue.largest.bytes", () -> heapBytes().max().orElse(0))
                .description("The same of the org whose catalogue takes the most.")
                .baseUnit("bytes")
                .register(registry);
    }

    @Override
    public Optional<OrgCatalogue> org(OrgId orgId) {
        return Optional.ofNullable(orgToView.get(orgId)).map(OrgView::catalogue);
    }

    @Override
    public Optional<ZoneId> timeZone(OrgId orgId) {
        return latest(Topics.ORGS, orgId, orgId.value()).map(org -> ZoneId.of(org.getTimeZone()));
    }

    @Override
    public Optional<CreativeVersion> creativeVersion(OrgId orgId, CreativeId id, int version) {
        return Optional.ofNullable(keyToVersion.get(new VersionKey(orgId, id, version)));
    }

    @Override
    public Optional<ServedCreative> served(ServedCreativeKey key) {
        return Optional.ofNullable(keyToServed.get(key));
    }

    @Override
    public <V extends CatalogueRecord> Optional<V> latest(Topic<V> topic, OrgId orgId, String id) {
        return pinned(orgId).latest(topic, orgId, id);
    }

    @Override
    public <V extends CatalogueRecord> List<V> all(Topic<V> topic, OrgId orgId) {
        return pinned(orgId).all(topic, orgId);
    }

    @Override
    public long revision(OrgId orgId) {
        return pinned(orgId).revision(orgId);
    }

    @Override
    public CatalogueRecords pinned(OrgId orgId) {
        return new PinnedRecords(orgId, orgToView.get(orgId));
    }

    @Override
    public Set<OrgId> orgs() {
        return Set.copyOf(orgToView.keySet());
    }

    /// The heap that the catalogues of all orgs take.
    public CatalogueSizes sizes() {
        return new CatalogueSizes(orgToView.size(), heapBytes().sum());
    }

    private LongStream heapBytes() {
        return orgToView.values().stream().mapToLong(OrgView::heapBytes);
    }

    /// Everything of the org; null for an unknown one.
    public @Nullable OrgView view(OrgId orgId) {
        return orgToView.get(orgId);
    }

    /// Completes once reads show the org's revision.
    public CompletableFuture<@Nullable Void> whenApplied(OrgId orgId, long revision) {
        Waiter waiter = new Waiter(orgId, revision, new CompletableFuture<>());
        waiters.add(waiter);
        completeWaiters();
        return waiter.applied();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        CatalogueArrival arrival =
                new CatalogueArrival(topic, source.offset(), (CatalogueRecord) value);
        OrgRecords records =
                orgToRecords.computeIfAbsent(
                        new OrgId(arrival.value().getOrgId()),
                        orgId -> new OrgRecords(orgId, badEntries::increment));
        records.gate()
                .add(
                        arrival.value().getRevision(),
                        arrival.value().getRevisionSize(),
                        Instant.ofEpochMilli(source.timestamp()),
                        arrival);
        waiting.add(records);
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        if (waiting.isEmpty()) {
            return;
        }
        Instant now = clock.instant();
        for (OrgRecords records : smallFirst()) {
            apply(records, records.gate().pass(now, atEnd));
            if (records.gate().isEmpty()) {
                waiting.remove(records);
            }
            completeWaiters();
        }
    }

    /// A large catalogue takes a tenth of a second: the changes of other orgs show before.
    private List<OrgRecords> smallFirst() {
        return waiting.stream().sorted(Comparator.comparingLong(OrgRecords::heapBytes)).toList();
    }

    /// Part of a revision whose other part is still to come, or a revision after a gap.
    @Override
    public boolean holdsBack() {
        return !waiting.isEmpty();
    }

    private void apply(OrgRecords records, List<CatalogueArrival> arrivals) {
        if (arrivals.isEmpty()) {
            return;
        }
        for (CatalogueArrival arrival : arrivals) {
            OrgRecords.Applied applied = records.apply(arrival);
            if (applied.decoded() instanceof CreativeVersion creative) {
                addVersion(records.orgId(), creative);
            }
            if (applied.newest() && applied.decoded() instanceof KeyRingEntry entry) {
                keyRing.apply(entry);
            }
            if (applied.newest() && arrival.value() instanceof OrgChanged org) {
                keyRing.suspend(records.orgId(), org.getSuspended());
            }
        }
        OrgView view = records.view();
        listeners.forEach(listener -> listener.onSnapshot(view.catalogue()));
        orgToView.put(records.orgId(), view);
    }

    private void addVersion(OrgId orgId, CreativeVersion creative) {
        keyToVersion.put(new VersionKey(orgId, creative.id(), creative.version()), creative);
        keyToServed.put(
                ServedCreativeKey.of(orgId, creative.id(), creative.version()),
                new ServedCreative(orgId, creative));
    }

    private void completeWaiters() {
        waiters.removeIf(waiter -> {
            boolean shown = revision(waiter.orgId()) >= waiter.revision();
            if (shown) {
                waiter.applied().complete(null);
            }
            return shown || waiter.applied().isDone();
        });
    }

    /// Fails all callers that still wait.
    @Override
    public void close() {
        for (Waiter waiter; (waiter = waiters.poll()) != null; ) {
            waiter.applied().cancel(false);
        }
    }

    private record VersionKey(OrgId orgId, CreativeId id, int version) {}

    private record Waiter(OrgId orgId, long revision, CompletableFuture<@Nullable Void> applied) {}
}
