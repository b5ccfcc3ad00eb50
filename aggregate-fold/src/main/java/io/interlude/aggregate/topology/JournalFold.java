package io.interlude.aggregate.topology;

import io.interlude.aggregate.correction.CorrectionFolding;
import io.interlude.aggregate.matching.AwaitedFlows;
import io.interlude.aggregate.matching.CorrectedFetches;
import io.interlude.aggregate.matching.CountedEvents;
import io.interlude.aggregate.matching.FetchMatching;
import io.interlude.aggregate.matching.FetchStateCodec;
import io.interlude.aggregate.matching.Fetches;
import io.interlude.aggregate.matching.MatchOutcome;
import io.interlude.aggregate.matching.ParkedEvents;
import io.interlude.aggregate.matching.ParkedEvents.Parked;
import io.interlude.aggregate.matching.ServedVersion;
import io.interlude.aggregate.partial.CellTimeZones;
import io.interlude.aggregate.partial.PendingSums;
import io.interlude.aggregate.rejected.Rejections;
import io.interlude.aggregate.rejected.Rejections.Place;
import io.interlude.aggregate.state.Failures;
import io.interlude.aggregate.state.PreCommitHook;
import io.interlude.aggregate.state.Turns;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.aggregate.subscriber.SubscriberFrequencyCodec;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.conversation.ConversationCounters;
import io.interlude.domain.flow.FlowMismatch;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.journal.record.EventBounds;
import io.interlude.journal.record.FetchEventCodec;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.FeedbackRecorded;
import io.interlude.schema.FetchState;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.OrderClaim;
import io.interlude.schema.SubscriberErased;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/// Folds the journal records of one partition: into the stores of what is known of subscribers and
/// fetches, and into partial sums for the second stage.
///
/// Everything about one fetch and one subscriber is in one partition, so nothing is looked up
/// elsewhere. A record is understood as a whole before anything of it is written, and one that
/// cannot be understood, or that any rule fails on, becomes a rejection. What fails is only passed
/// on where it says nothing of the record, as [Failures] tells.
final class JournalFold {
    private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(1);
    private static final Duration MARK_INTERVAL = Duration.ofMinutes(30);
    private static final Duration TURN_INTERVAL = Duration.ofMillis(100);
    private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

    private static final int EXPIRED_MAX = 5_000;
    private static final Duration NO_FILL_RETENTION = Duration.ofDays(1);
    private static final FlowMismatch FLOW_UNREAD =
            new FlowMismatch("fetchEventId", "The flow that was served could not be read.");
    private static final List<String> TOPIC_NAMES =
            Topics.folded().stream().map(Topic::name).toList();

    private final ProcessorContext<String, SpecificRecord> context;
    private final FoldConfig config;
    private final FoldSources sources;
    private final FoldMetrics metrics;
    private final SubscriberFrequencies frequencies;
    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final ParkedEvents parkedEvents;
    private final PendingSums pendingSums;
    private final FetchMatching matching;
    private final CorrectedFetches correctedFetches;
    private final CorrectionFolding corrections;
    private final AwaitedFlows awaitedFlows;
    private final Turns turns;

    JournalFold(
            ProcessorContext<String, SpecificRecord> context,
            FoldConfig config,
            FoldSources sources,
            FoldMetrics metrics) {
        this.context = context;
        this.config = config;
        this.sources = sources;
        this.metrics = metrics;
        frequencies =
                new SubscriberFrequencies(context.getStateStore(StoreNames.SUBSCRIBER_FREQUENCIES));
        fetches = new Fetches(context.getStateStore(StoreNames.FETCHES));
        countedEvents = new CountedEvents(context.getStateStore(StoreNames.COUNTED_EVENTS));
        parkedEvents =
                new ParkedEvents(
                        context.getStateStore(StoreNames.PARKED_EVENTS),
                        config.parkedTimeout(),
                        context.currentSystemTimeMs());
        pendingSums =
                new PendingSums(
                        context.getStateStore(StoreNames.PENDING_SUMS),
                        new CellTimeZones(
                                sources.orgToTimeZone(),
                                config.parkedTimeout(),
                                context::currentSystemTimeMs),
                        config.flushInterval());
        correctedFetches =
                new CorrectedFetches(fetches, countedEvents, pendingSums::add, this::claim);
        matching = new FetchMatching(fetches, countedEvents, correctedFetches, sources.flows());
        corrections =
                new CorrectionFolding(
                        correctedFetches, countedEvents, frequencies, sources.subscriberHash());
        awaitedFlows = new AwaitedFlows(sources.flows());
        parkedEvents.fetches().forEach(this::awaitFlow);
        turns = new Turns(context, TURN_INTERVAL, this::foldKnown, this::isWaiting);
    }

    /// Starts handing over and expiring.
    void schedule() {
        PreCommitHook.act(context, StoreNames.PENDING_SUMS, this::handOver);
        turns.begin();
        // Offsets are to pass what follows the last record: marks of transactions, and records of
        // those that were given up.
        var _ = context.schedule(IDLE_INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::foldKnown);
        // Stream time: a rebuild from an old journal must keep a fetch until its events are read.
        var _ = context.schedule(EXPIRY_INTERVAL, PunctuationType.STREAM_TIME, this::expire);
        var _ =
                context.schedule(
                        MARK_INTERVAL, PunctuationType.WALL_CLOCK_TIME, _ -> frequencies.mark());
    }

    void fold(Record<String, JournalRecord> record) {
        RecordMetadata source = context.recordMetadata().orElseThrow();
        switch (record.value()) {
            case JournalRecord.Undecodable undecodable ->
                    reject(
                            Rejections.undeserializable(
                                    undecodable.cause(),
                                    Instant.ofEpochMilli(record.timestamp()),
                                    place(source)));
            case JournalRecord.Decoded decoded
                    when !EventBounds.fits(decoded.event(), record.timestamp()) ->
                    reject(
                            Rejections.outOfBounds(
                                    decoded.event(),
                                    Instant.ofEpochMilli(record.timestamp()),
                                    place(source)));
            case JournalRecord.Decoded decoded -> fold(decoded.event(), place(source));
        }
    }

    private void fold(SpecificRecord event, Place place) {
        try {
            switch (event) {
                case AdFetched fetched -> foldFetch(fetched, place);
                case AdNotFilled notFilled -> foldNoFill(notFilled);
                case SubscriberErased erased -> foldErasure(erased);
                case CorrectionRecorded correction
                        when CorrectionFolding.isWithoutFetch(correction) ->
                        foldCorrection(corrections.withoutFetch(correction));
                case ConversionRecorded conversion when conversion.getFetchId() == null ->
                        foldUnattributed(conversion);
                case ConversionRecorded conversion when conversion.getLate() -> metrics.applied();
                default -> foldFetchEvent((JournalEvent) event, place);
            }
        } catch (RuntimeException e) {
            Failures.requireOfRecord(e);
            reject(Rejections.senseless(event, cause(e), place));
        }
    }

    private void foldFetch(AdFetched fetched, Place place) {
        FetchId fetchId =
                FetchId.parse(FetchStateCodec.orEmpty(fetched.getFetchId()))
                        .orElseThrow(() -> new IllegalArgumentException("no fetch id"));
        FetchState state = FetchStateCodec.toAvro(fetched);
        ServedFetch served = FetchStateCodec.servedFetch(state);
        boolean again = fetches.get(fetchId.uuid()) != null;
        List<Contribution> contributions =
                again
                        ? MatchingFold.fetchedAgain(served, place.partition(), place.offset())
                        : MatchingFold.fetched(
                                served,
                                fetched.getBilledMicros(),
                                place.partition(),
                                place.offset());
        List<Contribution> reach = again ? List.of() : reach(served, fetched);
        List<Contribution> shadows = again ? List.of() : ShadowFold.contributions(fetched);
        foldFrequency(fetched, again, place.offset());
        pendingSums.add(contributions);
        pendingSums.add(reach);
        pendingSums.add(shadows);
        metrics.applied();
        if (!again) {
            fetches.put(fetchId.uuid(), state);
            foldParked(fetchId.uuid());
        }
    }

    private void foldFrequency(AdFetched fetched, boolean again, long offset) {
        List<FrequencyAdvance> advances =
                SubscriberFrequencyCodec.advances(fetched.getFrequencyScopes());
        Optional<Subscriber> owner = ConversationCounters.owner(fetched.getSubscriber(), advances);
        if (owner.isPresent() && !fetched.getTest()) {
            frequencies.apply(
                    SubscriberFrequencies.key(new OrgId(fetched.getOrgId()), owner.get()),
                    again ? List.of() : advances,
                    fetched.getOccurredAt(),
                    offset);
        }
    }

    /// No event: nothing counts it. What the subscriber was counted in stays as it is.
    private void foldErasure(SubscriberErased erased) {
        frequencies.drop(
                SubscriberFrequencies.key(
                        new OrgId(erased.getOrgId()), new Subscriber(erased.getSubscriber())));
        metrics.applied();
    }

    private List<Contribution> reach(ServedFetch served, AdFetched fetched) {
        String subscriber = fetched.getSubscriber();
        if (subscriber == null) {
            return List.of();
        }
        OrgId orgId = served.dimensions().orgId();
        return MatchingFold.reached(
                served, sources.subscriberHash().of(orgId, new Subscriber(subscriber)));
    }

    private void foldParked(UUID fetch) {
        for (Parked parked : parkedEvents.take(fetch)) {
            String topic = TOPIC_NAMES.get(parked.topic());
            fold(parked.event(), new Place(topic, context.taskId().partition(), parked.offset()));
        }
    }

    private void foldNoFill(AdNotFilled notFilled) {
        AdFormat format = RenderFormatCodec.read(notFilled.getFormat());
        List<Contribution> contributions =
                MatchingFold.notFilled(
                        CellDimensions.unfilled(
                                new OrgId(notFilled.getOrgId()),
                                FetchStateCodec.orEmpty(notFilled.getApplicationId()),
                                notFilled.getAdUnitCode(),
                                format),
                        notFilled.getOccurredAt(),
                        NoFillCauseCodec.read(notFilled));
        List<Contribution> shadows = ShadowFold.contributions(notFilled);
        Bytes key = CountedEvents.key(notFilled.getReceivedAt(), notFilled.getEventId());
        metrics.applied();
        if (!notFilled.getTest() && !countedEvents.contains(key)) {
            countedEvents.add(key);
            pendingSums.add(contributions);
            pendingSums.add(shadows);
        }
    }

    private void foldUnattributed(ConversionRecorded conversion) {
        List<Contribution> contributions =
                MatchingFold.convertedUnattributed(
                        new OrgId(conversion.getOrgId()),
                        FetchStateCodec.orEmpty(conversion.getApplicationId()),
                        FetchEventCodec.converted(conversion, ""));
        metrics.applied();
        if (!conversion.getTest()
                && countedEvents.addConversion(
                        conversion.getReceivedAt(), conversion.getEventId())) {
            pendingSums.add(contributions);
        }
    }

    private void foldFetchEvent(JournalEvent event, Place place) {
        Optional<FetchId> fetchId = FetchId.parse(FetchStateCodec.orEmpty(event.getFetchId()));
        if (fetchId.isEmpty() || isTooLate(fetchId.get(), event)) {
            reject(Rejections.unknownFetch(event));
            return;
        }
        UUID fetch = fetchId.get().uuid();
        FetchState state = fetches.get(fetch);
        if (state == null) {
            park(fetch, event, place);
        } else if (!state.getOrgId().equals(event.getOrgId())) {
            reject(Rejections.unknownFetch(event));
        } else if (event instanceof CorrectionRecorded correction) {
            FetchState adopted = correctedFetches.adopted(fetch, state);
            foldCorrection(
                    correction.getOrderKey() == null
                            ? corrections.ofFetch(fetch, adopted, correction)
                            : matching.orderMoved(fetch, adopted, correction));
        } else {
            foldMatched(fetch, correctedFetches.adopted(fetch, state), event, place);
        }
    }

    /// Whether the fetch is still known then depends on what else was read.
    private boolean isTooLate(FetchId fetchId, JournalEvent event) {
        return !isOfOrder(event) && config.window().isPast(fetchId, event);
    }

    /// Nobody reported it.
    private static boolean isOfOrder(JournalEvent event) {
        return event instanceof CorrectionRecorded told && told.getOrderKey() != null;
    }

    private void foldCorrection(List<Contribution> contributions) {
        pendingSums.add(contributions);
        metrics.applied();
    }

    private void foldMatched(UUID fetch, FetchState state, JournalEvent event, Place place) {
        switch (matching.match(fetch, state, event, place.offset())) {
            case MatchOutcome.Applied applied -> {
                if (event instanceof FeedbackRecorded feedback) {
                    foldHide(state, feedback);
                }
                pendingSums.add(applied.contributions());
                metrics.applied();
            }
            case MatchOutcome.Unmatched unmatched ->
                    reject(Rejections.unmatched(event, unmatched.mismatch(), state.getTest()));
            case MatchOutcome.TooMany _ -> reject(Rejections.tooMany(event));
            case MatchOutcome.AwaitsFlow awaits -> {
                park(fetch, event, place);
                awaitedFlows.add(awaits.version(), fetch);
            }
        }
    }

    /// Whether or not the fetch or the feedback is taken back: the reader has said it.
    private void foldHide(FetchState state, FeedbackRecorded feedback) {
        String subscriber = state.getSubscriber();
        String advertiser = state.getAdvertiser();
        if (feedback.getKind() == FeedbackKind.hide
                && subscriber != null
                && advertiser != null
                && !state.getTest()) {
            frequencies.hide(
                    SubscriberFrequencies.key(
                            new OrgId(state.getOrgId()), new Subscriber(subscriber)),
                    advertiser,
                    feedback.getOccurredAt());
        }
    }

    private void park(UUID fetch, SpecificRecord event, Place place) {
        Parked parked = new Parked(TOPIC_NAMES.indexOf(place.topic()), place.offset(), event);
        parkedEvents.park(fetch, parked, context.currentSystemTimeMs());
        turns.begin();
        metrics.parked();
    }

    private boolean isWaiting() {
        return !parkedEvents.isEmpty() || pendingSums.isWaiting();
    }

    private void foldKnown(long nowMillis) {
        awaitedFlows.takeKnown().forEach(this::foldParked);
        parkedEvents.expire(nowMillis, this::giveUp);
    }

    /// In the time of the journal, so that orders are forgotten by it.
    private void claim(OrderClaim claim) {
        long claimedMillis = Math.max(0, claim.getClaimedAt().toEpochMilli());
        context.forward(new Record<>(claim.getOrderKey(), claim, claimedMillis));
    }

    private void handOver() {
        long nowMillis = context.currentSystemTimeMs();
        correctedFetches.settle();
        pendingSums.handOver(
                nowMillis, (key, sum) -> context.forward(new Record<>(key, sum, nowMillis)));
        if (pendingSums.isWaiting()) {
            turns.begin();
        }
    }

    /// After a restart: what is parked although its fetch is known waits for the flow.
    private void awaitFlow(UUID fetch) {
        FetchState state = fetches.get(fetch);
        if (state != null) {
            awaitedFlows.add(ServedVersion.of(state), fetch);
        }
    }

    private void giveUp(UUID fetch, JournalEvent event) {
        FetchState state = fetches.get(fetch);
        if (state == null) {
            if (!isOfOrder(event)) {
                reject(Rejections.unknownFetch(event));
            }
            return;
        }
        reject(Rejections.unmatched(event, FLOW_UNREAD, state.getTest()));
        if (!parkedEvents.holds(fetch)) {
            awaitedFlows.remove(ServedVersion.of(state), fetch);
        }
    }

    private void expire(long streamMillis) {
        Instant fetchesBefore =
                Instant.ofEpochMilli(streamMillis).minus(config.window().retention());
        correctedFetches.settle();
        fetches.expire(fetchesBefore, EXPIRED_MAX);
        countedEvents.expire(
                fetchesBefore,
                Instant.ofEpochMilli(streamMillis).minus(NO_FILL_RETENTION),
                EXPIRED_MAX);
    }

    private void reject(EventRejected rejected) {
        metrics.rejected();
        context.forward(
                new Record<>(rejected.getFetchId(), rejected, context.currentSystemTimeMs()));
    }

    private static Place place(RecordMetadata source) {
        return new Place(source.topic(), source.partition(), source.offset());
    }

    private static String cause(RuntimeException e) {
        return "The record makes no sense: " + e.getClass().getSimpleName();
    }
}
