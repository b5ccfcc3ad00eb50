package io.interlude.domain.selection;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The rules that a line item must pass to be served, in the order in which they are applied.
public enum SelectionRule {
    STATUS,
    FLIGHT,
    AD_UNIT,
    FORMAT,
    TARGETING,
    /// The publisher does not want its advertiser, its categories or its domains.
    BLOCKED,
    DAYPART,
    BUDGET,
    PACING,
    /// The subscriber has hidden its advertiser.
    HIDDEN,
    FREQUENCY_CAP,
    /// The conversation takes no ad now.
    AD_LOAD,
    /// The conversation had an ad of the same advertiser, or of one like it, too shortly before.
    SEPARATION,
    SUITABILITY,
    RELEVANCE,
    /// There is no rate for its currency, and values are compared.
    CURRENCY,
    /// Its expected value is below the ad unit's floor.
    FLOOR,
    APPROPRIATENESS,
    /// Its campaign is not served to a share of its subscribers, of which this one is.
    HELD_OUT,
    /// Passed every other rule, but another line item came first.
    OUTRANKED;

    private static final Map<String, SelectionRule> WIRE_NAME_TO_RULE =
            Arrays.stream(values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    SelectionRule::wireName, Function.identity()));

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /// The rule of that name.
    ///
    /// @throws IllegalArgumentException if there is none
    public static SelectionRule ofWireName(String wireName) {
        SelectionRule rule = WIRE_NAME_TO_RULE.get(wireName);
        if (rule == null) {
            throw new IllegalArgumentException("no rule: " + wireName);
        }
        return rule;
    }

    /// The rule as clients and the journal see it, in snake_case.
    public String wireName() {
        return wireName;
    }
}
