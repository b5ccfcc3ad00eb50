package io.interlude.report.manifest;

import io.interlude.schema.HourSealed;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/// The wait of a process that another one has shut out of sealing, until the other one no longer
/// seals. A living one has sealed, some time after their hour, all records that are there now.
///
/// @param placeToEnd the journal's ends as the waiting begins
/// @param until time by which they must be sealed
record SealerTakeover(Map<TopicPartition, Long> placeToEnd, Instant until) {
    /// An hour, and what reading it may take.
    private static final Duration HOUR_AND_MORE = Duration.ofMinutes(75);

    SealerTakeover {
        placeToEnd = Map.copyOf(placeToEnd);
    }

    static SealerTakeover from(Map<TopicPartition, Long> placeToEnd, Instant now, Duration grace) {
        return new SealerTakeover(placeToEnd, now.plus(grace).plus(HOUR_AND_MORE));
    }

    boolean isOver(Instant now) {
        return !now.isBefore(until);
    }

    /// True when something is not sealed that a living process would have sealed.
    boolean isAbandoned(Map<TopicPartition, HourSealed> placeToLast) {
        return placeToEnd.entrySet().stream()
                .anyMatch(end -> {
                    HourSealed last = placeToLast.get(end.getKey());
                    long sealed = last == null ? 0 : last.getLastOffset() + 1;
                    return sealed < end.getValue();
                });
    }
}
