package io.interlude.aggregate.subscriber;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.HiddenAdvertisers;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.record.CapScopeCodec;
import io.interlude.schema.FrequencyCounter;
import io.interlude.schema.SubscriberFrequency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/// The counters of the subscribers of one partition.
///
/// Those of a subscriber are one entry, up to 150 KB of it. A large one is not written anew with
/// each fetch: what fetches and hides change is put behind it, each in an entry of its own, and
/// becomes part of it when there are [#CHANGES_MAX]. A change is written as what it advances: each
/// counter with the times that its caps need as its lifetime, and the time of the fetch.
public final class SubscriberFrequencies {
    /// Changes that lie behind a large entry at most; who reads the counters folds them.
    static final int CHANGES_MAX = 16;

    /// Counters and times of an entry that is not large.
    private static final int SMALL_MAX = 1_024;

    private static final char SEPARATOR = '\0';
    private static final char AFTER_SEPARATOR = '\1';

    /// A key that no subscriber has.
    private static final String MARKER = String.valueOf(SEPARATOR);

    /// Of a change that is of no fetch.
    private static final long NO_OFFSET = -1;

    private final KeyValueStore<String, SubscriberFrequency> store;

    public SubscriberFrequencies(KeyValueStore<String, SubscriberFrequency> store) {
        this.store = store;
    }

    /// Store key of a subscriber.
    public static String key(OrgId orgId, Subscriber subscriber) {
        return orgId.value() + SEPARATOR + subscriber.value();
    }

    /// The counters of a subscriber, also while another thread writes them.
    public static SubscriberCounters counters(
            ReadOnlyKeyValueStore<String, SubscriberFrequency> store, String key) {
        SubscriberFrequency kept = store.get(key);
        if (kept == null || !isLarge(kept)) {
            return toDomain(kept);
        }
        List<KeyValue<String, SubscriberFrequency>> changes = changes(store, key);
        // Read last: what has become part of it meanwhile is not missed, and not added again.
        SubscriberFrequency last = store.get(key);
        return last == null ? SubscriberCounters.NONE : changed(toDomain(last), changes);
    }

    private static SubscriberCounters toDomain(@Nullable SubscriberFrequency frequency) {
        return frequency == null
                ? SubscriberCounters.NONE
                : SubscriberFrequencyCodec.toDomain(frequency);
    }

    private static boolean isLarge(SubscriberFrequency frequency) {
        int size = frequency.getCounters().size();
        for (FrequencyCounter counter : frequency.getCounters()) {
            size += counter.getTimes().size();
        }
        return size > SMALL_MAX;
    }

    private static List<KeyValue<String, SubscriberFrequency>> changes(
            ReadOnlyKeyValueStore<String, SubscriberFrequency> store, String key) {
        List<KeyValue<String, SubscriberFrequency>> changes = new ArrayList<>();
        try (KeyValueIterator<String, SubscriberFrequency> found =
                store.range(key + SEPARATOR, key + AFTER_SEPARATOR)) {
            found.forEachRemaining(changes::add);
        }
        return changes;
    }

    private static SubscriberCounters changed(
            SubscriberCounters before, List<KeyValue<String, SubscriberFrequency>> changes) {
        SubscriberCounters after = before;
        for (KeyValue<String, SubscriberFrequency> change : changes) {
            after = changed(after, change.value);
        }
        return after;
    }

    private static SubscriberCounters changed(
            SubscriberCounters before, SubscriberFrequency change) {
        SubscriberCounters after = before;
        List<FrequencyAdvance> advances = new ArrayList<>();
        for (FrequencyCounter counter : change.getCounters()) {
            CapScope scope = CapScopeCodec.read(counter.getScope());
            if (scope == CapScope.HIDDEN) {
                after =
                        HiddenAdvertisers.hide(
                                after, counter.getId(), counter.getTimes().getLast());
            } else {
                advances.add(
                        new FrequencyAdvance(
                                scope, counter.getId(), Math.toIntExact(counter.getLifetime())));
            }
        }
        return advances.isEmpty()
                ? after
                : FrequencyFold.advance(
                        after,
                        advances,
                        change.getCounters().getFirst().getTimes().getLast(),
                        change.getAppliedOffset());
    }

    /// Forgets a subscriber.
    public void drop(String key) {
        changes(store, key).forEach(change -> store.delete(change.key));
        var _ = store.delete(key);
    }

    /// Writes to the changelog what changes nothing: the broker closes a file only when it writes
    /// to the next, and compacts only what is closed.
    public void mark() {
        var _ = store.delete(MARKER);
    }

    /// Takes one fetch back.
    public void retract(String key, List<FrequencyAdvance> advances, Instant servedAt) {
        SubscriberFrequency kept = store.get(key);
        if (kept != null) {
            List<KeyValue<String, SubscriberFrequency>> changes =
                    isLarge(kept) ? changes(store, key) : List.of();
            SubscriberCounters before = changed(toDomain(kept), changes);
            put(key, FrequencyFold.retract(before, advances, servedAt), changes);
        }
    }

    /// Hides an advertiser from a subscriber of whom anything is kept. One who was erased stays so.
    public void hide(String key, String advertiser, Instant at) {
        SubscriberFrequency kept = store.get(key);
        if (kept != null) {
            var hidden = new FrequencyAdvance(CapScope.HIDDEN, advertiser, 1);
            change(
                    key,
                    kept,
                    new Change(List.of(hidden), at, NO_OFFSET),
                    before -> HiddenAdvertisers.hide(before, advertiser, at));
        }
    }

    /// Applies one fetch, unless its offset is applied already.
    public void apply(String key, List<FrequencyAdvance> advances, Instant servedAt, long offset) {
        change(
                key,
                store.get(key),
                new Change(advances, servedAt, offset),
                before -> FrequencyFold.advance(before, advances, servedAt, offset));
    }

    private void change(
            String key,
            @Nullable SubscriberFrequency kept,
            Change change,
            UnaryOperator<SubscriberCounters> fold) {
        boolean large = kept != null && isLarge(kept);
        List<KeyValue<String, SubscriberFrequency>> changes =
                large ? changes(store, key) : List.of();
        if (large && !change.advances().isEmpty() && changes.size() < CHANGES_MAX) {
            store.put(key + SEPARATOR + (char) ('a' + changes.size()), change.toAvro());
            return;
        }
        SubscriberCounters before = changed(toDomain(kept), changes);
        SubscriberCounters after = fold.apply(before);
        if (!changes.isEmpty() || !after.equals(before)) {
            put(key, after, changes);
        }
    }

    /// The changes go last: who reads meanwhile tells by their offsets that they are included.
    private void put(
            String key,
            SubscriberCounters counters,
            List<KeyValue<String, SubscriberFrequency>> included) {
        store.put(key, SubscriberFrequencyCodec.toAvro(counters));
        included.forEach(change -> store.delete(change.key));
    }

    /// The advances of one fetch, or of one hide.
    private record Change(List<FrequencyAdvance> advances, Instant at, long offset) {
        SubscriberFrequency toAvro() {
            return new SubscriberFrequency(
                    offset,
                    advances.stream()
                            .map(advance ->
                                    new FrequencyCounter(
                                            CapScopeCodec.write(advance.scope()),
                                            advance.id(),
                                            (long) advance.keepTimes(),
                                            List.of(at)))
                            .toList(),
                    List.of());
        }
    }
}
