package io.interlude.domain.targeting;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The values of one leaf, by type. Each value sets the type of its own comparison.
///
/// They lie in order in arrays: an org may book a million of them, and a place in a hash table
/// takes seven times as much memory as one in an array.
final class LeafValues {
    private static final String[] NO_TEXTS = {};
    private static final BigDecimal[] NO_NUMBERS = {};

    private final String[] folded;
    private final BigDecimal[] numbers;
    private final Set<Boolean> flags;

    LeafValues(List<AttributeValue> values) {
        Set<String> texts = new TreeSet<>();
        Set<BigDecimal> decimals = new TreeSet<>();
        Set<Boolean> booleans = new TreeSet<>();
        for (AttributeValue value : values) {
            switch (value) {
                case AttributeValue.Text(String text) -> texts.add(FoldedText.of(text));
                case AttributeValue.Numeric(BigDecimal number) ->
                        decimals.add(Operand.withoutZeros(number));
                case AttributeValue.Flag(boolean flag) -> booleans.add(flag);
                case AttributeValue.Texts(List<String> several) ->
                        several.forEach(text -> texts.add(FoldedText.of(text)));
            }
        }
        folded = texts.toArray(NO_TEXTS);
        numbers = decimals.toArray(NO_NUMBERS);
        flags = Set.copyOf(booleans);
    }

    /// Folded, each once.
    List<String> texts() {
        return Arrays.asList(folded);
    }

    /// Without trailing zeros, each once.
    List<BigDecimal> numbers() {
        return Arrays.asList(numbers);
    }

    Set<Boolean> flags() {
        return flags;
    }

    int size() {
        return folded.length + numbers.length + flags.size();
    }

    /// For `exists`: only the value `false` asks for absence.
    boolean wantsExistence() {
        return !flags.contains(false);
    }

    boolean hasEqual(Operand operand) {
        return has(folded, operand.folded) || hasEqualOfOtherType(operand);
    }

    /// Whether the operand equals a number or a flag.
    boolean hasEqualOfOtherType(Operand operand) {
        return has(numbers, operand.number)
                || (operand.flag != null && flags.contains(operand.flag));
    }

    private static boolean has(Object[] sorted, @Nullable Object value) {
        return value != null && Arrays.binarySearch(sorted, value) >= 0;
    }

    boolean ordered(Operand operand, TargetingOp op) {
        return isInOrder(operand.number, numbers, op) || isInOrder(operand.folded, folded, op);
    }

    /// Whether it is greater than the least, or less than the greatest, as the op says.
    private static <T extends Comparable<T>> boolean isInOrder(
            @Nullable T operand, T[] sorted, TargetingOp op) {
        if (operand == null || sorted.length == 0) {
            return false;
        }
        T least = sorted[0];
        T greatest = sorted[sorted.length - 1];
        return switch (op) {
            case GT -> operand.compareTo(least) > 0;
            case GTE -> operand.compareTo(least) >= 0;
            case LT -> operand.compareTo(greatest) < 0;
            case LTE -> operand.compareTo(greatest) <= 0;
            case EQ, NE, IN, NOT_IN, CONTAINS, STARTS_WITH, EXISTS -> false;
        };
    }
}
