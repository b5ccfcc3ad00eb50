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
import org.jspecify.annotations.Nullable;

/// Which valid conversions of a fetch count, by the goals of its line item or by their orders, in
/// the plainest way.
///
/// @param clicks times of the valid clicks of the fetch
/// @param ordersElsewhere orders that count for other fetches
public record GoalCount(AdFetched fetched, List<Instant> clicks, Set<OrderKey> ordersElsewhere) {
    /// The conversions that count, each with the goal by which it does.
    ///
    /// @param conversions in the order in which they are judged
    public List<Reached> of(List<ConversionRecorded> conversions) {
        List<Reached> reached = new ArrayList<>();
        for (ConversionRecorded conversion : conversions) {
            if (fetched.getConversionGoals().isEmpty()) {
                if (!isSameOrder(conversion, null, reached)) {
                    reached.add(new Reached(conversion, null));
                }
                continue;
            }
            for (ConversionGoal goal : fetched.getConversionGoals()) {
                if (reaches(conversion, goal, reached)) {
                    reached.add(new Reached(conversion, goal));
                    break;
                }
            }
        }
        return reached;
    }

    private boolean reaches(
            ConversionRecorded conversion, ConversionGoal goal, List<Reached> reached) {
        String name = conversion.getConversionName();
        return name != null
                && goal.getNames().contains(name)
                && isInTime(conversion.getOccurredAt(), goal)
                && !isSameOrder(conversion, goal, reached)
                && (goal.getEvery()
                        || reached.stream().noneMatch(other -> goal.equals(other.goal())));
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
        return ordersElsewhere.contains(key)
                || reached.stream()
                        .anyMatch(other ->
                                Objects.equals(other.goal(), goal)
                                        && order.equals(other.conversion().getOrderId()));
    }

    /// A conversion that counts.
    ///
    /// @param goal null for a line item without goals
    public record Reached(ConversionRecorded conversion, @Nullable ConversionGoal goal) {}
}
