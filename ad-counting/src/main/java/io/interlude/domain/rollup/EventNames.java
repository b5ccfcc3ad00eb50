package io.interlude.domain.rollup;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/// The names of a cell's conversions and custom events. A name that does not apply is the empty
/// string.
///
/// @param conversionGoal id of the goal by which conversions count
/// @param conversionName of conversions
/// @param eventName of custom events
public record EventNames(String conversionGoal, String conversionName, String eventName) {
    public static final EventNames NONE = new EventNames("", "", "");

    public EventNames {
        requireNonNull(conversionGoal, "conversionGoal is null");
        requireNonNull(conversionName, "conversionName is null");
        requireNonNull(eventName, "eventName is null");
    }

    /// Of a conversion.
    ///
    /// @param goal id of its goal; null for none
    /// @param name null for none
    public static EventNames ofConversion(@Nullable String goal, @Nullable String name) {
        return new EventNames(goal == null ? "" : goal, name == null ? "" : name, "");
    }

    /// Of a custom event.
    public static EventNames ofCustomEvent(String name) {
        return new EventNames("", "", name);
    }
}
