package io.interlude.domain.targeting;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The values of one leaf, by type. Each value sets the type of its own comparison.
final class LeafValues {
    private final Set<String> folded = new HashSet<>();
    private final Set<BigDecimal> numbers = new HashSet<>();
    private final Set<Boolean> flags = new HashSet<>();

    LeafValues(List<AttributeValue> values) {
        values.forEach(this::add);
    }

    private void add(AttributeValue value) {
        switch (value) {
            case AttributeValue.Text(String text) -> folded.add(Operand.fold(text));
            case AttributeValue.Numeric numeric ->
                    numbers.add(numeric.number().stripTrailingZeros());
            case AttributeValue.Flag(boolean flag) -> flags.add(flag);
            case AttributeValue.Texts(List<String> texts) ->
                    texts.forEach(text -> folded.add(Operand.fold(text)));
        }
    }

    /// Folded.
    Set<String> texts() {
        return folded;
    }

    /// Without trailing zeros.
    Set<BigDecimal> numbers() {
        return numbers;
    }

    Set<Boolean> flags() {
        return flags;
    }

    int size() {
        return folded.size() + numbers.size() + flags.size();
    }

    /// For `exists`: only the value `false` asks for absence.
    boolean wantsExistence() {
        return !flags.contains(false);
    }

    boolean hasEqual(Operand operand) {
        return (operand.folded != null && folded.contains(operand.folded))
                || hasEqualOfOtherType(operand);
    }

    /// Whether the operand equals a number or a flag.
    boolean hasEqualOfOtherType(Operand operand) {
        return (operand.number != null && numbers.contains(operand.number))
                || (operand.flag != null && flags.contains(operand.flag));
    }

    boolean ordered(Operand operand, TargetingOp op) {
        if (operand.number != null) {
            for (BigDecimal number : numbers) {
                if (inOrder(operand.number.compareTo(number), op)) {
                    return true;
                }
            }
        }
        if (operand.folded != null) {
            for (String text : folded) {
                if (inOrder(operand.folded.compareTo(text), op)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean inOrder(int comparison, TargetingOp op) {
        return switch (op) {
            case GT -> comparison > 0;
            case GTE -> comparison >= 0;
            case LT -> comparison < 0;
            case LTE -> comparison <= 0;
            case EQ, NE, IN, NOT_IN, CONTAINS, STARTS_WITH, EXISTS -> false;
        };
    }
}
