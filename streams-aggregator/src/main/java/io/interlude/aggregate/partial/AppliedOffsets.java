package io.interlude.aggregate.partial;

import io.interlude.schema.PartitionOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Applied offsets by partition of `ads.fetches`, between Avro and the domain.
public final class AppliedOffsets {
    private AppliedOffsets() {}

    /// In the order of the partitions, so that equal maps are equal bytes.
    public static List<PartitionOffset> toAvro(Map<Integer, Long> partitionToOffset) {
        return partitionToOffset.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> new PartitionOffset(entry.getKey(), entry.getValue()))
                .toList();
    }

    public static Map<Integer, Long> toDomain(List<PartitionOffset> offsets) {
        return offsets.stream()
                .collect(
                        Collectors.toMap(
                                PartitionOffset::getPartition, PartitionOffset::getOffset));
    }
}
