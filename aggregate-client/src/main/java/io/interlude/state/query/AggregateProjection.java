package io.interlude.state.query;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.outcome.OutcomeCell;
import io.interlude.domain.pacing.Achieved;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.journal.projection.RecordListener;
import io.interlude.schema.PartitionOffset;
import io.interlude.schema.topic.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Folds `state.pacing` and `state.engagement`. A value never steps back, also while the reader
/// begins anew. One thread writes, any number read.
public final class AggregateProjection implements AggregateViews, RecordListener {
    private static final int PARTITIONS_MAX = 4_095;

    private final Map<Key, Latest<LineItemSpend>> keyToSpend = new ConcurrentHashMap<>();
    private final Map<Key, Latest<CreativeEngagement>> keyToEngagement = new ConcurrentHashMap<>();
    private final AtomicLongArray shownOffsets = new AtomicLongArray(PARTITIONS_MAX);

    @Override
    public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
        Latest<LineItemSpend> found = keyToSpend.get(new Key(orgId.value(), lineItemId.value()));
        return found == null ? LineItemSpend.NONE : found.get();
    }

    @Override
    public Supplier<LineItemSpend> spendOf(OrgId orgId, LineItemId lineItemId) {
        return keyToSpend.computeIfAbsent(
                new Key(orgId.value(), lineItemId.value()), _ -> new Latest<>(LineItemSpend.NONE));
    }

    @Override
    public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
        Latest<CreativeEngagement> found =
                keyToEngagement.get(new Key(orgId.value(), creativeId.value()));
        return found == null ? CreativeEngagement.NONE : found.get();
    }

    /// The first offset of a partition of `ads.fetches` of which no line item's spend tells that it
    /// is applied; so all before it are.
    public long shownOffset(int partition) {
        return shownOffsets.get(partition);
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        switch (value) {
            case io.interlude.schema.LineItemSpend spend -> {
                put(
                        keyToSpend,
                        new Key(spend.getOrgId(), spend.getLineItemId()),
                        LineItemSpend.NONE,
                        source.offset(),
                        spend(spend));
                spend.getApplied().forEach(this::show);
            }
            case io.interlude.schema.CreativeEngagement engagement ->
                    put(
                            keyToEngagement,
                            new Key(engagement.getOrgId(), engagement.getCreativeId()),
                            CreativeEngagement.NONE,
                            source.offset(),
                            engagement(engagement));
            default -> throw new IllegalArgumentException("foreign record in " + topic.name());
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        // Every record shows at once.
    }

    /// The offset that a line item tells is one that is applied.
    private void show(PartitionOffset applied) {
        int partition = applied.getPartition();
        if (shownOffsets.get(partition) <= applied.getOffset()) {
            shownOffsets.set(partition, applied.getOffset() + 1);
        }
    }

    private static <D> void put(Map<Key, Latest<D>> map, Key key, D none, long offset, D newer) {
        map.computeIfAbsent(key, _ -> new Latest<>(none)).take(offset, newer);
    }

    private static LineItemSpend spend(io.interlude.schema.LineItemSpend value) {
        return new LineItemSpend(
                value.getDays().stream()
                        .map(day ->
                                new DaySpend(
                                        day.getEpochDay(), day.getFetches(), day.getSpentMicros()))
                        .toList(),
                value.getLifetimeFetches(),
                value.getLifetimeSpentMicros(),
                new Achieved(
                        value.getLifetimeClicks(),
                        value.getLifetimeConversions(),
                        value.getLifetimeImpressions()),
                value.getLastServedAt(),
                applied(value.getApplied()));
    }

    private static CreativeEngagement engagement(io.interlude.schema.CreativeEngagement value) {
        List<EngagementEpoch> epochs =
                value.getEpochs().stream()
                        .map(epoch ->
                                new EngagementEpoch(
                                        epoch.getEpoch(),
                                        epoch.getFetches(),
                                        epoch.getEngagedFetches()))
                        .toList();
        return new CreativeEngagement(
                value.getEngagedFetches(),
                new Engagement(
                        value.getFetches(), value.getLastServed(), value.getLastEngaged(), epochs),
                applied(value.getApplied()),
                value.getOutcomes().stream()
                        .map(cell ->
                                new OutcomeCell(
                                        cell.getEra(),
                                        cell.getSlice(),
                                        cell.getFetches(),
                                        cell.getEngaged(),
                                        cell.getClicks(),
                                        cell.getConversions()))
                        .toList());
    }

    private static Map<Integer, Long> applied(List<PartitionOffset> offsets) {
        return offsets.stream()
                .collect(
                        Collectors.toMap(
                                PartitionOffset::getPartition,
                                PartitionOffset::getOffset,
                                Math::max));
    }

    private record Key(String orgId, String id) {}

    /// All records of one key are in one partition, so their offsets are in order. A decision asks
    /// thousands of these, so the value is one step away.
    private static final class Latest<D> implements Supplier<D> {
        private volatile D value;

        /// For the writing thread only.
        private long offset = -1;

        Latest(D none) {
            value = none;
        }

        void take(long newerOffset, D newer) {
            if (newerOffset >= offset) {
                offset = newerOffset;
                value = newer;
            }
        }

        @Override
        public D get() {
            return value;
        }
    }
}
