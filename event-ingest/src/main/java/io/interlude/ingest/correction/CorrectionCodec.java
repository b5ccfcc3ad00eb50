package io.interlude.ingest.correction;

import io.interlude.catalogue.key.Caller;
import io.interlude.domain.matching.NoFillCause;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RenderFormat;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Writes corrections as journal records, with what the aggregator keeps nowhere of their events.
final class CorrectionCodec {
    private static final int DRAFT_BYTES = 1_024;

    /// A counter of a subscriber, or a cause of a no-fill.
    private static final int PART_BYTES = 160;

    private CorrectionCodec() {}

    /// The correction of one event, but for what its request says.
    static CorrectionRecorded draft(JournalEvent event) {
        CorrectionRecorded correction = new CorrectionRecorded();
        correction.setEventType(event.getEventType());
        correction.setOrgId(event.getOrgId());
        correction.setApplicationId(event.getApplicationId());
        correction.setFetchId(event.getFetchId());
        correction.setSubscriber(event.getSubscriber());
        correction.setTest(event.getTest());
        correction.setSource(EventSource.api);
        correction.setCorrectedEventId(event.getEventId());
        correction.setCorrectedAt(event.getOccurredAt());
        correction.setFrequencyScopes(List.of());
        correction.setFormat(RenderFormat.UNKNOWN);
        setDetails(correction, event);
        return correction;
    }

    /// What a draft takes of the heap, about.
    static long bytes(CorrectionRecorded draft) {
        List<String> causes = draft.getNoFillsBy();
        int parts = draft.getFrequencyScopes().size() + (causes == null ? 0 : causes.size());
        return DRAFT_BYTES + (long) parts * PART_BYTES;
    }

    /// Says in a draft what its request says.
    ///
    /// @param recordId the same whenever the event is taken back
    static void complete(
            CorrectionRecorded draft,
            UUID recordId,
            String correctionId,
            String reason,
            Caller caller,
            Instant now) {
        draft.setEventId(recordId.toString());
        draft.setOccurredAt(now);
        draft.setReceivedAt(now);
        draft.setKeyId(caller.keyId().value());
        draft.setCorrectionId(correctionId);
        draft.setReason(reason);
    }

    private static void setDetails(CorrectionRecorded correction, JournalEvent event) {
        switch (event) {
            case AdFetched fetched -> {
                correction.setBilledMicros(fetched.getBilledMicros());
                correction.setFrequencyScopes(fetched.getFrequencyScopes());
            }
            case AdNotFilled notFilled -> {
                correction.setAdUnitCode(notFilled.getAdUnitCode());
                correction.setFormat(notFilled.getFormat());
                correction.setNoFillsBy(
                        NoFillCauseCodec.read(notFilled).stream().map(NoFillCause::key).toList());
            }
            case ConversionRecorded conversion -> {
                correction.setValueMicros(conversion.getValueMicros());
                correction.setCurrency(conversion.getCurrency());
                correction.setInvalidTraffic(conversion.getInvalidTraffic());
            }
            default -> {
                // The aggregator knows everything else of them.
            }
        }
    }
}
