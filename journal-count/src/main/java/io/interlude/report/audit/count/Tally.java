package io.interlude.report.audit.count;

import io.interlude.report.audit.count.Counts.View;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The counts of one fetch's records, minute by minute. Used by one thread.
public final class Tally {
    private final Map<Minute, Counts> minuteToCounts = new HashMap<>();
    private final Predicate<AuditMetric> counted;

    /// Minute and subscriber of the fetch; null when it reached no subscriber.
    private @Nullable Reached reached;

    /// Of all metrics.
    Tally() {
        this(_ -> true);
    }

    /// @param counted which metrics; what is added of others is dropped
    Tally(Predicate<AuditMetric> counted) {
        this.counted = counted;
    }

    /// Adds the counts of another one.
    void add(Tally other) {
        other.minuteToCounts.forEach((minute, counts) ->
                minuteToCounts.computeIfAbsent(minute, _ -> new Counts()).add(counts));
    }

    /// Those of the request that is counted; null for a conversion without one.
    private @Nullable String attributesJson;

    void of(String requestAttributes) {
        attributesJson = requestAttributes;
    }

    /// The same counts under the values that the request has of the attributes: under each of them
    /// all. Without whom it reached.
    Tally by(AttributeBreakdown attributes) {
        Tally tally = new Tally();
        attributes
                .valuesOf(attributesJson)
                .forEach((name, values) ->
                        values.forEach(value ->
                                minuteToCounts.forEach((minute, counts) ->
                                        tally.minuteToCounts.put(
                                                new Minute(
                                                        minute.series().by(name, value),
                                                        minute.minute()),
                                                counts))));
        return tally;
    }

    /// Also the counts by the values of the attributes.
    Tally alsoBy(AttributeBreakdown attributes) {
        if (!attributes.names().isEmpty()) {
            minuteToCounts.putAll(by(attributes).minuteToCounts);
        }
        return this;
    }

    /// Adds to the numbers before corrections, to those after them, or to both.
    void add(Series series, long minute, AuditMetric metric, Set<View> views, long amount) {
        if (amount == 0 || !counted.test(metric)) {
            return;
        }
        Counts counts =
                minuteToCounts.computeIfAbsent(new Minute(series, minute), _ -> new Counts());
        if (views.contains(View.EXCLUDE)) {
            counts.add(metric, false, amount);
        }
        if (views.size() == 1) {
            counts.add(metric, true, views.contains(View.INCLUDE) ? amount : -amount);
        }
    }

    void reach(Series series, long minute, long subscriber, boolean takenBack) {
        reached = new Reached(series, minute, subscriber, takenBack);
    }

    @Nullable Reached reached() {
        return reached;
    }

    public void forEach(BiConsumer<Minute, Counts> taker) {
        minuteToCounts.forEach(taker);
    }

    /// One minute of a series.
    ///
    /// @param minute since 1970
    public record Minute(Series series, long minute) {}

    /// Whom the fetch reached.
    ///
    /// @param subscriber a hash
    /// @param takenBack whether a correction took the fetch back
    record Reached(Series series, long minute, long subscriber, boolean takenBack) {}
}
