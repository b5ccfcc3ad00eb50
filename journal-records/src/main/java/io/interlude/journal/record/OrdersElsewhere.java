package io.interlude.journal.record;

import io.interlude.domain.matching.OrderKey;
import io.interlude.schema.CorrectionRecorded;
import java.util.Set;

/// The orders of a fetch that count for another one, as the journal tells.
public final class OrdersElsewhere {
    private OrdersElsewhere() {}

    /// Applies what the fetch is told of an order. The last record of its partition holds; one that
    /// names no order changes nothing.
    ///
    /// @param ordersElsewhere so far, which changes
    public static void apply(CorrectionRecorded told, Set<OrderKey> ordersElsewhere) {
        OrderKey order;
        try {
            order = new OrderKey(String.valueOf(told.getOrderKey()));
        } catch (IllegalArgumentException _) {
            return;
        }
        if (told.getOrderElsewhere()) {
            ordersElsewhere.add(order);
        } else {
            ordersElsewhere.remove(order);
        }
    }
}
