package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.record.EventBounds;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import io.interlude.state.query.AppliedJournal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The clicked and the converted fetches of an org, and the versions that count them. It reads
/// clicks, conversions and corrections from the journal's beginning and then follows them; which ad
/// a fetch served it looks up when a conversion names it. So memory grows with clicks and
/// conversions, and not with fetches. Where these do not fit, the versions fail that were begun
/// last, and in the end all of them. Written by the thread that reads, read by any.
public final class OrgConversions implements RecordListener {
    /// The topics that it is to be given.
    static final List<Topic<?>> TOPICS =
            List.of(Topics.CLICKS, Topics.CONVERSIONS, Topics.CORRECTIONS);

    private static final Logger LOG = LoggerFactory.getLogger(OrgConversions.class);
    private static final Duration APPLIED_DEADLINE = Duration.ofSeconds(30);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final double READ = 0.5;

    private static final Comparator<Version> FIRST_BEGUN = Comparator.comparingInt(Version::number);

    private final OrgId orgId;
    private final AttributionMemory.OfOrg memory;
    private final Lookup lookup;
    private final AppliedJournal applied;
    private final InstantSource clock;
    private final Map<FetchId, FetchFacts> facts = new HashMap<>();
    private final Map<TopicPartition, Long> placeToNext = new HashMap<>();
    private final Map<String, Version> idToVersion = new ConcurrentHashMap<>();

    /// Fetches that no version has counted as they are.
    private final Map<FetchId, FetchFacts> changed = new HashMap<>();

    /// Those of which the journal has no record yet, but may get one.
    private final Map<FetchId, FetchFacts> awaited = new HashMap<>();

    private final ServedAds ads = new ServedAds();
    private final AtomicInteger number = new AtomicInteger();
    private Instant retryAt = Instant.MIN;
    private boolean beganAtEnd;

    /// True once the facts alone did not fit: they are held no more.
    private boolean dropped;

    private long size = -1;
    private long taken;
    private volatile double progress;

    /// Looks up in the journal. Blocks.
    interface Lookup {
        /// How many records the topics have now.
        long size(Collection<Topic<?>> topics);

        /// Gives the records of those fetches that the journal has, one after the other: all of
        /// them at once would be most of the memory.
        ///
        /// @param progress is told how much is done, from 0 to 1
        /// @throws StateUnavailableException if the journal cannot be read now
        void find(
                Collection<FetchId> wanted,
                BiConsumer<FetchId, AdFetched> taker,
                DoubleConsumer progress);
    }

    /// @param memory that facts and versions may hold
    OrgConversions(
            OrgId orgId,
            AttributionMemory.OfOrg memory,
            Lookup lookup,
            AppliedJournal applied,
            InstantSource clock) {
        this.orgId = orgId;
        this.memory = memory;
        this.lookup = lookup;
        this.applied = applied;
        this.clock = clock;
    }

    /// Adds a version, or gives one other rules. It is folded by the thread that reads.
    void add(String id, AttributionRules rules) {
        idToVersion.compute(
                id,
                (_, known) ->
                        known != null && known.rules.equals(rules)
                                ? known
                                : new Version(number.getAndIncrement(), rules));
    }

    /// How far a version is.
    AttributionStatus status(String id) {
        Version version = idToVersion.get(id);
        return version == null ? AttributionStatus.RUNNING : version.status;
    }

    /// From 0 to 1.
    double progress() {
        return progress;
    }

    /// What the version counts otherwise; empty while it is not folded up to now.
    Optional<VersionFold> differences(String id) {
        Version version = idToVersion.get(id);
        return version != null && version.status == AttributionStatus.CURRENT
                ? Optional.of(version.fold)
                : Optional.empty();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        TopicPartition place = new TopicPartition(source.topic(), source.partition());
        if (source.offset() < placeToNext.getOrDefault(place, 0L)) {
            return;
        }
        placeToNext.put(place, source.offset() + 1);
        taken++;
        JournalEvent event = (JournalEvent) value;
        String fetch = event.getFetchId();
        if (fetch != null
                && !dropped
                && event.getOrgId().equals(orgId.value())
                && EventBounds.fits(value, source.timestamp())) {
            FetchId.parse(fetch).ifPresent(fetchId -> take(fetchId, value));
        }
    }

    private void take(FetchId fetchId, SpecificRecord event) {
        FetchFacts known = facts.get(fetchId);
        FetchFacts fetch = known == null ? new FetchFacts(fetchId) : known;
        long before = known == null ? 0 : known.heldBytes();
        switch (event) {
            case ClickRecorded click -> fetch.add(click);
            case ConversionRecorded conversion -> fetch.add(conversion);
            case CorrectionRecorded correction -> fetch.add(correction);
            default ->
                    throw new IllegalArgumentException("not of these topics: " + event.getClass());
        }
        if (!hold(fetch.heldBytes() - before, null)) {
            drop();
            return;
        }
        facts.put(fetchId, fetch);
        if (fetch.ad() != null || fetch.needsAd()) {
            changed.put(fetchId, fetch);
        }
    }

    /// Takes memory, if need be from the versions that were begun last.
    ///
    /// @param asking the version that needs it, from which and from those before it nothing is
    ///   taken; null for facts
    private boolean hold(long bytes, @Nullable Version asking) {
        while (!memory.take(bytes)) {
            Version last =
                    idToVersion.values().stream()
                            .filter(version -> version.fold.heldBytes() > 0)
                            .max(FIRST_BEGUN)
                            .orElse(null);
            if (last == null || (asking != null && last.number <= asking.number)) {
                return false;
            }
            fail(last, new AttributionMemory.FullException());
        }
        return true;
    }

    /// Drops the facts, without which no version counts.
    private void drop() {
        dropped = true;
        facts.clear();
        changed.clear();
        awaited.clear();
        idToVersion
                .values()
                .forEach(version -> fail(version, new AttributionMemory.FullException()));
        memory.take(-memory.heldBytes());
    }

    private void fail(Version version, RuntimeException cause) {
        LOG.error("event=attribution_broke org={}", orgId.value(), cause);
        version.status = AttributionStatus.FAILED;
        memory.take(-version.fold.heldBytes());
        // One that reads it still has all of it.
        version.fold = version.newFold();
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        beganAtEnd |= atEnd;
        Instant now = clock.instant();
        try {
            if (!beganAtEnd) {
                size = size < 0 ? Math.max(1, lookup.size(TOPICS)) : size;
                progress = READ * Math.min(1, (double) taken / size);
            } else if (!now.isBefore(retryAt)) {
                settle(now);
            }
        } catch (StateUnavailableException e) {
            LOG.warn("event=attributions_wait org={} cause={}", orgId.value(), e.toString());
            retryAt = now.plus(RETRY_AFTER);
        }
    }

    /// Counts what changed, once it is in the booked cells: a version is never ahead of them.
    private void settle(Instant now) {
        if (!awaited.isEmpty()) {
            changed.putAll(awaited);
            awaited.clear();
        }
        if (!changed.isEmpty()) {
            applied.await(placeToNext, APPLIED_DEADLINE);
            lookUp(now);
            idToVersion.values().stream()
                    .filter(version -> version.status == AttributionStatus.CURRENT)
                    .forEach(version -> fold(version, changed.keySet()));
            changed.clear();
        }
        idToVersion.values().stream()
                .filter(version -> version.status == AttributionStatus.RUNNING)
                .sorted(FIRST_BEGUN)
                .forEach(version -> fold(version, facts.keySet()));
        progress = 1;
        if (!awaited.isEmpty()) {
            retryAt = now.plus(RETRY_AFTER);
        }
    }

    private void lookUp(Instant now) {
        List<FetchFacts> wanted = changed.values().stream().filter(FetchFacts::needsAd).toList();
        if (wanted.isEmpty()) {
            return;
        }
        long before = heldBytes(wanted);
        lookup.find(
                wanted.stream().map(FetchFacts::fetchId).toList(),
                this::serve,
                share -> progress = Math.max(progress, READ + READ * share));
        for (FetchFacts fetch : wanted) {
            if (!fetch.needsAd()) {
                continue;
            }
            if (fetch.fetchId().madeAt().plus(ServedFetches.FETCH_DELAY).isAfter(now)) {
                awaited.put(fetch.fetchId(), fetch);
            } else {
                fetch.countNothing();
            }
        }
        memory.take(heldBytes(wanted) - before);
    }

    private static long heldBytes(List<FetchFacts> fetches) {
        return fetches.stream().mapToLong(FetchFacts::heldBytes).sum();
    }

    private void serve(FetchId fetchId, AdFetched fetched) {
        FetchFacts fetch = changed.get(fetchId);
        if (fetch == null) {
            return;
        }
        if (fetched.getOrgId().equals(orgId.value())) {
            fetch.serve(fetched, ads);
        } else {
            fetch.countNothing();
        }
    }

    private void fold(Version version, Collection<FetchId> fetches) {
        if (dropped) {
            version.status = AttributionStatus.FAILED;
        }
        if (version.status == AttributionStatus.FAILED) {
            return;
        }
        try {
            version.fold.fold(fetches, facts);
            version.status = AttributionStatus.CURRENT;
        } catch (RuntimeException e) {
            fail(version, e);
        }
    }

    @Override
    public boolean holdsBack() {
        return !changed.isEmpty();
    }

    private final class Version {
        private final int number;
        private final AttributionRules rules;
        private volatile VersionFold fold;
        private volatile AttributionStatus status = AttributionStatus.RUNNING;

        /// @param number counts the versions in the order in which they were begun
        Version(int number, AttributionRules rules) {
            this.number = number;
            this.rules = rules;
            this.fold = newFold();
        }

        private VersionFold newFold() {
            return new VersionFold(rules, bytes -> hold(bytes, this));
        }

        int number() {
            return number;
        }
    }
}
