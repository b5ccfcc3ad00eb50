package io.interlude.domain.targeting;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The elements of an array, in order and each text once: a request may send thousands, and an org
/// book a hundred thousand leaves that ask for them. So a leaf costs what its own values do, and
/// not each of its values times each element.
final class OperandArray implements Operands {
    private final NavigableMap<String, Operand> textToElement = new TreeMap<>();
    private final NavigableMap<BigDecimal, Integer> numberToElements = new TreeMap<>();
    private final Operand[] each;
    private final TextSearch search = new TextSearch(textToElement.keySet());

    OperandArray(List<String> texts) {
        for (String text : texts) {
            Operand element = Operand.of(text);
            if (element.folded != null && textToElement.put(element.folded, element) == null) {
                if (element.number != null) {
                    numberToElements.merge(element.number, 1, Integer::sum);
                }
            }
        }
        each = textToElement.values().toArray(Operand[]::new);
    }

    @Override
    public Operand[] each() {
        return each;
    }

    @Override
    public boolean anyEquals(LeafValues values) {
        return each.length <= values.size()
                ? Arrays.stream(each).anyMatch(values::hasEqual)
                : equalTo(values) > 0;
    }

    @Override
    public boolean anyDiffers(LeafValues values) {
        return each.length <= values.size()
                ? !Arrays.stream(each).allMatch(values::hasEqual)
                : equalTo(values) < each.length;
    }

    /// The elements that equal any of the values. One that does so as a number or a flag is not
    /// counted as a text once more.
    private int equalTo(LeafValues values) {
        int equal = 0;
        for (BigDecimal number : values.numbers()) {
            equal += numberToElements.getOrDefault(number, 0);
        }
        for (boolean flag : values.flags()) {
            equal += textToElement.containsKey(Boolean.toString(flag)) ? 1 : 0;
        }
        for (String text : values.texts()) {
            Operand element = textToElement.get(text);
            equal += element != null && !values.hasEqualOfOtherType(element) ? 1 : 0;
        }
        return equal;
    }

    @Override
    public boolean anyIsOrdered(LeafValues values, TargetingOp op) {
        boolean greater = op == TargetingOp.GT || op == TargetingOp.GTE;
        return !textToElement.isEmpty() && values.ordered(greater ? greatest() : least(), op);
    }

    private Operand greatest() {
        return new Operand(
                textToElement.lastKey(),
                numberToElements.isEmpty() ? null : numberToElements.lastKey(),
                null);
    }

    private Operand least() {
        return new Operand(
                textToElement.firstKey(),
                numberToElements.isEmpty() ? null : numberToElements.firstKey(),
                null);
    }

    @Override
    public boolean anyContains(String text) {
        return search.anyContains(text);
    }

    @Override
    public boolean anyStartsWith(String text) {
        String next = textToElement.ceilingKey(text);
        return next != null && next.startsWith(text);
    }
}
