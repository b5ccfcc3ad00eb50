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
    /// A page ends before its second record would make it larger: it is in memory as a whole.
    static final long PAGE_BYTES = 4 << 20;

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
                    List<Step> ofPage = found.subList(0, fitting(found, limit));
                    return new ChangePage(read(ofPage), found.size() > ofPage.size());
                });
    }

    /// The number of steps that a page has, one at least.
    private static int fitting(List<Step> steps, int limit) {
        long bytes = 0;
        int count = 0;
        while (count < Math.min(limit, steps.size())) {
            bytes += steps.get(count).bytes();
            if (count > 0 && bytes > PAGE_BYTES) {
                break;
            }
            count++;
        }
        return count;
    }

    /// What this process shows as done is in the history too, only maybe not yet read.
    private void awaitOwnReads(OrgId orgId) throws InterruptedException {
        boolean known = index.await(orgId, projection.revision(orgId), HistoryReads.LONGEST_WAIT);
        if (!known && !caughtUp.getAsBoolean()) {
            throw new StateUnavailableException("the catalogue's history is being read");
        }
    }

    private List<CatalogueChange> read(List<Step> steps) {
        NavigableSet<Long> offsets = new TreeSet<>();
        for (Step step : steps) {
            offsets.add(step.offset());
            if (step.previous() >= 0) {
                offsets.add(step.previous());
            }
        }
        Map<Long, CatalogueChanged> offsetToChange = new HashMap<>();
        reads.read(offsets, offsetToChange::put);
        return steps.stream().flatMap(step -> change(step, offsetToChange).stream()).toList();
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
        reads.read(new TreeSet<>(List.of(place.offset())), (_, change) -> found.add(change));
        CatalogueChanged change = found.getFirst();
        CatalogueRecord value =
                HistoryCodec.read(
                        topic, place.before() ? change.getBefore() : change.getResource());
        return value == null ? null : topic.valueType().cast(value);
    }
}
