package io.interlude.journal.history;

import io.interlude.domain.matching.Verdict;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The events that corrections took back, by event id. What counted and was taken back has the
/// verdict `corrected`; a fetch takes all of its events with it.
final class CorrectedEvents {
    private final Set<String> eventIds = new HashSet<>();

    void add(PlacedRecord record) {
        if (record.event() instanceof CorrectionRecorded correction) {
            eventIds.add(correction.getCorrectedEventId());
        }
    }

    JudgedEvent apply(JudgedEvent judged) {
        return counts(judged.verdict()) && isTakenBack(judged)
                ? new JudgedEvent(judged.record(), Verdict.CORRECTED, judged.fetched())
                : judged;
    }

    private static boolean counts(@Nullable Verdict verdict) {
        return verdict == Verdict.COUNTED || verdict == Verdict.REPEAT;
    }

    private boolean isTakenBack(JudgedEvent judged) {
        AdFetched fetched = judged.fetched();
        return eventIds.contains(judged.record().metadata().eventId())
                || (fetched != null && eventIds.contains(fetched.getEventId()));
    }
}
