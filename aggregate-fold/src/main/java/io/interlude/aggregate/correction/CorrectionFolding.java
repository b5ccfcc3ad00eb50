package io.interlude.aggregate.correction;

import io.interlude.aggregate.matching.CorrectedFetches;
import io.interlude.aggregate.matching.CountedEvents;
import io.interlude.aggregate.matching.FetchStateCodec;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.aggregate.subscriber.SubscriberFrequencyCodec;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.CorrectionFold;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.domain.matching.NoFillCause;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.domain.reach.SubscriberHash;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.FetchState;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Applies corrections, each event's once, whether it comes before or after what it takes back.
public final class CorrectionFolding {
    private final CorrectedFetches corrected;
    private final CountedEvents countedEvents;
    private final SubscriberFrequencies frequencies;
    private final SubscriberHash subscriberHash;

    public CorrectionFolding(
            CorrectedFetches corrected,
            CountedEvents countedEvents,
            SubscriberFrequencies frequencies,
            SubscriberHash subscriberHash) {
        this.corrected = corrected;
        this.countedEvents = countedEvents;
        this.frequencies = frequencies;
        this.subscriberHash = subscriberHash;
    }

    /// Whether what is taken back belongs to no served fetch.
    public static boolean isWithoutFetch(CorrectionRecorded correction) {
        return correction.getFetchId() == null || correction.getEventType() == EventType.no_fill;
    }

    /// What a correction of an event without a fetch changes. The event itself may come later:
    /// whatever it adds is taken back already.
    public List<Contribution> withoutFetch(CorrectionRecorded correction) {
        List<Contribution> contributions = CorrectionFold.takenBack(counted(correction));
        return countedEvents.addCorrection(
                        correction.getReceivedAt(), correction.getCorrectedEventId())
                ? contributions
                : List.of();
    }

    /// What a correction of a fetch or of an event of it changes at once. What it changes of the
    /// fetch's events follows from [CorrectedFetches].
    public List<Contribution> ofFetch(UUID fetch, FetchState state, CorrectionRecorded correction) {
        if (correction.getEventType() == EventType.fetch) {
            return state.getTakenBack() ? List.of() : fetchTakenBack(fetch, state, correction);
        }
        corrected.takeBack(
                fetch,
                state,
                correction.getEventType(),
                correction.getCorrectedEventId(),
                correction.getCorrectedAt());
        return List.of();
    }

    private List<Contribution> fetchTakenBack(
            UUID fetch, FetchState state, CorrectionRecorded correction) {
        ServedFetch served = FetchStateCodec.servedFetch(state);
        OrgId orgId = served.dimensions().orgId();
        Subscriber subscriber = subscriber(state);
        Long hash = subscriber == null ? null : (Long) subscriberHash.of(orgId, subscriber);
        List<Contribution> contributions =
                CorrectionFold.fetchTakenBack(served, correction.getBilledMicros(), hash);
        List<FrequencyAdvance> advances =
                SubscriberFrequencyCodec.advances(correction.getFrequencyScopes());
        if (!served.test()) {
            ConversationCounters.owner(state.getSubscriber(), advances)
                    .ifPresent(owner ->
                            frequencies.retract(
                                    SubscriberFrequencies.key(orgId, owner),
                                    advances,
                                    served.servedAt()));
        }
        corrected.takeBack(fetch, state);
        return contributions;
    }

    private static @Nullable Subscriber subscriber(FetchState state) {
        String subscriber = state.getSubscriber();
        return subscriber == null ? null : new Subscriber(subscriber);
    }

    /// What the event itself adds.
    private static List<Contribution> counted(CorrectionRecorded correction) {
        OrgId orgId = new OrgId(correction.getOrgId());
        String applicationId = FetchStateCodec.orEmpty(correction.getApplicationId());
        if (correction.getEventType() == EventType.no_fill) {
            return MatchingFold.notFilled(
                    CellDimensions.unfilled(
                            orgId,
                            applicationId,
                            FetchStateCodec.orEmpty(correction.getAdUnitCode()),
                            RenderFormatCodec.read(correction.getFormat())),
                    correction.getCorrectedAt(),
                    stoppedBy(correction));
        }
        ConversionRecorded conversion = new ConversionRecorded();
        conversion.setOccurredAt(correction.getCorrectedAt());
        conversion.setValueMicros(correction.getValueMicros());
        conversion.setCurrency(correction.getCurrency());
        conversion.setInvalidTraffic(correction.getInvalidTraffic());
        return MatchingFold.convertedUnattributed(
                orgId, applicationId, FetchEventCodec.converted(conversion, ""));
    }

    private static Set<NoFillCause> stoppedBy(CorrectionRecorded correction) {
        List<String> keys = correction.getNoFillsBy();
        return keys == null
                ? Set.of()
                : keys.stream()
                        .map(key -> NoFillCause.ofKey(key).orElseThrow())
                        .collect(Collectors.toUnmodifiableSet());
    }
}
