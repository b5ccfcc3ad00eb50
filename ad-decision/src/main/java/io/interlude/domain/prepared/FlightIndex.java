package io.interlude.domain.prepared;

import io.interlude.domain.flight.Flight;
import io.interlude.domain.targeting.Bits;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The line items that are not in flight. Flights rarely begin or end, so the latest answer is kept
/// with the interval in which it stays true. Safe for use by many threads.
final class FlightIndex {
    private final PreparedLineItem[] items;
    private final int[] bounded;
    private volatile GroundedInterval latest;

    FlightIndex(PreparedLineItem[] items) {
        this.items = items;
        this.bounded =
                IntStream.range(0, items.length)
                        .filter(number -> flights(items[number]).anyMatch(FlightIndex::isBounded))
                        .toArray();
        this.latest = interval(Instant.EPOCH);
    }

    private static Stream<Flight> flights(PreparedLineItem item) {
        return Stream.of(item.lineItem().flight(), item.campaign().flight());
    }

    private static boolean isBounded(Flight flight) {
        return flight.startAt() != null || flight.endAt() != null;
    }

    /// The numbers of the line items that are not in flight. Not to be changed.
    long[] grounded(Instant now) {
        GroundedInterval known = latest;
        if (!known.covers(now)) {
            known = interval(now);
            latest = known;
        }
        return known.grounded;
    }

    private GroundedInterval interval(Instant now) {
        long[] grounded = Bits.none(items.length);
        Instant from = Instant.MIN;
        Instant until = Instant.MAX;
        for (int number : bounded) {
            PreparedLineItem item = items[number];
            if (!item.inFlight(now)) {
                Bits.set(grounded, number);
            }
            for (Instant bound : item.flightBounds()) {
                if (bound.isAfter(now)) {
                    until = bound.isBefore(until) ? bound : until;
                } else {
                    from = bound.isAfter(from) ? bound : from;
                }
            }
        }
        return new GroundedInterval(from, until, grounded);
    }

    /// An interval of time, its end exclusive, in which the same line items are not in flight.
    private static final class GroundedInterval {
        private final Instant from;
        private final Instant until;
        private final long[] grounded;

        GroundedInterval(Instant from, Instant until, long[] grounded) {
            this.from = from;
            this.until = until;
            this.grounded = grounded;
        }

        boolean covers(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }
}
