package io.interlude.report.audit.count;

import io.interlude.report.rollup.AttributeQuery;
import io.interlude.report.rollup.Dimension;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import org.jspecify.annotations.Nullable;

/// The dimensions of cells, without their time. What does not apply is empty.
///
/// @param attribute name of the attribute that the cell is by; empty for the cells of every org
/// @param attributeValue empty for requests without the attribute
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
        String currency,
        String attribute,
        String attributeValue) {
    public static final String NO_CURRENCY = "";

    /// With the table of its cells.
    private static final long OWN_BYTES = 700;

    public static Series of(RollupCell cell) {
        AttributeQuery.Cell by = cell instanceof AttributeQuery.Cell counted ? counted : null;
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
                cell.getCurrency(),
                by == null ? "" : by.attribute(),
                by == null ? "" : by.value());
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
                application,
                adUnit,
                campaign,
                lineItem,
                creative,
                format,
                "",
                "",
                "",
                currency,
                "",
                "");
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
                other,
                attribute,
                attributeValue);
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
                currency,
                attribute,
                attributeValue);
    }

    /// The same of the requests that have this value of the attribute.
    Series by(String name, String value) {
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
                currency,
                name,
                value);
    }

    /// True for a part of what another series counts.
    public boolean isByAttribute() {
        return !attribute.isEmpty();
    }

    /// Bytes that a series takes, about. Names in it may be long.
    long heldBytes() {
        return OWN_BYTES
                + adUnit.length()
                + conversionName.length()
                + eventName.length()
                + attributeValue.length();
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
