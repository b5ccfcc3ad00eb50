package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.OrderClaims;
import io.interlude.domain.matching.OrderClaims.Change;
import io.interlude.domain.matching.OrderClaims.Claim;
import io.interlude.domain.matching.OrderKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Gives each order to one fetch by the rules of a version, as the aggregator does by the booked
/// ones. Used by one thread.
final class AttributedOrders {
    /// Of a claim, in both maps that have it.
    private static final int CLAIM_BYTES = 500;

    /// Of an order that counts elsewhere.
    private static final int ELSEWHERE_BYTES = 150;

    private final Map<OrderKey, OrderClaims> orderToClaims = new HashMap<>();
    private final Map<FetchId, Map<OrderKey, Instant>> fetchToClaims = new HashMap<>();
    private final Map<FetchId, Set<OrderKey>> fetchToElsewhere = new HashMap<>();
    private long heldBytes;

    /// Bytes that they take, about.
    long heldBytes() {
        return heldBytes;
    }

    /// The orders of the fetch that count for another one.
    Set<OrderKey> elsewhere(FetchId fetchId) {
        return fetchToElsewhere.getOrDefault(fetchId, Set.of());
    }

    /// Takes all that the fetch claims now.
    ///
    /// @return the fetches of which other orders count elsewhere now
    Set<FetchId> claim(FetchId fetchId, Map<OrderKey, Instant> claims) {
        Map<OrderKey, Instant> before = fetchToClaims.getOrDefault(fetchId, Map.of());
        if (before.equals(claims)) {
            return Set.of();
        }
        Set<FetchId> told = new HashSet<>();
        before.forEach((order, at) -> {
            if (!claims.containsKey(order)) {
                take(order, of(order).withdrawn(claim(fetchId, order, at)), told);
            }
        });
        claims.forEach((order, at) -> {
            if (!at.equals(before.get(order))) {
                take(order, of(order).with(claim(fetchId, order, at)), told);
            }
        });
        heldBytes += (long) CLAIM_BYTES * (claims.size() - before.size());
        if (claims.isEmpty()) {
            fetchToClaims.remove(fetchId);
        } else {
            fetchToClaims.put(fetchId, Map.copyOf(claims));
        }
        return told;
    }

    private OrderClaims of(OrderKey order) {
        return orderToClaims.getOrDefault(order, OrderClaims.NONE);
    }

    private Claim claim(FetchId fetchId, OrderKey order, Instant at) {
        return new Claim(fetchId, at, elsewhere(fetchId).contains(order));
    }

    private void take(OrderKey order, Change change, Set<FetchId> told) {
        if (change.after().claims().isEmpty()) {
            orderToClaims.remove(order);
        } else {
            orderToClaims.put(order, change.after());
        }
        for (Claim claim : change.told()) {
            Set<OrderKey> elsewhere = new HashSet<>(elsewhere(claim.fetchId()));
            boolean changed = claim.elsewhere() ? elsewhere.add(order) : elsewhere.remove(order);
            if (changed) {
                heldBytes += claim.elsewhere() ? ELSEWHERE_BYTES : -ELSEWHERE_BYTES;
                fetchToElsewhere.put(claim.fetchId(), elsewhere);
                told.add(claim.fetchId());
            }
        }
    }
}
