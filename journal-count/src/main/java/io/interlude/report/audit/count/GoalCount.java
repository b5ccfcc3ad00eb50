package io.interlude.report.audit.count;

import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.OrderKey;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The valid conversions of a fetch that count, by the goals of its line item or by their orders,
/// in the plainest way.
///
/// @param goals of the line item, by the rules that are asked for
/// @param clicks times of the valid clicks of the fetch
/// @param isElsewhere true for an order that counts for another fetch; asked of a conversion that
///   otherwise counts
/// @param goalsOfLate ids of the goals for which late conversions may count, too
record GoalCount(
        AdFetched fetched,
        List<ConversionGoal> goals,
        List<Instant> clicks,
        Predicate<OrderKey> isElsewhere,
        Set<String> goalsOfLate) {
    /// The conversions that count, each with the goal by which it does.
    ///
    /// @param conversions in the order in which they are judged
    List<Reached> of(List<ConversionRecorded> conversions) {
        List<Reached> reached = new ArrayList<>();
        conversions.forEach(conversion -> add(conversion, reached));
        return reached;
    }

    /// Adds the next conversion to those before it, if it counts.
    void add(ConversionRecorded conversion, List<Reached> reached) {
        if (goals.isEmpty()) {
            if (!isSameOrder(conversion, null, reached)) {
                reached.add(new Reached(conversion, null));
            }
            return;
        }
        for (ConversionGoal goal : goals) {
            if (reaches(conversion, goal, reached)) {
                reached.add(new Reached(conversion, goal));
                return;
            }
        }
    }

    private boolean reaches(
            ConversionRecorded conversion, ConversionGoal goal, List<Reached> reached) {
        String name = conversion.getConversionName();
        return name != null
                && goal.getNames().contains(name)
                && (!conversion.getLate() || goalsOfLate.contains(goal.getId()))
                && isInTime(conversion.getOccurredAt(), goal)
                && (goal.getEvery()
                        || reached.stream().noneMatch(other -> goal.equals(other.goal())))
                && !isSameOrder(conversion, goal, reached);
    }

    private boolean isInTime(Instant at, ConversionGoal goal) {
        long sinceFetch = at.toEpochMilli() - fetched.getOccurredAt().toEpochMilli();
        long view = goal.getViewWindowMillis();
        if (view > 0 && sinceFetch <= view) {
            return true;
        }
        for (Instant click : clicks) {
            long sinceClick = at.toEpochMilli() - click.toEpochMilli();
            if (sinceClick >= 0 && sinceClick <= goal.getClickWindowMillis()) {
                return true;
            }
        }
        return false;
    }

    private boolean isSameOrder(
            ConversionRecorded conversion, @Nullable ConversionGoal goal, List<Reached> reached) {
        String order = conversion.getOrderId();
        if (order == null) {
            return false;
        }
        OrgId orgId = new OrgId(fetched.getOrgId());
        OrderKey key =
                goal == null
                        ? OrderKey.ofLineItem(orgId, new LineItemId(fetched.getLineItemId()), order)
                        : OrderKey.ofGoal(orgId, goal.getId(), order);
        return reached.stream()
                        .anyMatch(other ->
                                Objects.equals(other.goal(), goal)
                                        && order.equals(other.conversion().getOrderId()))
                || isElsewhere.test(key);
    }

    /// A conversion that counts.
    ///
    /// @param goal null for a line item without goals
    record Reached(ConversionRecorded conversion, @Nullable ConversionGoal goal) {}
}
