package io.interlude.domain.frequency;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Folds served fetches into one subscriber's counters. The aggregator folds the journal with it,
/// and the fetch service what the journal holds but the aggregator has not applied yet.
///
/// Four bounds keep the state of one subscriber small. A counter keeps the latest times that its
/// caps need, which is exact: a window of `max` fetches is full or not by the `max` latest times. A
/// subscriber keeps [#COUNTERS_MAX] counters, of which [#CONVERSATION_COUNTERS_MAX] at most are of
/// conversations, and the one that was advanced the longest ago is forgotten first. A conversation
/// is forgotten [#CONVERSATION_KEPT] after its last ad: what is left of it then counts for nothing,
/// and is dropped with the next fetch. And it keeps [#TIMES_MAX] different times: beyond that,
/// counters that were advanced the longest ago keep their latest
/// [FrequencyCapPolicy#LEAST_KEPT_TIMES], and count every earlier fetch as if it had been at the
/// first of these. A cap is then full for longer than it should be, and never has room that it
/// should not have.
public final class FrequencyFold {
    /// Counters of one subscriber at most. A fetch advances four.
    public static final int COUNTERS_MAX = 512;

    /// Of these, counters of conversations at most, so that many conversations leave room for what
    /// the other caps need.
    public static final int CONVERSATION_COUNTERS_MAX = 256;

    /// How long after its last ad a conversation is known. Longer than any gap that an ad load can
    /// ask for.
    public static final Duration CONVERSATION_KEPT = Duration.ofDays(400);

    private static final char OF_CONVERSATION = '/';

    /// Times of one subscriber's counters at most, where those that equal the first of their
    /// counter count as one. More than every counter's least.
    public static final int TIMES_MAX = 16_384;

    private FrequencyFold() {}

    /// The counters after one fetch: what is hidden, then those that it advances.
    ///
    /// @param advances the counters that the fetch advances, each by one however often it is named
    /// @param servedAt time of the fetch; may be earlier than times that are already kept
    /// @param offset offset of the fetch in the subscriber's partition of `ads.fetches`; one that
    ///   is applied already changes nothing
    public static SubscriberCounters advance(
            SubscriberCounters before,
            List<FrequencyAdvance> advances,
            Instant servedAt,
            long offset) {
        if (offset <= before.appliedOffset()) {
            return before;
        }
        Map<CounterKey, FrequencyCounter> keyToCounter = byKey(known(before, servedAt).counters());
        LinkedHashMap<CounterKey, FrequencyCounter> after = new LinkedHashMap<>();
        before.counters().stream()
                .takeWhile(HiddenAdvertisers::isHide)
                .forEach(hidden -> after.put(new CounterKey(hidden.scope(), hidden.id()), hidden));
        int most = after.size() + COUNTERS_MAX;
        for (FrequencyAdvance advance : advances) {
            CounterKey key = new CounterKey(advance.scope(), advance.id());
            after.computeIfAbsent(
                    key, named -> advanced(keyToCounter.get(named), advance, servedAt));
        }
        keyToCounter.forEach(after::putIfAbsent);
        return new SubscriberCounters(
                offset,
                bounded(ofConversationsBounded(after.values()).stream().limit(most).toList()));
    }

    /// The counters without those of conversations that are forgotten at a time. A decision reads
    /// these, so that it does not matter when the others are dropped.
    public static SubscriberCounters known(SubscriberCounters counters, Instant now) {
        Instant before = now.minus(CONVERSATION_KEPT);
        Set<String> forgotten = new HashSet<>();
        for (FrequencyCounter counter : counters.counters()) {
            if (counter.scope() == CapScope.CONVERSATION
                    && counter.id().indexOf(OF_CONVERSATION) < 0
                    && !counter.times().isEmpty()
                    && counter.times().getLast().isBefore(before)) {
                forgotten.add(counter.id());
            }
        }
        return forgotten.isEmpty()
                ? counters
                : new SubscriberCounters(
                        counters.appliedOffset(),
                        counters.counters().stream()
                                .filter(counter -> !isOf(forgotten, counter))
                                .toList());
    }

    private static boolean isOf(Set<String> conversations, FrequencyCounter counter) {
        int end = counter.id().indexOf(OF_CONVERSATION);
        return counter.scope() == CapScope.CONVERSATION
                && conversations.contains(end < 0 ? counter.id() : counter.id().substring(0, end));
    }

    /// Those at the end were advanced the longest ago.
    private static List<FrequencyCounter> ofConversationsBounded(
            Collection<FrequencyCounter> counters) {
        List<FrequencyCounter> bounded = new ArrayList<>(counters.size());
        int ofConversations = 0;
        for (FrequencyCounter counter : counters) {
            ofConversations += counter.scope() == CapScope.CONVERSATION ? 1 : 0;
            if (counter.scope() != CapScope.CONVERSATION
                    || ofConversations <= CONVERSATION_COUNTERS_MAX) {
                bounded.add(counter);
            }
        }
        return bounded;
    }

    /// The counters with no more than [#TIMES_MAX] times. Those at the end were advanced the
    /// longest ago.
    private static List<FrequencyCounter> bounded(List<FrequencyCounter> counters) {
        int times = counters.stream().mapToInt(FrequencyFold::differentTimes).sum();
        if (times <= TIMES_MAX) {
            return counters;
        }
        List<FrequencyCounter> bounded = new ArrayList<>(counters);
        for (int i = bounded.size() - 1; i >= 0 && times > TIMES_MAX; i--) {
            FrequencyCounter before = bounded.get(i);
            FrequencyCounter after = coarsened(before);
            times -= differentTimes(before) - differentTimes(after);
            bounded.set(i, after);
        }
        return bounded;
    }

    private static int differentTimes(FrequencyCounter counter) {
        return counter.times().size() - counter.repeats();
    }

    private static FrequencyCounter coarsened(FrequencyCounter counter) {
        int first = counter.times().size() - FrequencyCapPolicy.LEAST_KEPT_TIMES;
        if (first <= 0) {
            return counter;
        }
        List<Instant> times = new ArrayList<>(counter.times());
        Collections.fill(times.subList(0, first), times.get(first));
        return new FrequencyCounter(counter.scope(), counter.id(), counter.lifetime(), times);
    }

    /// The counters after one fetch was taken back. A counter that is forgotten stays so.
    ///
    /// The places that a cap has are then exact if the cap held when the fetches were served: a
    /// time that is no longer kept is older than a whole window of the cap.
    ///
    /// @param advances the counters that the fetch advanced
    /// @param servedAt time of the fetch
    public static SubscriberCounters retract(
            SubscriberCounters before, List<FrequencyAdvance> advances, Instant servedAt) {
        Set<CounterKey> retracted =
                advances.stream()
                        .map(advance -> new CounterKey(advance.scope(), advance.id()))
                        .collect(Collectors.toSet());
        List<FrequencyCounter> after = new ArrayList<>();
        for (FrequencyCounter counter : before.counters()) {
            boolean named = retracted.contains(new CounterKey(counter.scope(), counter.id()));
            FrequencyCounter kept = named ? retracted(counter, servedAt) : counter;
            if (kept.lifetime() > 0) {
                after.add(kept);
            }
        }
        return new SubscriberCounters(before.appliedOffset(), after);
    }

    private static FrequencyCounter retracted(FrequencyCounter before, Instant servedAt) {
        List<Instant> times = new ArrayList<>(before.times());
        if (!times.remove(servedAt)
                && before.repeats() > 0
                && servedAt.isBefore(times.getFirst())) {
            times.removeFirst();
        }
        return new FrequencyCounter(before.scope(), before.id(), before.lifetime() - 1, times);
    }

    private static Map<CounterKey, FrequencyCounter> byKey(List<FrequencyCounter> counters) {
        Map<CounterKey, FrequencyCounter> keyToCounter =
                LinkedHashMap.newLinkedHashMap(counters.size());
        for (FrequencyCounter counter : counters) {
            keyToCounter.put(new CounterKey(counter.scope(), counter.id()), counter);
        }
        return keyToCounter;
    }

    private static FrequencyCounter advanced(
            @Nullable FrequencyCounter before, FrequencyAdvance advance, Instant servedAt) {
        List<Instant> times = before == null ? List.of() : before.times();
        long lifetime = before == null ? 0 : before.lifetime();
        return new FrequencyCounter(
                advance.scope(),
                advance.id(),
                lifetime + 1,
                latest(
                        inserted(times, servedAt),
                        Math.min(advance.keepTimes(), FrequencyCap.LARGEST_MAX)));
    }

    /// The times, oldest first, with one more. Almost always it is the latest.
    private static List<Instant> inserted(List<Instant> times, Instant time) {
        int index = times.size();
        while (index > 0 && times.get(index - 1).isAfter(time)) {
            index--;
        }
        List<Instant> longer = new ArrayList<>(times.size() + 1);
        longer.addAll(times);
        longer.add(index, time);
        return longer;
    }

    private static List<Instant> latest(List<Instant> times, int count) {
        return times.subList(Math.max(0, times.size() - Math.max(0, count)), times.size());
    }

    private record CounterKey(CapScope scope, String id) {}
}
