package io.interlude.catalogue.history;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.snapshot.CatalogueArrival;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.catalogue.snapshot.OrgRecords;
import io.interlude.catalogue.snapshot.OrgView;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.projection.RecordListener;
import io.interlude.journal.projection.TopicReader;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;

/// The catalogue as it was, from `catalogue.history`.
///
/// What did not change since then is in the newest snapshot already. For each resource that did,
/// the last change up to then is read; or, where its first known change came later, what that one
/// replaced. So the cost is that of what changed since, and a data folder that is older than the
/// history can be told from the history's first change on, and one revision before.
public final class KafkaCatalogueHistory
        implements EditedCatalogues, RecordListener, AutoCloseable {
    /// What an org serves from. Keys are none of it.
    private static final List<Topic<?>> SERVED =
            List.of(
                    Topics.APPLICATIONS,
                    Topics.AD_UNITS,
                    Topics.CAMPAIGNS,
                    Topics.LINE_ITEMS,
                    Topics.CREATIVES,
                    Topics.SETTINGS,
                    Topics.ADVERTISERS,
                    Topics.CONVERSION_GOALS);

    /// Measured: two fifths of what the org's newest is counted as. There are no records, vectors
    /// and earlier versions.
    private static final int PARTS_OF_NEWEST = 2;

    private final CatalogueProjection projection;
    private final TopicReader reader;
    private final HistoryIndex index = new HistoryIndex();
    private final HistoryReads reads;
    private final ChangeHistory changes;

    /// @param consumers makes consumers that read only committed records and commit no offsets
    /// @param readers makes what follows the history, and tells it to the listener
    public KafkaCatalogueHistory(
            CatalogueProjection projection,
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Deserializer<? extends SpecificRecord> deserializer,
            Function<RecordListener, TopicReader> readers) {
        this.projection = requireNonNull(projection, "projection is null");
        reads = new HistoryReads(consumers, deserializer);
        reader = readers.apply(this);
        changes = new KafkaChangeHistory(projection, index, reads, reader::ready);
    }

    /// The same history, change by change.
    public ChangeHistory changes() {
        return changes;
    }

    /// Begins to follow the history. Call once.
    public void start() {
        reader.start();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        index.add((CatalogueChanged) value, source.offset(), source.serializedValueSize());
    }

    @Override
    public void onBatchEnd(boolean atEnd) {}

    @Override
    public long heapBytes(OrgId orgId) {
        OrgView newest = projection.view(orgId);
        return newest == null ? 0 : newest.heapBytes() / PARTS_OF_NEWEST;
    }

    @Override
    public CompletableFuture<Optional<OrgCatalogue>> at(
            OrgId orgId, long revision, CatalogueEdits edits) {
        OrgView newest = projection.view(orgId);
        if (edits.isEmpty() && newest != null && newest.catalogue().revision() == revision) {
            return CompletableFuture.completedFuture(Optional.of(newest.catalogue()));
        }
        if (revision == 0) {
            OrgCatalogue nothing = new OrgRecords(orgId, () -> {}).compile(0);
            return CompletableFuture.completedFuture(Optional.of(nothing));
        }
        return reads.inTurn(orgId, () -> rebuild(orgId, revision, edits));
    }

    private Optional<OrgCatalogue> rebuild(OrgId orgId, long revision, CatalogueEdits edits)
            throws InterruptedException {
        // Decided by a process that was told of the change before this one is.
        projection
                .whenApplied(orgId, revision)
                .completeOnTimeout(
                        null, HistoryReads.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        OrgView newest = projection.view(orgId);
        if (newest == null || newest.catalogue().revision() < revision) {
            throw new StateUnavailableException("the catalogue of the fetch is not known yet");
        }
        // What changed later may be told only by the change that came then.
        boolean known =
                index.await(orgId, newest.catalogue().revision(), HistoryReads.LONGEST_WAIT);
        if (!known && !reader.ready()) {
            throw new StateUnavailableException("the catalogue's history is being read");
        }
        return rebuilt(newest, orgId, revision, edits);
    }

    private Optional<OrgCatalogue> rebuilt(
            OrgView newest, OrgId orgId, long revision, CatalogueEdits edits) {
        Rebuilding rebuilding = new Rebuilding(new OrgRecords(orgId, () -> {}), edits);
        NavigableMap<Long, Needed> offsetToNeeded = new TreeMap<>();
        for (Topic<?> topic : SERVED) {
            for (CatalogueRecord value : newest.all(topic)) {
                if (value.getRevision() <= revision) {
                    rebuilding.apply(topic, 0, value);
                    continue;
                }
                HistoryIndex.Place place =
                        index.place(orgId, HistoryCodec.kind(topic), value.getId(), revision);
                if (place == null || index.oldestRevision(orgId) > revision) {
                    return Optional.empty();
                }
                offsetToNeeded.put(place.offset(), new Needed(topic, place.before()));
            }
        }
        reads.read(
                offsetToNeeded.navigableKeySet(),
                (offset, change) -> {
                    Needed needed = requireNonNull(offsetToNeeded.get(offset));
                    CatalogueRecord value =
                            HistoryCodec.read(
                                    needed.topic(),
                                    needed.before() ? change.getBefore() : change.getResource());
                    if (value != null) {
                        rebuilding.apply(needed.topic(), offset, value);
                    }
                });
        return Optional.of(rebuilding.compile(revision));
    }

    /// The records of a revision, with what edits make of them.
    private record Rebuilding(
            OrgRecords records, CatalogueEdits edits, Set<CatalogueEdits.Edit> missing) {
        Rebuilding(OrgRecords records, CatalogueEdits edits) {
            this(records, edits, new LinkedHashSet<>(edits.edits()));
        }

        void apply(Topic<?> topic, long offset, CatalogueRecord value) {
            missing.removeIf(edit -> edit.isOf(topic, value.getId()));
            records.apply(new CatalogueArrival(topic, offset, edits.applied(topic, value)));
        }

        OrgCatalogue compile(long revision) {
            missing.forEach(
                    edit -> records.apply(new CatalogueArrival(edit.topic(), 0, edit.edited())));
            return records.compile(revision);
        }
    }

    @Override
    public void close() {
        reads.close();
        reader.close();
    }

    /// A resource that a record tells of.
    private record Needed(Topic<?> topic, boolean before) {}
}
