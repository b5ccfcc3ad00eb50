package io.interlude.domain.targeting;

/// How a targeting leaf compares the attribute with its value.
public enum TargetingOp {
    EQ,
    NE,
    IN,
    NOT_IN,
    GT,
    GTE,
    LT,
    LTE,
    CONTAINS,
    STARTS_WITH,
    EXISTS
}
