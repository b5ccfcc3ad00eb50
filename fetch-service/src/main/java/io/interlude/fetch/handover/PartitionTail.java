package io.interlude.fetch.handover;

import io.interlude.fetch.overlay.SubscriberKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The fetches of one partition from its floor to where it is read, by subscriber. Not safe for use
/// by many threads.
final class PartitionTail {
    private final Deque<Place> oldestFirst = new ArrayDeque<>();
    private final Map<SubscriberKey, List<TailFetch>> subscriberToFetches = new HashMap<>();

    void add(SubscriberKey subscriber, TailFetch fetch) {
        oldestFirst.addLast(new Place(fetch.offset(), subscriber));
        subscriberToFetches.computeIfAbsent(subscriber, _ -> new ArrayList<>(2)).add(fetch);
    }

    List<TailFetch> of(SubscriberKey subscriber) {
        return List.copyOf(subscriberToFetches.getOrDefault(subscriber, List.of()));
    }

    int size() {
        return oldestFirst.size();
    }

    /// Forgets what lies before the offset.
    void dropBefore(long offset) {
        while (!oldestFirst.isEmpty() && oldestFirst.getFirst().offset() < offset) {
            Place place = oldestFirst.removeFirst();
            subscriberToFetches.computeIfPresent(
                    place.subscriber(),
                    (_, fetches) -> {
                        fetches.removeFirst();
                        return fetches.isEmpty() ? null : fetches;
                    });
        }
    }

    void clear() {
        oldestFirst.clear();
        subscriberToFetches.clear();
    }

    private record Place(long offset, SubscriberKey subscriber) {}
}
