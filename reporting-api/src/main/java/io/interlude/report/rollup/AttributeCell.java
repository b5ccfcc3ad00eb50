package io.interlude.report.rollup;

import io.interlude.schema.RollupCell;

/// A cell of the requests that have one value of an attribute.
public final class AttributeCell extends RollupCell {
    private static final long serialVersionUID = 1L;

    /// Value of all that come after the most values which are kept of an attribute.
    public static final String OTHER = "(other)";

    private final String attribute;
    private final String value;

    /// @param value empty for requests without the attribute
    public AttributeCell(String attribute, String value) {
        this.attribute = attribute;
        this.value = value;
    }

    public String attribute() {
        return attribute;
    }

    public String value() {
        return value;
    }
}
