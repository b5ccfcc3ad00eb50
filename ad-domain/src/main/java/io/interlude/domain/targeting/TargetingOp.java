package io.interlude.domain.targeting;

/// An operator by which a targeting leaf compares the attribute with its value.
public enum TargetingOp {
    EQ("eq"),
    NE("ne"),
    IN("in"),
    NOT_IN("notIn"),
    GT("gt"),
    GTE("gte"),
    LT("lt"),
    LTE("lte"),
    CONTAINS("contains"),
    STARTS_WITH("startsWith"),
    EXISTS("exists");

    private final String wireName;

    TargetingOp(String wireName) {
        this.wireName = wireName;
    }

    /// The op as JSON spells it.
    public String wireName() {
        return wireName;
    }
}
