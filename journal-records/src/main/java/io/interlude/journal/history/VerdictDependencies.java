package io.interlude.journal.history;

import io.interlude.domain.identity.FetchId;
import io.interlude.journal.append.EventIdReader;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// The records to read again to judge some others: their fetches, and the earlier events of these.
/// A verdict depends on nothing else, except that of a conversion with goals: see [#addClicks].
final class VerdictDependencies {
    /// Clocks of the service's own processes differ by no more.
    static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

    /// The longest delay of a fetch on its way into the journal with which it is still found.
    static final Duration FETCH_DELAY = Duration.ofMinutes(10);

    private static final Duration COPY_DELAY = Duration.ofMinutes(10);
    private static final Duration REPEAT_AFTER = Duration.ofDays(31);
    private static final int TIME_ORDERED = 7;

    private final Set<UUID> subjects = new HashSet<>();
    private final Set<String> keys = new HashSet<>();
    private final Map<TopicPartition, Instant> placeToSince = new HashMap<>();
    private final Map<TopicPartition, Instant> placeToUntil = new HashMap<>();
    private final Map<Integer, Instant> partitionToConversionsSince = new HashMap<>();

    /// Of one fetch, or of a request that served nothing.
    static VerdictDependencies of(FetchId fetchId) {
        VerdictDependencies dependencies = new VerdictDependencies();
        dependencies.subjects.add(fetchId.uuid());
        dependencies.keys.add(fetchId.toString());
        return dependencies;
    }

    void add(PlacedRecord record) {
        UUID subject = FetchJudge.subject(record.event()).orElse(null);
        if (subject == null) {
            return;
        }
        subjects.add(subject);
        Optional<FetchId> fetchId =
                Optional.ofNullable(record.event().getFetchId()).flatMap(FetchId::parse);
        Instant since =
                fetchId.map(FetchId::madeAt)
                        .orElseGet(() -> record.journaledAt().minus(repeatWithin(subject)))
                        .minus(CLOCK_SKEW);
        placeToSince.merge(
                record.place(),
                FetchJudge.isLate(record) ? record.journaledAt().minus(COPY_DELAY) : since,
                VerdictDependencies::earlier);
        if (fetchId.isPresent() && !(record.event() instanceof AdNotFilled)) {
            addFetch(fetchId.get(), record.place().partition(), since);
        }
        if (fetchId.isPresent() && record.event() instanceof ConversionRecorded) {
            partitionToConversionsSince.merge(
                    record.place().partition(), since, VerdictDependencies::earlier);
        }
    }

    private void addFetch(FetchId fetchId, int partition, Instant since) {
        keys.add(fetchId.toString());
        TopicPartition fetches = new TopicPartition(Topics.FETCHES.name(), partition);
        placeToSince.merge(fetches, since, VerdictDependencies::earlier);
        placeToUntil.merge(fetches, fetchId.madeAt().plus(FETCH_DELAY), VerdictDependencies::later);
    }

    /// Adds the clicks of the conversions' fetches. A goal judges a conversion by each of them,
    /// also by one that is recorded later.
    void addClicks() {
        partitionToConversionsSince.forEach((partition, since) -> {
            TopicPartition clicks = new TopicPartition(Topics.CLICKS.name(), partition);
            placeToSince.merge(clicks, since, VerdictDependencies::earlier);
            placeToUntil.put(clicks, Instant.ofEpochMilli(Long.MAX_VALUE));
        });
    }

    boolean isEmpty() {
        return placeToSince.isEmpty();
    }

    /// For each place the time from which it has to be read.
    Map<TopicPartition, Instant> sinces() {
        return placeToSince;
    }

    /// For each place of fetches the time up to which it has to be read at least.
    Map<TopicPartition, Instant> untils() {
        return placeToUntil;
    }

    /// True when the record is one of those, without reading all of it.
    boolean concerns(ConsumerRecord<String, byte[]> found) {
        return keys.contains(found.key())
                || EventIdReader.read(found.value()).filter(subjects::contains).isPresent();
    }

    /// A conversion without a fetch comes again only if its sender gave it a key, from which its id
    /// was derived; ids of others have the time in them, and are copied by a retried write at most.
    private static Duration repeatWithin(UUID eventId) {
        return eventId.version() == TIME_ORDERED ? COPY_DELAY : REPEAT_AFTER;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isBefore(other) ? other : one;
    }
}
