package io.interlude.catalogue.history;

import static java.util.Objects.requireNonNull;

import io.interlude.catalogue.history.HistoryIndex.Place;
import io.interlude.catalogue.history.HistoryIndex.Step;
import io.interlude.catalogue.snapshot.CatalogueProjection;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.CatalogueChanged;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Changes of the catalogue, read where the index says that they are.
final class KafkaChangeHistory implements ChangeHistory {
    /// A page ends early where its records have more: it is in memory as a whole.
    private static final long PAGE_BYTES = 4 << 20;

    private static final int READ_AT_ONCE = 50;

    private final CatalogueProjection projection;
    private final HistoryIndex index;
    private final HistoryReads reads;
    private final BooleanSupplier caughtUp;

    /// @param caughtUp whether the index once had all of the topic
    KafkaChangeHistory(
            CatalogueProjection projection,
            HistoryIndex index,
            HistoryReads reads,
            BooleanSupplier caughtUp) {
        this.projection = projection;
        this.index = index;
        this.reads = reads;
        this.caughtUp = caughtUp;
    }

    @Override
    public CompletableFuture<ChangePage> ofResource(
            OrgId orgId, Topic<?> topic, String id, long before, int limit) {
        return page(
                orgId,
                () -> index.newest(orgId, HistoryCodec.kind(topic), id, before, limit + 1),
                limit);
    }

    @Override
    public CompletableFuture<ChangePage> ofOrg(
            OrgId orgId, ChangeFilter filter, long before, int limit) {
        return page(orgId, () -> index.newest(orgId, filter, before, limit + 1), limit);
    }

    private CompletableFuture<ChangePage> page(OrgId orgId, Supplier<List<Step>> steps, int limit) {
        return reads.inTurn(
                orgId,
                () -> {
                    awaitOwnReads(orgId);
                    List<Step> found = steps.get();
                    return read(
                            found.subList(0, Math.min(limit, found.size())), found.size() > limit);
                });
    }

    /// What this process shows as done is in the history too, only maybe not yet read.
    private void awaitOwnReads(OrgId orgId) throws InterruptedException {
        boolean known = index.await(orgId, projection.revision(orgId), HistoryReads.LONGEST_WAIT);
        if (!known && !caughtUp.getAsBoolean()) {
            throw new StateUnavailableException("the catalogue's history is being read");
        }
    }

    private ChangePage read(List<Step> steps, boolean more) {
        List<CatalogueChange> changes = new ArrayList<>();
        long bytes = 0;
        for (int from = 0; from < steps.size() && bytes < PAGE_BYTES; from += READ_AT_ONCE) {
            List<Step> some = steps.subList(from, Math.min(from + READ_AT_ONCE, steps.size()));
            bytes += read(some, changes);
        }
        return new ChangePage(changes, more || changes.size() < steps.size());
    }

    /// Adds the changes of the steps, and returns the size of what was read for them.
    private long read(List<Step> steps, List<CatalogueChange> changes) {
        NavigableSet<Long> offsets = new TreeSet<>();
        for (Step step : steps) {
            offsets.add(step.offset());
            if (step.previous() >= 0) {
                offsets.add(step.previous());
            }
        }
        Map<Long, CatalogueChanged> offsetToChange = new HashMap<>();
        long[] read = {0};
        reads.read(
                offsets,
                (offset, change, bytes) -> {
                    offsetToChange.put(offset, change);
                    read[0] += bytes;
                });
        for (Step step : steps) {
            change(step, offsetToChange).ifPresent(changes::add);
        }
        return read[0];
    }

    /// Empty for a kind of resource that this version does not know.
    private static Optional<CatalogueChange> change(
            Step step, Map<Long, CatalogueChanged> offsetToChange) {
        CatalogueChanged change = requireNonNull(offsetToChange.get(step.offset()));
        CatalogueChanged previous = offsetToChange.get(step.previous());
        return HistoryCodec.topic(change.getKind())
                .map(topic ->
                        new CatalogueChange(
                                step.offset(),
                                topic,
                                requireNonNull(HistoryCodec.read(topic, change.getResource())),
                                previous == null
                                        ? HistoryCodec.read(topic, change.getBefore())
                                        : HistoryCodec.read(topic, previous.getResource()),
                                change.getRestoredRevision()));
    }

    @Override
    public <V extends CatalogueRecord> CompletableFuture<Optional<V>> resourceAt(
            OrgId orgId, Topic<V> topic, String id, long revision) {
        return reads.inTurn(
                orgId,
                () -> {
                    awaitOwnReads(orgId);
                    Place place = index.place(orgId, HistoryCodec.kind(topic), id, revision);
                    return place == null || index.oldestRevision(orgId) > revision
                            ? Optional.empty()
                            : Optional.ofNullable(read(topic, place));
                });
    }

    private <V extends CatalogueRecord> @Nullable V read(Topic<V> topic, Place place) {
        List<CatalogueChanged> found = new ArrayList<>();
        reads.read(new TreeSet<>(List.of(place.offset())), (_, change, _) -> found.add(change));
        CatalogueChanged change = found.getFirst();
        CatalogueRecord value =
                HistoryCodec.read(
                        topic, place.before() ? change.getBefore() : change.getResource());
        return value == null ? null : topic.valueType().cast(value);
    }
}
