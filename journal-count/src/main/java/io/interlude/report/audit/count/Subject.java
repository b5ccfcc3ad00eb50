package io.interlude.report.audit.count;

import io.interlude.domain.identity.FetchId;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventType;
import io.interlude.schema.JournalEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// All that the journal holds of one fetch, of one request that served nothing, or of one
/// conversion without a fetch. Records of each topic are added in their order.
public final class Subject {
    private static final int STATES_MAX = 128;

    private final List<List<PlacedEvent>> topicToRecords = new ArrayList<>();
    private boolean doubtful;

    /// What a record is of, by which the records of one subject are brought together; empty when it
    /// is of nothing.
    public static Optional<String> keyOf(JournalEvent event) {
        if (event instanceof CorrectionRecorded correction) {
            if (event.getFetchId() == null || event.getEventType() == EventType.no_fill) {
                return Optional.of(correction.getCorrectedEventId());
            }
        } else if (event.getFetchId() == null || event instanceof AdNotFilled) {
            return Optional.of(event.getEventId());
        }
        return Optional.ofNullable(event.getFetchId())
                .flatMap(FetchId::parse)
                .map(FetchId::toString);
    }

    public void add(PlacedEvent record) {
        while (topicToRecords.size() <= record.topic()) {
            topicToRecords.add(new ArrayList<>(1));
        }
        topicToRecords.get(record.topic()).add(record);
        doubtful |= record.doubtful();
    }

    boolean isDoubtful() {
        return doubtful;
    }

    /// The records in which there is no doubt, or all, in the order in which they are judged.
    List<JournalEvent> records(boolean doubtfulToo) {
        int[] sizes = new int[topicToRecords.size()];
        for (int topic = 0; topic < sizes.length; topic++) {
            sizes[topic] = doubtfulToo ? topicToRecords.get(topic).size() : certain(topic);
        }
        return merged(sizes);
    }

    /// The records as they may have been applied at any time in between: of each topic some, from
    /// its beginning. Empty when there are too many such states.
    List<List<JournalEvent>> states() {
        List<List<JournalEvent>> states = new ArrayList<>();
        int[] sizes = new int[topicToRecords.size()];
        for (int topic = 0; topic < sizes.length; topic++) {
            sizes[topic] = certain(topic);
        }
        do {
            if (states.size() == STATES_MAX) {
                return List.of();
            }
            states.add(merged(sizes));
        } while (next(sizes));
        return states;
    }

    /// Counts up like the digits of a number; false after the last.
    private boolean next(int[] sizes) {
        for (int topic = 0; topic < sizes.length; topic++) {
            if (sizes[topic] < topicToRecords.get(topic).size()) {
                sizes[topic]++;
                return true;
            }
            sizes[topic] = certain(topic);
        }
        return false;
    }

    private int certain(int topic) {
        int size = 0;
        for (PlacedEvent record : topicToRecords.get(topic)) {
            size += record.doubtful() ? 0 : 1;
        }
        return size;
    }

    /// Merges the topics by the times of their next records, each in its own order, as the
    /// aggregator reads them.
    private List<JournalEvent> merged(int[] sizes) {
        List<JournalEvent> merged = new ArrayList<>(Arrays.stream(sizes).sum());
        int[] taken = new int[sizes.length];
        int topic = earliest(sizes, taken);
        while (topic >= 0) {
            merged.add(topicToRecords.get(topic).get(taken[topic]).event());
            taken[topic]++;
            topic = earliest(sizes, taken);
        }
        return merged;
    }

    private int earliest(int[] sizes, int[] taken) {
        int earliest = -1;
        long earliestMillis = Long.MAX_VALUE;
        for (int topic = 0; topic < sizes.length; topic++) {
            if (taken[topic] < sizes[topic]) {
                long millis = topicToRecords.get(topic).get(taken[topic]).writtenAtMillis();
                if (millis < earliestMillis) {
                    earliest = topic;
                    earliestMillis = millis;
                }
            }
        }
        return earliest;
    }
}
