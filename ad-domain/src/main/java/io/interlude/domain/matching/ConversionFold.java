package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.ConversionGoal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Judges the valid conversions of one fetch by the goals of its line item, or without goals by
/// their orders alone.
///
/// Conversions are judged in the order of their topic, each against those before it that count, and
/// against all clicks of the fetch, whichever topic was read first: a click may change what an
/// earlier read conversion is. So all of them are judged anew when one event comes.
///
/// @param goals of the line item; empty when every conversion counts
public record ConversionFold(List<ConversionGoal> goals, Instant servedAt) {
    public ConversionFold {
        goals = List.copyOf(goals);
        requireNonNull(servedAt, "servedAt is null");
    }

    /// Whether later events of the fetch are judged by the event.
    public boolean matters(FetchEvent event) {
        return switch (event) {
            case FetchEvent.Clicked click -> !goals.isEmpty() && !click.invalidTraffic();
            case FetchEvent.Converted conversion ->
                    !conversion.invalidTraffic()
                            && (!goals.isEmpty() || conversion.orderId() != null);
            case FetchEvent.Delivered _,
                    FetchEvent.FlowStepped _,
                    FetchEvent.FeedbackGiven _,
                    FetchEvent.CustomReported _ ->
                    false;
        };
    }

    /// The conversions among the events, in their order, each with its verdict.
    ///
    /// @param history events that matter, those of a topic in its order
    List<Judged> judged(List<FetchEvent> history) {
        NavigableSet<Instant> clicks = new TreeSet<>();
        for (FetchEvent event : history) {
            if (event instanceof FetchEvent.Clicked) {
                clicks.add(event.occurredAt());
            }
        }
        Set<Reached> reached = new HashSet<>();
        List<Judged> judged = new ArrayList<>();
        for (FetchEvent event : history) {
            if (event instanceof FetchEvent.Converted conversion) {
                Judged next = judged(conversion, clicks, reached);
                judged.add(next);
                if (next.counts()) {
                    reached.add(new Reached(next.goal(), null));
                    reached.add(new Reached(next.goal(), conversion.orderId()));
                }
            }
        }
        return judged;
    }

    /// By the first goal for which it counts, else by the first that has its name.
    private Judged judged(
            FetchEvent.Converted conversion, NavigableSet<Instant> clicks, Set<Reached> reached) {
        if (goals.isEmpty()) {
            return new Judged(conversion, repeated(conversion, null, reached), null);
        }
        Judged first = new Judged(conversion, Verdict.NOT_A_GOAL, null);
        for (ConversionGoal goal : goals) {
            if (conversion.name() == null || !goal.names().contains(conversion.name())) {
                continue;
            }
            Verdict verdict =
                    timely(conversion, goal, clicks)
                            .orElseGet(() -> repeated(conversion, goal, reached));
            if (verdict == Verdict.COUNTED) {
                return new Judged(conversion, verdict, goal);
            }
            if (first.goal() == null) {
                first = new Judged(conversion, verdict, goal);
            }
        }
        return first;
    }

    /// What keeps the conversion out of the goal's windows; empty when it is in one.
    private Optional<Verdict> timely(
            FetchEvent.Converted conversion, ConversionGoal goal, NavigableSet<Instant> clicks) {
        Instant at = conversion.occurredAt();
        Instant click = clicks.floor(at);
        boolean viewed = !goal.viewWindow().isZero() && isWithin(servedAt, at, goal.viewWindow());
        boolean clicked = click != null && isWithin(click, at, goal.clickWindow());
        if (viewed || clicked) {
            return Optional.empty();
        }
        return Optional.of(click == null ? Verdict.NO_CLICK : Verdict.OUTSIDE_WINDOW);
    }

    private static boolean isWithin(Instant from, Instant at, Duration window) {
        return Duration.between(from, at).compareTo(window) <= 0;
    }

    private static Verdict repeated(
            FetchEvent.Converted conversion, @Nullable ConversionGoal goal, Set<Reached> reached) {
        String orderId = conversion.orderId();
        if (orderId != null && reached.contains(new Reached(goal, orderId))) {
            return Verdict.SAME_ORDER;
        }
        return goal != null && !goal.every() && reached.contains(new Reached(goal, null))
                ? Verdict.REPEATED
                : Verdict.COUNTED;
    }

    /// What counted before.
    ///
    /// @param goal null without goals
    /// @param orderId null for a conversion of any order
    private record Reached(@Nullable ConversionGoal goal, @Nullable String orderId) {}

    /// A conversion with its verdict.
    ///
    /// @param goal by which it was judged; null for none
    record Judged(FetchEvent.Converted conversion, Verdict verdict, @Nullable ConversionGoal goal) {
        boolean counts() {
            return verdict == Verdict.COUNTED;
        }

        /// The conversion with the goal's value, where it tells none.
        FetchEvent.Converted valued() {
            return goal == null || conversion.value() != null
                    ? conversion
                    : new FetchEvent.Converted(
                            conversion.occurredAt(),
                            goal.value(),
                            false,
                            conversion.name(),
                            conversion.orderId());
        }
    }
}
