package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.money.Price;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.EventNames;
import io.interlude.domain.rotation.RotationStamp;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/// The facts of a fetch that its events are judged by.
///
/// @param price of the line item when it was served, in whose currency it is billed
/// @param timeZone of the line item, in which its budget day is reckoned
/// @param rotation where in the life of the line item's rotation it was served
/// @param slice of its relevance and ad unit, see [io.interlude.domain.outcome.Slice]
/// @param goals that count and bill its conversions; empty when every conversion does
/// @param countsNames whether conversions and custom events are counted by their names
/// @param ordersElsewhere orders that count for another fetch, see [OrderKey]
/// @param test test traffic, of which nothing is counted
public record ServedFetch(
        CellDimensions dimensions,
        Price price,
        ZoneId timeZone,
        Instant servedAt,
        RotationStamp rotation,
        int slice,
        List<ConversionGoal> goals,
        boolean countsNames,
        Set<OrderKey> ordersElsewhere,
        boolean test) {
    public ServedFetch {
        requireNonNull(dimensions, "dimensions is null");
        requireNonNull(price, "price is null");
        requireNonNull(timeZone, "timeZone is null");
        requireNonNull(servedAt, "servedAt is null");
        requireNonNull(rotation, "rotation is null");
        goals = List.copyOf(goals);
        ordersElsewhere = Set.copyOf(ordersElsewhere);
    }

    /// The same, with the orders that count for another fetch.
    public ServedFetch withOrdersElsewhere(Set<OrderKey> orders) {
        return new ServedFetch(
                dimensions,
                price,
                timeZone,
                servedAt,
                rotation,
                slice,
                goals,
                countsNames,
                orders,
                test);
    }

    /// The cells of events with these names; as long as names are not counted, those of the fetch.
    CellDimensions dimensions(EventNames names) {
        return countsNames ? dimensions.of(names) : dimensions;
    }

    /// The rules by which its conversions are judged.
    public ConversionFold conversions() {
        return new ConversionFold(
                goals,
                servedAt,
                dimensions.orgId(),
                new LineItemId(dimensions.lineItemId()),
                ordersElsewhere);
    }
}
