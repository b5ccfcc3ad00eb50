package io.interlude.domain.explain;

import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyView;
import io.interlude.domain.frequency.SubscriberCounters;
import java.util.List;

/// A decision's knowledge of the counters of a subscriber, or of a conversation.
public enum FrequencyReading {
    /// There was none, or nothing that could be served needed the counters.
    NOT_READ,
    UNREADABLE,
    /// Unreadable, and the subscriber may have hidden an advertiser.
    UNREADABLE_HIDES,
    COUNTED;

    static FrequencyReading of(FrequencyView frequency) {
        return switch (frequency) {
            case FrequencyView.NoSubscriber _ -> NOT_READ;
            case FrequencyView.Unreadable unreadable ->
                    unreadable.mayHide() ? UNREADABLE_HIDES : UNREADABLE;
            case FrequencyView.Counted _ -> COUNTED;
        };
    }

    /// @param counters those that are recorded
    FrequencyView view(List<FrequencyCounter> counters) {
        return switch (this) {
            case NOT_READ -> new FrequencyView.NoSubscriber();
            case UNREADABLE -> new FrequencyView.Unreadable();
            case UNREADABLE_HIDES -> new FrequencyView.Unreadable(true);
            case COUNTED -> new FrequencyView.Counted(new SubscriberCounters(0, counters));
        };
    }
}
