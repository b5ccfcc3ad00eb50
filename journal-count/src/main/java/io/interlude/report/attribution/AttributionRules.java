package io.interlude.report.attribution;

import io.interlude.schema.ConversionGoal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The differences of a version of attribution from the booked rules.
///
/// Late conversions, which came after the service's attribution window, count for no booked goal.
/// By a version they may count for the goals of which it makes a window longer: so a version that
/// changes nothing counts what is booked, whatever that window is.
///
/// @param goalToChange by the id of the goal
public record AttributionRules(Map<String, GoalChange> goalToChange) {
    /// The rules as booked.
    public static final AttributionRules BOOKED = new AttributionRules(Map.of());

    public AttributionRules {
        goalToChange = Map.copyOf(goalToChange);
    }

    /// The rules that differ for a goal; null for those that do not.
    ///
    /// @param every true when each conversion counts
    public record GoalChange(
            @Nullable Boolean every,
            @Nullable Duration clickWindow,
            @Nullable Duration viewWindow) {
        private ConversionGoal of(ConversionGoal booked) {
            return ConversionGoal.newBuilder(booked)
                    .setEvery(every == null ? booked.getEvery() : every)
                    .setClickWindowMillis(millis(clickWindow, booked.getClickWindowMillis()))
                    .setViewWindowMillis(millis(viewWindow, booked.getViewWindowMillis()))
                    .build();
        }

        private static long millis(@Nullable Duration window, long booked) {
            return window == null ? booked : window.toMillis();
        }

        private boolean isLonger(ConversionGoal booked) {
            return millis(clickWindow, 0) > booked.getClickWindowMillis()
                    || millis(viewWindow, 0) > booked.getViewWindowMillis();
        }
    }

    /// The goals of a fetch by these rules.
    public List<ConversionGoal> apply(List<ConversionGoal> booked) {
        return booked.stream()
                .map(goal -> {
                    @Nullable GoalChange change = goalToChange.get(goal.getId());
                    return change == null ? goal : change.of(goal);
                })
                .toList();
    }

    /// Ids of the goals of a fetch for which late conversions may count.
    public Set<String> goalsOfLate(List<ConversionGoal> booked) {
        return booked.stream()
                .filter(goal -> {
                    @Nullable GoalChange change = goalToChange.get(goal.getId());
                    return change != null && change.isLonger(goal);
                })
                .map(ConversionGoal::getId)
                .collect(Collectors.toUnmodifiableSet());
    }
}
