package io.interlude.report.rollup;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A number that a report can count. Definitions are in `docs/reports.md`.
public enum Metric {
    REQUESTS("requests"),
    FILLS("fills"),
    FILL_RATE("fillRate"),
    NO_FILLS("noFills"),
    FETCHES("fetches"),
    SENDS("sends"),
    DELIVERS("delivers"),
    READS("reads"),
    CLICKS("clicks"),
    UNIQUE_CLICKS("uniqueClicks"),
    CTR("ctr"),
    CONVERSIONS("conversions"),
    CONVERSION_VALUE("conversionValue"),
    SPEND("spend"),
    REACH("reach"),
    ENGAGEMENTS("engagements"),
    INVALID_CLICKS("invalidClicks"),
    GROSS_CLICKS("grossClicks"),
    INVALID_CONVERSIONS("invalidConversions"),
    GROSS_CONVERSIONS("grossConversions"),
    VIEWABILITY("viewability"),
    ECPM("ecpm"),
    CONVERSION_RATE("conversionRate"),
    HIDES("hides"),
    FEEDBACK("feedback"),
    CUSTOM_EVENTS("customEvents"),
    WOULD_SERVE("wouldServe"),
    WOULD_SPEND("wouldSpend");

    /// All of them, in the order of their columns.
    public static final List<Metric> ALL = List.of(values());

    /// Those of a report that names none: all but reach, which costs more than the others together,
    /// and those from invalid traffic on.
    public static final List<Metric> STANDARD =
            ALL.stream()
                    .filter(metric -> metric != REACH && metric.compareTo(INVALID_CLICKS) < 0)
                    .toList();

    /// The same with those of shadow line items.
    public static final List<Metric> STANDARD_AND_SHADOWS =
            ALL.stream()
                    .filter(metric -> metric.isOfShadows() || STANDARD.contains(metric))
                    .toList();

    private final String wireName;

    Metric(String wireName) {
        this.wireName = wireName;
    }

    /// The name in requests and columns.
    public String wireName() {
        return wireName;
    }

    /// True for amounts, which need a currency beside them.
    public boolean isMoney() {
        return this == CONVERSION_VALUE || this == SPEND || this == ECPM || this == WOULD_SPEND;
    }

    /// True for what shadow line items would have done, which only a report with `shadow=true` has.
    public boolean isOfShadows() {
        return this == WOULD_SERVE || this == WOULD_SPEND;
    }

    /// True for fractions of 1.
    public boolean isShare() {
        return this == FILL_RATE || this == CTR || this == VIEWABILITY || this == CONVERSION_RATE;
    }

    /// The cell of an answer: a `Long`, a `Double` for a share, or an amount as decimal string.
    ///
    /// @param reach different subscribers, if the report has the metric
    public Object of(CounterSums sums, long reach) {
        return switch (this) {
            case REACH -> reach;
            case FILL_RATE -> sums.fillRate();
            case CTR -> sums.ctr();
            case VIEWABILITY -> sums.viewability();
            case CONVERSION_RATE -> sums.conversionRate();
            case ECPM -> sums.ecpm();
            case CONVERSION_VALUE -> sums.conversionValue().toDecimalString();
            case SPEND -> sums.spend().toDecimalString();
            case WOULD_SPEND -> sums.wouldSpend().toDecimalString();
            case REQUESTS,
                    FILLS,
                    NO_FILLS,
                    FETCHES,
                    SENDS,
                    DELIVERS,
                    READS,
                    CLICKS,
                    UNIQUE_CLICKS,
                    CONVERSIONS,
                    ENGAGEMENTS,
                    INVALID_CLICKS,
                    GROSS_CLICKS,
                    INVALID_CONVERSIONS,
                    GROSS_CONVERSIONS,
                    HIDES,
                    FEEDBACK,
                    CUSTOM_EVENTS,
                    WOULD_SERVE ->
                    counter(sums);
        };
    }

    /// True when nothing that the metric is made of was counted.
    public boolean isSilent(CounterSums sums, long reach) {
        return switch (this) {
            case REACH -> reach == 0;
            case CONVERSION_VALUE -> sums.conversionValue().isZero();
            case SPEND -> sums.spend().isZero();
            case WOULD_SPEND -> sums.wouldSpend().isZero();
            case ECPM -> sums.spend().isZero() && counter(sums) == 0;
            case CTR -> sums.uniqueClicks() == 0 && counter(sums) == 0;
            case VIEWABILITY -> sums.reads() == 0 && counter(sums) == 0;
            case CONVERSION_RATE -> sums.conversions() == 0 && counter(sums) == 0;
            default -> counter(sums) == 0;
        };
    }

    /// The counter itself; of a share the counter that it is a share of.
    private long counter(CounterSums sums) {
        return switch (this) {
            case REQUESTS, FILL_RATE -> sums.requests();
            case FILLS, FETCHES, CTR, ECPM -> sums.fetches();
            case NO_FILLS -> sums.noFills();
            case SENDS -> sums.sends();
            case DELIVERS, VIEWABILITY -> sums.delivers();
            case READS -> sums.reads();
            case CLICKS -> sums.clicks();
            case UNIQUE_CLICKS, CONVERSION_RATE -> sums.uniqueClicks();
            case CONVERSIONS -> sums.conversions();
            case CONVERSION_VALUE, SPEND, REACH, WOULD_SPEND ->
                    throw new IllegalStateException("no counter: " + this);
            case ENGAGEMENTS -> sums.engagements();
            case INVALID_CLICKS -> sums.invalidClicks();
            case GROSS_CLICKS -> sums.grossClicks();
            case INVALID_CONVERSIONS -> sums.invalidConversions();
            case GROSS_CONVERSIONS -> sums.grossConversions();
            case HIDES -> sums.hides();
            case FEEDBACK -> sums.feedback();
            case CUSTOM_EVENTS -> sums.customEvents();
            case WOULD_SERVE -> sums.wouldServe();
        };
    }

    public static Optional<Metric> named(String wireName) {
        return Arrays.stream(values()).filter(m -> m.wireName.equals(wireName)).findFirst();
    }
}
