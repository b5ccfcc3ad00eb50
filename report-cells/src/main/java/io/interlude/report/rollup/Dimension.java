package io.interlude.report.rollup;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.journal.record.RenderFormatCodec;
import io.interlude.schema.RollupCell;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A dimension by which a report can be grouped and filtered. A value is empty when a cell has
/// none: a no-fill has no campaign, line item or creative, only conversions and custom events have
/// names, and not every request has the attribute.
public enum Dimension {
    APPLICATION("application"),
    AD_UNIT("adUnit"),
    CAMPAIGN("campaign"),
    LINE_ITEM("lineItem"),
    CREATIVE("creative"),
    FORMAT("format"),
    CONVERSION_GOAL("conversionGoal"),
    CONVERSION_NAME("conversionName"),
    EVENT_NAME("eventName"),
    /// An attribute of requests, which the query names: see [ReportQuery#attribute()].
    ATTRIBUTE("attribute");

    /// What the name of an attribute follows, in requests and columns.
    public static final String ATTRIBUTE_PREFIX = "attribute.";

    /// Those of every org, which the aggregator's cells have.
    public static final List<Dimension> BOOKED =
            Arrays.stream(values()).filter(dimension -> dimension != ATTRIBUTE).toList();

    /// Values that the format dimension can have.
    public static final List<String> FORMATS =
            Arrays.stream(AdFormat.values()).map(AdFormat::wireName).toList();

    private final String wireName;

    Dimension(String wireName) {
        this.wireName = wireName;
    }

    /// The name in requests and columns.
    public String wireName() {
        return wireName;
    }

    /// The value of the cell, or empty.
    public String of(RollupCell cell) {
        return switch (this) {
            case APPLICATION -> cell.getApplicationId();
            case AD_UNIT -> cell.getAdUnitCode();
            case CAMPAIGN -> cell.getCampaignId();
            case LINE_ITEM -> cell.getLineItemId();
            case CREATIVE -> cell.getCreativeId();
            case FORMAT -> RenderFormatCodec.name(cell.getFormat());
            case CONVERSION_GOAL -> cell.getConversionGoal();
            case CONVERSION_NAME -> cell.getConversionName();
            case EVENT_NAME -> cell.getEventName();
            case ATTRIBUTE -> cell instanceof AttributeQuery.Cell counted ? counted.value() : "";
        };
    }

    /// One of [#BOOKED] by its name.
    public static Optional<Dimension> named(String wireName) {
        return BOOKED.stream().filter(d -> d.wireName.equals(wireName)).findFirst();
    }
}
