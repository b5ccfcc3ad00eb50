package io.interlude.journal.history;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.reading.JournalCursor;
import io.interlude.journal.record.EventKind;
import io.interlude.schema.EventType;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// A page of an org's journal.
///
/// @param from only records made at this time or later
/// @param to only records made before this time; null for all
/// @param eventTypes only events of these types; empty for all
/// @param fetchIds only events of these fetches; empty for all
/// @param filter by facts of an event that are known once its fetch is
/// @param newestFirst true when the last record comes first
/// @param limit items at most
/// @param cursor end of the page before; null for the first page
/// @param withVerdicts true when requests have the verdicts on their candidates, which take ten
///   times as much memory as all else of them
/// @param placeToRange only records in these ranges of partitions; null for all
public record HistoryQuery(
        OrgId orgId,
        Instant from,
        @Nullable Instant to,
        Set<EventType> eventTypes,
        Set<FetchId> fetchIds,
        HistoryFilter filter,
        boolean newestFirst,
        int limit,
        @Nullable JournalCursor cursor,
        boolean withVerdicts,
        @Nullable Map<TopicPartition, OffsetRange> placeToRange) {
    public HistoryQuery {
        requireNonNull(orgId, "orgId is null");
        requireNonNull(from, "from is null");
        eventTypes = Set.copyOf(eventTypes);
        fetchIds = Set.copyOf(fetchIds);
        placeToRange = placeToRange == null ? null : Map.copyOf(placeToRange);
        if (limit < 1) {
            throw new IllegalArgumentException("limit is not positive: " + limit);
        }
    }

    /// The same query from another place on.
    public HistoryQuery after(JournalCursor next) {
        return new HistoryQuery(
                orgId,
                from,
                to,
                eventTypes,
                fetchIds,
                filter,
                newestFirst,
                limit,
                next,
                withVerdicts,
                placeToRange);
    }

    /// The same query with another limit.
    public HistoryQuery ofAtMost(int items) {
        return new HistoryQuery(
                orgId,
                from,
                to,
                eventTypes,
                fetchIds,
                filter,
                newestFirst,
                items,
                cursor,
                withVerdicts,
                placeToRange);
    }

    /// The same query of these stretches alone, whatever the times of their records.
    public HistoryQuery within(Map<TopicPartition, OffsetRange> ranges) {
        return new HistoryQuery(
                orgId,
                Instant.EPOCH,
                null,
                eventTypes,
                fetchIds,
                filter,
                newestFirst,
                limit,
                cursor,
                withVerdicts,
                ranges);
    }

    /// The topics that can hold such events, in the order of [Topics#folded].
    List<Topic<?>> topics() {
        return judgedTopics().stream()
                .filter(topic ->
                        eventTypes.isEmpty()
                                || eventTypes.stream().anyMatch(type -> in(type, topic)))
                .toList();
    }

    /// The topics of events; a correction is no event of its own, it changes what became of
    /// another.
    static List<Topic<?>> judgedTopics() {
        return Topics.folded().stream().filter(topic -> !topic.equals(Topics.CORRECTIONS)).toList();
    }

    /// The partitions that can hold such events.
    List<Integer> partitions(int partitionCount) {
        Stream<Integer> numbers = Stream.iterate(0, number -> number + 1).limit(partitionCount);
        Set<Integer> named =
                Set.copyOf(fetchIds.stream().map(FetchId::partition).distinct().toList());
        return numbers.filter(number -> fetchIds.isEmpty() || named.contains(number)).toList();
    }

    private static <V extends SpecificRecord> boolean in(EventType type, Topic<V> topic) {
        Topic<?> home =
                switch (EventKind.of(type)) {
                    case FETCH -> Topics.FETCHES;
                    case NO_FILL -> Topics.NO_FILLS;
                    case DELIVERY -> Topics.DELIVERIES;
                    case CLICK -> Topics.CLICKS;
                    case CONVERSION -> Topics.CONVERSIONS;
                    case FLOW_STEP -> Topics.FLOW_EVENTS;
                    case FEEDBACK -> Topics.FEEDBACK;
                    case CUSTOM, UNKNOWN -> Topics.CUSTOM_EVENTS;
                };
        return home.equals(topic);
    }

    /// True when the record is asked for, as far as it alone can tell.
    boolean mayKeep(PlacedRecord record) {
        String fetchId = record.event().getFetchId();
        return record.event().getOrgId().equals(orgId.value())
                && filter.mayKeep(record)
                && (eventTypes.isEmpty() || eventTypes.contains(record.event().getEventType()))
                && (fetchIds.isEmpty()
                        || (fetchId != null
                                && FetchId.parse(fetchId).filter(fetchIds::contains).isPresent()));
    }

    /// A range of offsets.
    ///
    /// @param first offset
    /// @param end the offset after the last
    public record OffsetRange(long first, long end) {}
}
