package io.interlude.kit.state;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.kit.projection.RecordListener;
import io.interlude.schema.PartitionOffset;
import io.interlude.schema.topic.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/// Folds `state.pacing` and `state.engagement`. A value never steps back, also while the reader
/// begins anew. One thread writes, any number read.
public final class AggregateProjection implements AggregateViews, RecordListener {
    private final Map<Key, At<LineItemSpend>> keyToSpend = new ConcurrentHashMap<>();
    private final Map<Key, At<CreativeEngagement>> keyToEngagement = new ConcurrentHashMap<>();

    @Override
    public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
        At<LineItemSpend> found = keyToSpend.get(new Key(orgId.value(), lineItemId.value()));
        return found == null ? LineItemSpend.NONE : found.value();
    }

    @Override
    public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
        At<CreativeEngagement> found =
                keyToEngagement.get(new Key(orgId.value(), creativeId.value()));
        return found == null ? CreativeEngagement.NONE : found.value();
    }

    @Override
    public void onRecord(
            Topic<?> topic, ConsumerRecord<String, byte[]> source, SpecificRecord value) {
        switch (value) {
            case io.interlude.schema.LineItemSpend spend ->
                    put(
                            keyToSpend,
                            new Key(spend.getOrgId(), spend.getLineItemId()),
                            new At<>(source.offset(), spend(spend)));
            case io.interlude.schema.CreativeEngagement engagement ->
                    put(
                            keyToEngagement,
                            new Key(engagement.getOrgId(), engagement.getCreativeId()),
                            new At<>(source.offset(), engagement(engagement)));
            default -> throw new IllegalArgumentException("foreign record in " + topic.name());
        }
    }

    @Override
    public void onBatchEnd(boolean atEnd) {
        // Every record shows at once.
    }

    /// All records of one key are in one partition, so their offsets are in order.
    private static <D> void put(Map<Key, At<D>> map, Key key, At<D> newer) {
        map.merge(key, newer, (a, b) -> b.offset() >= a.offset() ? b : a);
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
                applied(value.getApplied()));
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

    private record At<D>(long offset, D value) {}
}
