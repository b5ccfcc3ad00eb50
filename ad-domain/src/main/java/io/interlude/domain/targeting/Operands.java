package io.interlude.domain.targeting;

/// The attribute of a request as the leaves of many trees ask for it: one scalar or the elements of
/// an array, of which any may match.
sealed interface Operands permits Operand, OperandArray {
    /// The elements, equal texts once.
    Operand[] each();

    /// Whether an element equals any of the values.
    boolean anyEquals(LeafValues values);

    /// Whether an element equals none of the values.
    boolean anyDiffers(LeafValues values);

    /// Whether an element is greater or less than any of the values, as the op says.
    boolean anyIsOrdered(LeafValues values, TargetingOp op);

    /// Whether a folded text is part of an element.
    boolean anyContains(String text);

    /// Whether an element begins with a folded text.
    boolean anyStartsWith(String text);
}
