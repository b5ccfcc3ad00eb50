package io.interlude.domain.targeting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The attributes of one request, read once for the comparisons with many line items. Names keep
/// their case. Never changes, but is for one thread at a time.
public final class RequestAttributes {
    public static final RequestAttributes NONE = new RequestAttributes(Map.of());

    private final Map<String, AttributeValue> values;
    private final Map<String, Operands> operands;

    private RequestAttributes(Map<String, AttributeValue> values) {
        this.values = Map.copyOf(values);
        this.operands = HashMap.newHashMap(values.size());
        values.forEach((name, value) -> operands.put(name, operands(value)));
    }

    public static RequestAttributes of(Map<String, AttributeValue> values) {
        return values.isEmpty() ? NONE : new RequestAttributes(values);
    }

    public Map<String, AttributeValue> values() {
        return values;
    }

    /// The elements of the attribute: one for a scalar; null when the request does not have it.
    @Nullable Operands operands(String name) {
        return operands.get(name);
    }

    private static Operands operands(AttributeValue value) {
        return switch (value) {
            case AttributeValue.Text(String text) -> Operand.of(text);
            case AttributeValue.Numeric numeric -> Operand.of(numeric.number());
            case AttributeValue.Flag(boolean flag) -> Operand.of(flag);
            case AttributeValue.Texts(List<String> texts) -> new OperandArray(texts);
        };
    }
}
