package io.interlude.domain.simulation;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The counters of subscribers and conversations as they would have been: what the records tell,
/// what the fold over the fetches tells where they do not, and by which fetches the simulation
/// differs. For one thread.
final class ServedBefore {
    private static final int OWNER_BYTES = 400;
    private static final int COUNTER_BYTES = 120;
    private static final int TIME_BYTES = 16;
    private static final int INITIAL_CHANGES = 4;

    private final Map<String, Book> ownerToBook = new HashMap<>();
    private final LongConsumer memory;

    /// @param memory that counters are taken from
    ServedBefore(LongConsumer memory) {
        this.memory = memory;
    }

    /// Counts a fetch as it was, and as it would have been.
    ///
    /// @param were counters that it advanced; empty for a no-fill
    /// @param wouldBe counters that it would have advanced
    void add(
            String owner, List<FrequencyAdvance> were, List<FrequencyAdvance> wouldBe, Instant at) {
        if (were.isEmpty() && wouldBe.isEmpty()) {
            return;
        }
        Book book = ownerToBook.computeIfAbsent(owner, _ -> new Book());
        long before = book.bytes;
        book.add(were, wouldBe, at);
        memory.accept(book.bytes - before);
    }

    /// The owner's counters.
    ///
    /// @param recorded those that the decision is recorded with
    /// @param told those that it is recorded with unless they were at nothing
    List<FrequencyCounter> counters(
            String owner, List<FrequencyCounter> recorded, ToldCounters told) {
        Book book = ownerToBook.get(owner);
        return book == null ? recorded : book.counters(recorded, told);
    }

    /// By what a counter differs. Of its times the latest, as many as caps need.
    private static final class Change {
        private final List<Instant> added = new ArrayList<>();
        private final List<Instant> removed = new ArrayList<>();
        private long lifetime;

        void add(int sign, Instant at, int keepTimes) {
            List<Instant> times = sign > 0 ? added : removed;
            times.add(at);
            if (times.size() > Math.max(1, keepTimes)) {
                times.removeFirst();
            }
            lifetime += sign;
        }

        FrequencyCounter applied(CounterKey key, @Nullable FrequencyCounter before) {
            List<Instant> times = new ArrayList<>(before == null ? List.of() : before.times());
            removed.forEach(times::remove);
            times.addAll(added);
            Collections.sort(times);
            return new FrequencyCounter(
                    key.scope(),
                    key.id(),
                    Math.max(times.size(), (before == null ? 0 : before.lifetime()) + lifetime),
                    times);
        }

        int times() {
            return added.size() + removed.size();
        }
    }

    private static final class Book {
        /// As many as a subscriber has counters: the one that changed the longest ago is forgotten.
        private final LinkedHashMap<CounterKey, Change> keyToChange =
                new LinkedHashMap<>(INITIAL_CHANGES, 0.75f, true);

        private SubscriberCounters actual = SubscriberCounters.NONE;
        private long bytes;

        void add(List<FrequencyAdvance> were, List<FrequencyAdvance> wouldBe, Instant at) {
            if (!were.isEmpty()) {
                actual = FrequencyFold.advance(actual, were, at, actual.appliedOffset() + 1);
            }
            if (!were.equals(wouldBe)) {
                change(were, wouldBe, -1, at);
                change(wouldBe, were, 1, at);
            }
            bytes = OWNER_BYTES;
            for (FrequencyCounter counter : actual.counters()) {
                bytes += COUNTER_BYTES + (long) TIME_BYTES * counter.times().size();
            }
            for (Change change : keyToChange.values()) {
                bytes += COUNTER_BYTES + (long) TIME_BYTES * change.times();
            }
        }

        /// Of those that are not among the others, too.
        private void change(
                List<FrequencyAdvance> advances,
                List<FrequencyAdvance> others,
                int sign,
                Instant at) {
            Set<CounterKey> keys = new HashSet<>();
            others.forEach(other -> keys.add(CounterKey.of(other)));
            for (FrequencyAdvance advance : advances) {
                CounterKey key = CounterKey.of(advance);
                if (keys.add(key)) {
                    keyToChange
                            .computeIfAbsent(key, _ -> new Change())
                            .add(sign, at, advance.keepTimes());
                }
            }
            while (keyToChange.size() > FrequencyFold.COUNTERS_MAX) {
                keyToChange.pollFirstEntry();
            }
        }

        List<FrequencyCounter> counters(List<FrequencyCounter> recorded, ToldCounters told) {
            Map<CounterKey, FrequencyCounter> known = new LinkedHashMap<>();
            recorded.forEach(counter -> known.put(CounterKey.of(counter), counter));
            for (FrequencyCounter folded : actual.counters()) {
                CounterKey key = CounterKey.of(folded);
                FrequencyCounter before = known.get(key);
                if (before != null) {
                    known.put(key, filled(before, folded));
                } else if (isOfChangedConversation(key) || !told.has(key)) {
                    known.put(key, folded);
                }
            }
            keyToChange.forEach(
                    (key, change) -> known.put(key, change.applied(key, known.get(key))));
            known.values().removeIf(counter -> counter.lifetime() <= 0);
            return List.copyOf(known.values());
        }

        /// A record has the last ads of a conversation; once one of them is another, those before
        /// it matter, too.
        private boolean isOfChangedConversation(CounterKey key) {
            return key.scope() == CapScope.CONVERSATION
                    && keyToChange.keySet().stream()
                            .anyMatch(changed -> changed.scope() == CapScope.CONVERSATION);
        }

        /// A record keeps the latest times, as many as the caps of its time needed; others may need
        /// more. The fold has fetches that were taken back, too, and the record does not.
        private static FrequencyCounter filled(FrequencyCounter told, FrequencyCounter folded) {
            long missing = told.lifetime() - told.times().size();
            if (missing <= 0) {
                return told;
            }
            List<Instant> times = new ArrayList<>(folded.times());
            told.times().forEach(times::remove);
            if (!told.times().isEmpty()) {
                times.removeIf(time -> time.isAfter(told.times().getFirst()));
            }
            List<Instant> filled =
                    new ArrayList<>(
                            times.subList((int) Math.max(0, times.size() - missing), times.size()));
            filled.addAll(told.times());
            return new FrequencyCounter(told.scope(), told.id(), told.lifetime(), filled);
        }
    }
}
