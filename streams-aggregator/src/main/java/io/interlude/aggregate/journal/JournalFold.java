package io.interlude.aggregate.journal;

import io.interlude.aggregate.matching.CountedEvents;
import io.interlude.aggregate.matching.EventMetadata;
import io.interlude.aggregate.matching.FetchEventCodec;
import io.interlude.aggregate.matching.FetchMatching;
import io.interlude.aggregate.matching.FetchStateCodec;
import io.interlude.aggregate.matching.Fetches;
import io.interlude.aggregate.matching.ParkedEvents;
import io.interlude.aggregate.partial.PendingSums;
import io.interlude.aggregate.rejected.Rejections;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.aggregate.subscriber.SubscriberFrequencyCodec;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.matching.MatchingFold;
import io.interlude.domain.matching.ServedFetch;
import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.FetchState;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.DateTimeException;
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
/// cannot be understood becomes a rejection.
final class JournalFold {
    private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(1);
    private static final int EXPIRED_MAX = 5_000;
    private static final Duration FETCHLESS_RETENTION = Duration.ofDays(1);
    private static final List<String> TOPIC_NAMES =
            Topics.folded().stream().map(Topic::name).toList();

    private final ProcessorContext<String, SpecificRecord> context;
    private final FoldConfig config;
    private final FoldMetrics metrics;
    private final SubscriberFrequencies frequencies;
    private final Fetches fetches;
    private final CountedEvents countedEvents;
    private final ParkedEvents parkedEvents;
    private final PendingSums pendingSums;
    private final FetchMatching matching;

    JournalFold(
            ProcessorContext<String, SpecificRecord> context,
            FoldConfig config,
            FoldMetrics metrics) {
        this.context = context;
        this.config = config;
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
        pendingSums = new PendingSums(context.getStateStore(StoreNames.PENDING_SUMS));
        matching = new FetchMatching(fetches, countedEvents);
    }

    /// Starts flushing and expiring.
    void schedule() {
        var _ =
                context.schedule(
                        config.flushInterval(), PunctuationType.WALL_CLOCK_TIME, this::flush);
        // Stream time: a rebuild from an old journal must keep a fetch until its events are read.
        var _ = context.schedule(EXPIRY_INTERVAL, PunctuationType.STREAM_TIME, this::expire);
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
            case JournalRecord.Decoded decoded -> fold(decoded.event(), source);
        }
    }

    private void fold(SpecificRecord event, RecordMetadata source) {
        try {
            switch (event) {
                case AdFetched fetched -> foldFetch(fetched, source);
                case AdNotFilled notFilled -> foldNoFill(notFilled);
                case ConversionRecorded conversion when conversion.getFetchId() == null ->
                        foldUnattributed(conversion);
                default -> foldFetchEvent(event, source);
            }
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            reject(Rejections.senseless(event, cause(e), place(source)));
        }
    }

    private void foldFetch(AdFetched fetched, RecordMetadata source) {
        FetchId fetchId =
                FetchId.parse(FetchStateCodec.orEmpty(fetched.getFetchId()))
                        .orElseThrow(() -> new IllegalArgumentException("no fetch id"));
        FetchState state = FetchStateCodec.toAvro(fetched);
        ServedFetch served = FetchStateCodec.servedFetch(state);
        boolean again = fetches.get(fetchId.uuid()) != null;
        List<Contribution> contributions =
                again
                        ? MatchingFold.fetchedAgain(served, source.partition(), source.offset())
                        : MatchingFold.fetched(
                                served,
                                fetched.getBilledMicros(),
                                source.partition(),
                                source.offset());
        foldFrequency(fetched, again, source.offset());
        pendingSums.add(contributions);
        metrics.applied();
        if (!again) {
            fetches.put(fetchId.uuid(), state);
            foldParked(fetchId.uuid(), source);
        }
    }

    private void foldFrequency(AdFetched fetched, boolean again, long offset) {
        String subscriber = fetched.getSubscriber();
        if (subscriber == null || fetched.getTest()) {
            return;
        }
        List<FrequencyAdvance> advances =
                again ? List.of() : SubscriberFrequencyCodec.advances(fetched.getFrequencyScopes());
        frequencies.apply(
                SubscriberFrequencies.key(
                        new OrgId(fetched.getOrgId()), new Subscriber(subscriber)),
                advances,
                fetched.getOccurredAt(),
                offset);
    }

    private void foldParked(UUID fetch, RecordMetadata source) {
        for (SpecificRecord event : parkedEvents.take(fetch)) {
            fold(event, source);
        }
    }

    private void foldNoFill(AdNotFilled notFilled) {
        AdFormat format = FetchStateCodec.format(notFilled.getFormat());
        if (format == null) {
            throw new IllegalArgumentException("unknown format");
        }
        countOnce(
                notFilled,
                MatchingFold.notFilled(
                        new OrgId(notFilled.getOrgId()),
                        FetchStateCodec.orEmpty(notFilled.getApplicationId()),
                        notFilled.getAdUnitCode(),
                        format,
                        notFilled.getOccurredAt()));
    }

    private void foldUnattributed(ConversionRecorded conversion) {
        countOnce(
                conversion,
                MatchingFold.convertedUnattributed(
                        new OrgId(conversion.getOrgId()),
                        FetchStateCodec.orEmpty(conversion.getApplicationId()),
                        FetchEventCodec.converted(conversion, "")));
    }

    /// Counts an event that belongs to no fetch.
    private void countOnce(SpecificRecord event, List<Contribution> contributions) {
        EventMetadata metadata = EventMetadata.of(event);
        Bytes key = CountedEvents.key(metadata.receivedAt(), metadata.eventId());
        metrics.applied();
        if (!metadata.test() && !countedEvents.contains(key)) {
            countedEvents.add(key);
            pendingSums.add(contributions);
        }
    }

    private void foldFetchEvent(SpecificRecord event, RecordMetadata source) {
        EventMetadata metadata = EventMetadata.of(event);
        Optional<FetchId> fetchId = FetchId.parse(FetchStateCodec.orEmpty(metadata.fetchId()));
        if (fetchId.isEmpty()) {
            reject(Rejections.unmatched(event));
            return;
        }
        UUID fetch = fetchId.get().uuid();
        FetchState state = fetches.get(fetch);
        if (state == null) {
            parkedEvents.park(
                    fetch,
                    TOPIC_NAMES.indexOf(source.topic()),
                    source.offset(),
                    event,
                    context.currentSystemTimeMs());
            metrics.parked();
        } else if (!state.getOrgId().equals(metadata.orgId())) {
            reject(Rejections.unmatched(event));
        } else {
            pendingSums.add(matching.match(fetch, state, metadata, event));
            metrics.applied();
        }
    }

    private void flush(long nowMillis) {
        parkedEvents.expire(nowMillis, event -> reject(Rejections.unmatched(event)));
        pendingSums.flush((key, sum) -> context.forward(new Record<>(key, sum, nowMillis)));
    }

    private void expire(long streamMillis) {
        Instant fetchesBefore = Instant.ofEpochMilli(streamMillis).minus(config.fetchRetention());
        fetches.expire(fetchesBefore, EXPIRED_MAX);
        countedEvents.expire(
                fetchesBefore,
                Instant.ofEpochMilli(streamMillis).minus(FETCHLESS_RETENTION),
                EXPIRED_MAX);
    }

    private void reject(EventRejected rejected) {
        metrics.rejected();
        context.forward(
                new Record<>(rejected.getFetchId(), rejected, context.currentSystemTimeMs()));
    }

    private static Rejections.Place place(RecordMetadata source) {
        return new Rejections.Place(source.topic(), source.partition(), source.offset());
    }

    private static String cause(RuntimeException e) {
        return "The record makes no sense: " + e.getClass().getSimpleName();
    }
}
