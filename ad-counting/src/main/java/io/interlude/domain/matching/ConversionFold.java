package io.interlude.domain.matching;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.catalogue.ConversionGoal;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
/// An order counts once for a goal, whichever fetches report it, and without goals once for a line
/// item. A fetch claims the orders that would count for it; [OrderClaims] gives each to one fetch.
///
/// @param goals of the line item; empty when every conversion counts
/// @param ordersElsewhere orders that count for another fetch
/// @param goalsOfLate ids of the goals for which late conversions may count, too
public record ConversionFold(
        List<ConversionGoal> goals,
        Instant servedAt,
        OrgId orgId,
        LineItemId lineItemId,
        Set<OrderKey> ordersElsewhere,
        Set<String> goalsOfLate) {
    public ConversionFold {
        goals = List.copyOf(goals);
        goalsOfLate = Set.copyOf(goalsOfLate);
        requireNonNull(servedAt, "servedAt is null");
        requireNonNull(orgId, "orgId is null");
        requireNonNull(lineItemId, "lineItemId is null");
        ordersElsewhere = Set.copyOf(ordersElsewhere);
    }

    /// By which late conversions count for nothing.
    public ConversionFold(
            List<ConversionGoal> goals,
            Instant servedAt,
            OrgId orgId,
            LineItemId lineItemId,
            Set<OrderKey> ordersElsewhere) {
        this(goals, servedAt, orgId, lineItemId, ordersElsewhere, Set.of());
    }

    /// True if later events of the fetch are judged by this one.
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
    public List<JudgedConversion> judged(List<FetchEvent> history) {
        return new Judging(history).judged;
    }

    /// The orders that count, or would if they did not for another fetch, each with the time by
    /// which it is given to one fetch. These times never decrease in the order of the conversions:
    /// so all fetches agree on one order of all claims, and their outcome does not depend on the
    /// time of their arrival.
    ///
    /// @param history as for [#judged]
    public Map<OrderKey, Instant> claims(List<FetchEvent> history) {
        return new Judging(history).claims;
    }

    private static boolean isWithin(Instant from, Instant at, Duration window) {
        return Duration.between(from, at).compareTo(window) <= 0;
    }

    /// One pass over the events of the fetch.
    private final class Judging {
        final List<JudgedConversion> judged = new ArrayList<>();
        final Map<OrderKey, Instant> claims = new LinkedHashMap<>();
        private final NavigableSet<Instant> clicks = new TreeSet<>();
        private final Set<Reached> reached = new HashSet<>();
        private Instant latest = Instant.MIN;

        Judging(List<FetchEvent> history) {
            for (FetchEvent event : history) {
                if (event instanceof FetchEvent.Clicked) {
                    clicks.add(event.occurredAt());
                }
            }
            for (FetchEvent event : history) {
                if (event instanceof FetchEvent.Converted conversion) {
                    add(conversion);
                }
            }
        }

        private void add(FetchEvent.Converted conversion) {
            latest = conversion.receivedAt().isAfter(latest) ? conversion.receivedAt() : latest;
            JudgedConversion next = byGoals(conversion);
            judged.add(next);
            if (next.counts()) {
                reached.add(new Reached(next.goal(), null));
                reached.add(new Reached(next.goal(), conversion.orderId()));
            }
        }

        /// By the first goal for which it counts, else by the first that has its name.
        private JudgedConversion byGoals(FetchEvent.Converted conversion) {
            if (goals.isEmpty()) {
                CountingVerdict verdict =
                        conversion.late()
                                ? CountingVerdict.OUTSIDE_WINDOW
                                : repeated(conversion, null);
                return new JudgedConversion(conversion, verdict, null);
            }
            JudgedConversion first =
                    new JudgedConversion(conversion, CountingVerdict.NOT_A_GOAL, null);
            for (ConversionGoal goal : goals) {
                if (conversion.name() == null || !goal.names().contains(conversion.name())) {
                    continue;
                }
                CountingVerdict verdict =
                        timely(conversion, goal).orElseGet(() -> repeated(conversion, goal));
                if (verdict == CountingVerdict.COUNTED) {
                    return new JudgedConversion(conversion, verdict, goal);
                }
                if (first.goal() == null) {
                    first = new JudgedConversion(conversion, verdict, goal);
                }
            }
            return first;
        }

        /// The verdict on a conversion outside the goal's windows; empty when it is in one.
        private Optional<CountingVerdict> timely(
                FetchEvent.Converted conversion, ConversionGoal goal) {
            boolean late = conversion.late() && !goalsOfLate.contains(goal.id());
            Instant at = conversion.occurredAt();
            Instant click = clicks.floor(at);
            boolean viewed =
                    !goal.viewWindow().isZero() && isWithin(servedAt, at, goal.viewWindow());
            boolean clicked = click != null && isWithin(click, at, goal.clickWindow());
            if (!late && (viewed || clicked)) {
                return Optional.empty();
            }
            return Optional.of(
                    click == null && !viewed
                            ? CountingVerdict.NO_CLICK
                            : CountingVerdict.OUTSIDE_WINDOW);
        }

        private CountingVerdict repeated(
                FetchEvent.Converted conversion, @Nullable ConversionGoal goal) {
            boolean repeated =
                    goal != null && !goal.every() && reached.contains(new Reached(goal, null));
            String orderId = conversion.orderId();
            if (orderId != null && isSameOrder(orderId, goal, repeated)) {
                return CountingVerdict.SAME_ORDER;
            }
            return repeated ? CountingVerdict.REPEATED : CountingVerdict.COUNTED;
        }

        /// Claims the order, unless it counted for this fetch or could not.
        private boolean isSameOrder(
                String orderId, @Nullable ConversionGoal goal, boolean repeated) {
            if (reached.contains(new Reached(goal, orderId))) {
                return true;
            }
            OrderKey key =
                    goal == null
                            ? OrderKey.ofLineItem(orgId, lineItemId, orderId)
                            : OrderKey.ofGoal(orgId, goal.id(), orderId);
            if (!repeated) {
                claims.putIfAbsent(key, latest);
            }
            return ordersElsewhere.contains(key);
        }
    }

    /// A goal and order already counted.
    ///
    /// @param goal null without goals
    /// @param orderId null for a conversion of any order
    private record Reached(@Nullable ConversionGoal goal, @Nullable String orderId) {}

    /// A conversion with its verdict.
    ///
    /// @param goal by which it was judged; null for none
    public record JudgedConversion(
            FetchEvent.Converted conversion,
            CountingVerdict verdict,
            @Nullable ConversionGoal goal) {
        public boolean counts() {
            return verdict == CountingVerdict.COUNTED;
        }

        /// The conversion with the goal's value, where it tells none.
        public FetchEvent.Converted valued() {
            return goal == null || conversion.value() != null
                    ? conversion
                    : new FetchEvent.Converted(
                            conversion.occurredAt(),
                            goal.value(),
                            false,
                            conversion.name(),
                            conversion.orderId(),
                            conversion.receivedAt(),
                            conversion.late());
        }
    }
}
