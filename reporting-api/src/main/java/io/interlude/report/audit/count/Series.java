package io.interlude.report.audit.count;

import io.interlude.report.rollup.Dimension;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import org.jspecify.annotations.Nullable;

/// The dimensions of cells, without their time. What does not apply is empty.
public record Series(
        String application,
        String adUnit,
        String campaign,
        String lineItem,
        String creative,
        String format,
        String conversionGoal,
        String conversionName,
        String eventName,
        String currency) {
    public static final String NO_CURRENCY = "";

    public static Series of(RollupCell cell) {
        return new Series(
                Dimension.APPLICATION.of(cell),
                Dimension.AD_UNIT.of(cell),
                Dimension.CAMPAIGN.of(cell),
                Dimension.LINE_ITEM.of(cell),
                Dimension.CREATIVE.of(cell),
                Dimension.FORMAT.of(cell),
                cell.getConversionGoal(),
                cell.getConversionName(),
                cell.getEventName(),
                cell.getCurrency());
    }

    static Series unfilled(@Nullable String application, String adUnit, RenderFormat format) {
        return unnamed(orEmpty(application), adUnit, "", "", "", name(format), NO_CURRENCY);
    }

    static Series unattributed(@Nullable String application, String currency) {
        return unnamed(orEmpty(application), "", "", "", "", "", currency);
    }

    /// Of what has no name.
    static Series unnamed(
            String application,
            String adUnit,
            String campaign,
            String lineItem,
            String creative,
            String format,
            String currency) {
        return new Series(
                application, adUnit, campaign, lineItem, creative, format, "", "", "", currency);
    }

    public Series in(String other) {
        return new Series(
                application,
                adUnit,
                campaign,
                lineItem,
                creative,
                format,
                conversionGoal,
                conversionName,
                eventName,
                other);
    }

    /// The same of events with these names.
    Series named(String goal, @Nullable String conversion, String event) {
        return new Series(
                application,
                adUnit,
                campaign,
                lineItem,
                creative,
                format,
                goal,
                orEmpty(conversion),
                event,
                currency);
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    static String name(RenderFormat format) {
        return switch (format) {
            case UNKNOWN -> "";
            case native$ -> "native";
            case sms -> "sms";
            case botplatform -> "botplatform";
            case flow -> "flow";
        };
    }
}
