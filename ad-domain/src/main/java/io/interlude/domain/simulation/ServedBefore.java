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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The counters of subscribers and conversations as they would have been: what the records tell,
/// what the fold over the fetches tells where they do not, and by which fetches the simulation
/// differs. For one thread.
final class ServedBefore {
    private static final int OWNER_BYTES = 400;
    private static final int ADVANCE_BYTES = 120;

    private final Map<String, Book> ownerToBook = new HashMap<>();
    private final long largestBytes;
    private long bytes;

    /// @param largestBytes of memory, about
    ServedBefore(long largestBytes) {
        this.largestBytes = largestBytes;
    }

    /// Counts a fetch as it was, and as it would have been.
    ///
    /// @param were counters that it advanced; empty for a no-fill
    /// @param wouldBe counters that it would have advanced
    /// @throws SimulationTooLargeException when this takes more memory than it may
    void add(
            String owner, List<FrequencyAdvance> were, List<FrequencyAdvance> wouldBe, Instant at) {
        if (were.isEmpty() && wouldBe.isEmpty()) {
            return;
        }
        Book book = ownerToBook.get(owner);
        if (book == null) {
            book = new Book();
            ownerToBook.put(owner, book);
            bytes += OWNER_BYTES;
        }
        book.add(were, wouldBe, at);
        bytes += (long) ADVANCE_BYTES * (were.size() + wouldBe.size());
        if (bytes > largestBytes) {
            throw new SimulationTooLargeException();
        }
    }

    /// The owner's counters.
    ///
    /// @param recorded those that the decision is recorded with
    List<FrequencyCounter> counters(String owner, List<FrequencyCounter> recorded) {
        Book book = ownerToBook.get(owner);
        return book == null ? recorded : book.counters(recorded);
    }

    private record Key(CapScope scope, String id) {
        static Key of(FrequencyCounter counter) {
            return new Key(counter.scope(), counter.id());
        }

        static Key of(FrequencyAdvance advance) {
            return new Key(advance.scope(), advance.id());
        }
    }

    /// Times by which a counter differs.
    private record Change(List<Instant> added, List<Instant> removed) {
        Change() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        FrequencyCounter applied(Key key, @Nullable FrequencyCounter before) {
            List<Instant> times = new ArrayList<>(before == null ? List.of() : before.times());
            removed.forEach(times::remove);
            times.addAll(added);
            Collections.sort(times);
            long lifetime = before == null ? 0 : before.lifetime();
            return new FrequencyCounter(
                    key.scope(),
                    key.id(),
                    Math.max(times.size(), lifetime + added.size() - removed.size()),
                    times);
        }
    }

    private static final class Book {
        private final Map<Key, Change> keyToChange = new HashMap<>();
        private SubscriberCounters actual = SubscriberCounters.NONE;

        void add(List<FrequencyAdvance> were, List<FrequencyAdvance> wouldBe, Instant at) {
            if (!were.isEmpty()) {
                actual = FrequencyFold.advance(actual, were, at, actual.appliedOffset() + 1);
            }
            List<Key> before = were.stream().map(Key::of).toList();
            List<Key> after = wouldBe.stream().map(Key::of).toList();
            before.stream()
                    .filter(key -> !after.contains(key))
                    .forEach(key -> change(key).removed().add(at));
            after.stream()
                    .filter(key -> !before.contains(key))
                    .forEach(key -> change(key).added().add(at));
        }

        private Change change(Key key) {
            return keyToChange.computeIfAbsent(key, _ -> new Change());
        }

        List<FrequencyCounter> counters(List<FrequencyCounter> recorded) {
            Map<Key, FrequencyCounter> known = new LinkedHashMap<>();
            recorded.forEach(counter -> known.put(Key.of(counter), counter));
            actual.counters()
                    .forEach(counter -> known.merge(Key.of(counter), counter, Book::longer));
            keyToChange.forEach(
                    (key, change) -> known.put(key, change.applied(key, known.get(key))));
            known.values().removeIf(counter -> counter.lifetime() <= 0);
            return List.copyOf(known.values());
        }

        /// A record keeps the times that the caps of its time needed; others may need more.
        private static FrequencyCounter longer(FrequencyCounter recorded, FrequencyCounter folded) {
            return recorded.times().size() >= folded.times().size()
                    ? recorded
                    : new FrequencyCounter(
                            recorded.scope(),
                            recorded.id(),
                            Math.max(recorded.lifetime(), folded.times().size()),
                            folded.times());
        }
    }
}
