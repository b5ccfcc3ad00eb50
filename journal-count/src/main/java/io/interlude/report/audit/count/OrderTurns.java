package io.interlude.report.audit.count;

import io.interlude.domain.matching.OrderKey;
import io.interlude.schema.ConversionRecorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Gives each order to one fetch by the rules of a version of attribution, in the plainest way: the
/// conversions of all fetches take turns, in the order in which the service received them, and the
/// first that would count for an order has it.
final class OrderTurns {
    private static final Comparator<Turn> FIRST_RECEIVED =
            Comparator.comparing(Turn::receivedAt)
                    .thenComparing(turn -> String.valueOf(turn.goals().fetched().getFetchId()))
                    .thenComparingInt(Turn::place);

    private OrderTurns() {}

    /// For each fetch the orders that it would count, if another one did not.
    static List<Set<OrderKey>> elsewhere(List<FetchEvents> fetches) {
        Map<OrderKey, Integer> orderToFetch = new HashMap<>();
        List<Set<OrderKey>> elsewhere = new ArrayList<>();
        List<List<GoalCount.Reached>> reached = new ArrayList<>();
        List<Turn> turns = new ArrayList<>();
        for (int fetch = 0; fetch < fetches.size(); fetch++) {
            int own = fetch;
            Set<OrderKey> ofOthers = new HashSet<>();
            elsewhere.add(ofOthers);
            reached.add(new ArrayList<>());
            GoalCount goals =
                    fetches.get(fetch)
                            .goals(order -> {
                                boolean isElsewhere =
                                        orderToFetch.computeIfAbsent(order, _ -> own) != own;
                                if (isElsewhere) {
                                    ofOthers.add(order);
                                }
                                return isElsewhere;
                            });
            Instant latest = Instant.MIN;
            for (ConversionRecorded conversion : fetches.get(fetch).validConversions()) {
                Instant at = conversion.getReceivedAt();
                // A conversion that was written later is judged later.
                latest = at.isAfter(latest) ? at : latest;
                turns.add(new Turn(fetch, latest, turns.size(), goals, conversion));
            }
        }
        turns.sort(FIRST_RECEIVED);
        turns.forEach(turn -> turn.goals().add(turn.conversion(), reached.get(turn.fetch())));
        return elsewhere;
    }

    /// @param place among the conversions of its fetch
    private record Turn(
            int fetch,
            Instant receivedAt,
            int place,
            GoalCount goals,
            ConversionRecorded conversion) {}
}
