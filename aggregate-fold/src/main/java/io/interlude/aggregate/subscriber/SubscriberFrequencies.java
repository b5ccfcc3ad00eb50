package io.interlude.aggregate.subscriber;

import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;

/// The counters of the subscribers of one partition.
public final class SubscriberFrequencies {
    private static final char SEPARATOR = '\0';

    /// A key that no subscriber has.
    private static final String MARKER = String.valueOf(SEPARATOR);

    private final KeyValueStore<String, SubscriberFrequency> store;

    public SubscriberFrequencies(KeyValueStore<String, SubscriberFrequency> store) {
        this.store = store;
    }

    /// Store key of a subscriber.
    public static String key(OrgId orgId, Subscriber subscriber) {
        return orgId.value() + SEPARATOR + subscriber.value();
    }

    /// Forgets a subscriber.
    public void drop(String key) {
        var _ = store.delete(key);
    }

    /// Writes to the changelog what changes nothing: the broker closes a file only when it writes
    /// to the next, and compacts only what is closed.
    public void mark() {
        var _ = store.delete(MARKER);
    }

    /// Takes one fetch back.
    public void retract(String key, List<FrequencyAdvance> advances, Instant servedAt) {
        SubscriberFrequency before = store.get(key);
        if (before != null) {
            SubscriberCounters counters = SubscriberFrequencyCodec.toDomain(before);
            SubscriberCounters after = FrequencyFold.retract(counters, advances, servedAt);
            store.put(key, SubscriberFrequencyCodec.toAvro(after));
        }
    }

    /// Hides an advertiser from a subscriber of whom anything is kept. One who was erased stays so.
    public void hide(String key, String advertiser, Instant at) {
        SubscriberFrequency before = store.get(key);
        if (before != null) {
            SubscriberCounters counters = SubscriberFrequencyCodec.toDomain(before);
            SubscriberCounters after = HiddenAdvertisers.hide(counters, advertiser, at);
            store.put(key, SubscriberFrequencyCodec.toAvro(after));
        }
    }

    /// Applies one fetch, unless its offset is applied already.
    public void apply(String key, List<FrequencyAdvance> advances, Instant servedAt, long offset) {
        SubscriberFrequency before = store.get(key);
        SubscriberCounters counters =
                before == null
                        ? SubscriberCounters.NONE
                        : SubscriberFrequencyCodec.toDomain(before);
        SubscriberCounters after = FrequencyFold.advance(counters, advances, servedAt, offset);
        if (after.appliedOffset() != counters.appliedOffset()) {
            store.put(key, SubscriberFrequencyCodec.toAvro(after));
        }
    }
}
