package io.interlude.report.attribution;

import io.interlude.domain.identity.FetchId;
import io.interlude.domain.matching.ConversionFold;
import io.interlude.domain.matching.ConversionFold.JudgedConversion;
import io.interlude.domain.matching.FetchEvent;
import io.interlude.domain.matching.OrderKey;
import io.interlude.domain.money.Money;
import io.interlude.domain.money.MoneySum;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/// One version, folded fetch by fetch: what it counts of each, less what is booked. Folded by one
/// thread, read by any.
final class VersionFold implements CellDifferences {
    /// Of a fetch in which something differs.
    private static final int FETCH_BYTES = 100;

    private static final int CHANGE_BYTES = 200;

    private final AttributionRules rules;
    private final LongPredicate memory;
    private final AttributedOrders orders = new AttributedOrders();

    /// Of the fetches only in which something differs.
    private final Map<FetchId, List<Change>> fetchToChanges = new ConcurrentHashMap<>();

    private long changesBytes;
    private long heldBytes;

    /// @param memory takes bytes, or gives those below zero back; false if they are not free
    VersionFold(AttributionRules rules, LongPredicate memory) {
        this.rules = rules;
        this.memory = memory;
    }

    /// Counts some fetches anew, and those that have or lose an order by that.
    ///
    /// @param facts of every fetch
    /// @throws AttributionMemory.FullException if what differs does not fit into memory
    void fold(Collection<FetchId> changed, Map<FetchId, FetchFacts> facts) {
        LinkedHashSet<FetchId> open = new LinkedHashSet<>(changed);
        while (!open.isEmpty()) {
            FetchId fetchId = open.removeFirst();
            FetchFacts fetch = facts.get(fetchId);
            ServedAd ad = fetch == null ? null : fetch.ad();
            if (fetch == null || ad == null) {
                continue;
            }
            Set<OrderKey> elsewhere = orders.elsewhere(fetchId);
            ConversionFold fold = FetchFacts.fold(ad, rules, elsewhere);
            Set<FetchId> told = orders.claim(fetchId, fold.claims(history(fetch, ad, fold, true)));
            open.addAll(told);
            if (!told.contains(fetchId)) {
                show(fetchId, changes(fetch, ad, fold));
            }
            long before = heldBytes;
            heldBytes = changesBytes + orders.heldBytes();
            if (!memory.test(heldBytes - before)) {
                heldBytes = before;
                throw new AttributionMemory.FullException();
            }
        }
    }

    /// Bytes that it has taken.
    long heldBytes() {
        return heldBytes;
    }

    private void show(FetchId fetchId, List<Change> changes) {
        List<Change> before =
                changes.isEmpty()
                        ? fetchToChanges.remove(fetchId)
                        : fetchToChanges.put(fetchId, changes);
        changesBytes += bytes(changes) - (before == null ? 0 : bytes(before));
    }

    private static long bytes(List<Change> changes) {
        return changes.isEmpty() ? 0 : FETCH_BYTES + (long) CHANGE_BYTES * changes.size();
    }

    private static List<FetchEvent> history(
            FetchFacts fetch, ServedAd ad, ConversionFold fold, boolean corrected) {
        return fetch.history(ad, corrected, !fold.goalsOfLate().isEmpty());
    }

    private static List<Change> changes(FetchFacts fetch, ServedAd ad, ConversionFold fold) {
        ConversionFold booked =
                FetchFacts.fold(ad, AttributionRules.BOOKED, fetch.bookedElsewhere());
        VersionDelta delta = new VersionDelta(ad);
        delta.add(fold.judged(history(fetch, ad, fold, false)), 1, false);
        delta.add(booked.judged(history(fetch, ad, booked, false)), -1, false);
        if (fetch.isAnyTakenBack()) {
            // Cells of corrections hold what these changed.
            delta.add(fold.judged(history(fetch, ad, fold, true)), 1, true);
            delta.add(fold.judged(history(fetch, ad, fold, false)), -1, true);
            delta.add(booked.judged(history(fetch, ad, booked, true)), -1, true);
            delta.add(booked.judged(history(fetch, ad, booked, false)), 1, true);
        }
        return delta.changes();
    }

    @Override
    public void forEach(Instant from, Instant to, Consumer<? super RollupCell> taker) {
        for (List<Change> changes : fetchToChanges.values()) {
            for (Change change : changes) {
                Instant start = change.place().minute();
                if (!start.isBefore(from) && start.isBefore(to)) {
                    taker.accept(change.cell());
                }
            }
        }
    }

    /// The changes of cells by the conversions of one fetch.
    private static final class VersionDelta {
        private final ServedAd ad;
        private final Map<Place, Sums> placeToSums = new HashMap<>();

        VersionDelta(ServedAd ad) {
            this.ad = ad;
        }

        /// @param sign 1 for what the version counts, -1 for what is booked
        void add(List<JudgedConversion> conversions, int sign, boolean correction) {
            for (JudgedConversion each : conversions) {
                if (!each.counts()) {
                    continue;
                }
                Place place = place(each, correction);
                add(place, new Sums(sign, MoneySum.ZERO));
                Money value = each.valued().value();
                if (value != null) {
                    MoneySum amount = MoneySum.of(value.amountMicros());
                    add(
                            place.in(value.currency()),
                            new Sums(0, sign > 0 ? amount : MoneySum.ZERO.minus(amount)));
                }
            }
        }

        private Place place(JudgedConversion judged, boolean correction) {
            String name = judged.conversion().name();
            return new Place(
                    correction,
                    judged.conversion().occurredAt().truncatedTo(ChronoUnit.MINUTES),
                    !ad.named() || judged.goal() == null ? "" : judged.goal().id(),
                    !ad.named() || name == null ? "" : name,
                    ad.cell().getCurrency());
        }

        private void add(Place place, Sums sums) {
            placeToSums.merge(place, sums, Sums::plus);
        }

        List<Change> changes() {
            List<Change> changes = new ArrayList<>();
            placeToSums.forEach((place, sums) -> {
                if (sums.conversions() != 0 || !sums.value().isZero()) {
                    changes.add(new Change(ad, place, sums));
                }
            });
            return List.copyOf(changes);
        }
    }

    /// The difference in one cell. The cell itself takes several times as much.
    private record Change(ServedAd ad, Place place, Sums sums) {
        RollupCell cell() {
            return RollupCell.newBuilder(ad.cell())
                    .setCorrection(place.correction())
                    .setStartsAt(place.minute())
                    .setConversionGoal(place.goal())
                    .setConversionName(place.name())
                    .setCurrency(place.currency())
                    .setConversionCount(sums.conversions())
                    .setConversionValueMicros(sums.value().micros())
                    .setConversionValueOverflows(sums.value().overflows())
                    .build();
        }
    }

    private record Place(
            boolean correction, Instant minute, String goal, String name, String currency) {
        Place in(String other) {
            return new Place(correction, minute, goal, name, other);
        }
    }

    private record Sums(long conversions, MoneySum value) {
        Sums plus(Sums other) {
            return new Sums(conversions + other.conversions, value.plus(other.value));
        }
    }
}
