package io.interlude.aggregate.state;

import io.interlude.schema.PartitionOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Applied offsets by partition of `ads.fetches`, between Avro and the domain.
public final class AppliedOffsets {
    private AppliedOffsets() {}

    /// In the order of the partitions, so that equal maps are equal bytes.
    public static List<PartitionOffset> toAvro(Map<Integer, Long> partitionToOffset) {
        List<PartitionOffset> offsets = new ArrayList<>(partitionToOffset.size());
        partitionToOffset.forEach(
                (partition, offset) -> offsets.add(new PartitionOffset(partition, offset)));
        offsets.sort(Comparator.comparingInt(PartitionOffset::getPartition));
        return offsets;
    }

    public static Map<Integer, Long> toDomain(List<PartitionOffset> offsets) {
        Map<Integer, Long> partitionToOffset = HashMap.newHashMap(offsets.size());
        offsets.forEach(one -> partitionToOffset.put(one.getPartition(), one.getOffset()));
        return partitionToOffset;
    }
}
