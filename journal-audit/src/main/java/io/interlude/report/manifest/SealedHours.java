package io.interlude.report.manifest;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.history.HistoryQuery.OffsetRange;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/// The records of the journal that belong to each hour. What a manifest seals never changes, and
/// every record is in one manifest: so an hour that is read twice is the same, and no two share a
/// record.
@FunctionalInterface
public interface SealedHours {
    /// The stretches of the hour's manifests; of a partition that has none, none.
    ///
    /// @param orgId who asks
    CompletableFuture<Map<TopicPartition, OffsetRange>> ranges(OrgId orgId, Asked hour);

    /// An hour, and which of its manifests: those from one place in their list to another. One that
    /// comes late, of a partition that got nothing for hours, is of the hour all the same.
    ///
    /// @param start of the hour
    /// @param fromOffset in the list; negative for the beginning
    /// @param toOffset exclusive
    record Asked(Instant start, long fromOffset, long toOffset) {
        /// Where the list begins.
        public static final long BEGINNING = -1;

        /// Where it ends, as far as it goes.
        public static final long END = Long.MAX_VALUE;
    }
}
