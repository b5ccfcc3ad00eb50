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
                cell.getCurrency());
    }

    static Series unfilled(@Nullable String application, String adUnit, RenderFormat format) {
        return new Series(orEmpty(application), adUnit, "", "", "", name(format), NO_CURRENCY);
    }

    static Series unattributed(@Nullable String application, String currency) {
        return new Series(orEmpty(application), "", "", "", "", "", currency);
    }

    public Series in(String other) {
        return new Series(application, adUnit, campaign, lineItem, creative, format, other);
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
