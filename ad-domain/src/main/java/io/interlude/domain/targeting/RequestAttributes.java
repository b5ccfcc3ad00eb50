package io.interlude.domain.targeting;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The attributes of one request, each read once, when a comparison asks for it. Names keep their
/// case. Never changes, but is for one thread at a time.
public final class RequestAttributes {
    public static final RequestAttributes NONE = new RequestAttributes(Map.of());

    private final Map<String, AttributeValue> values;
    private final Map<String, Operands> operands = new HashMap<>();

    private RequestAttributes(Map<String, AttributeValue> values) {
        // A client chooses the names. Where their hashes are alike, a hash map has them in order,
        // and a copy by Map.copyOf takes the square of their number.
        this.values = Collections.unmodifiableMap(new HashMap<>(values));
    }

    public static RequestAttributes of(Map<String, AttributeValue> values) {
        return values.isEmpty() ? NONE : new RequestAttributes(values);
    }

    public Map<String, AttributeValue> values() {
        return values;
    }

    /// Characters of all texts, in which targeting may look for others.
    public int characters() {
        int characters = 0;
        for (AttributeValue value : values.values()) {
            characters +=
                    switch (value) {
                        case AttributeValue.Text(String text) -> text.length();
                        case AttributeValue.Texts(List<String> texts) ->
                                texts.stream().mapToInt(String::length).sum();
                        case AttributeValue.Numeric _, AttributeValue.Flag _ -> 0;
                    };
        }
        return characters;
    }

    /// The elements of the attribute: one for a scalar; null when the request does not have it.
    @Nullable Operands operands(String name) {
        Operands read = operands.get(name);
        AttributeValue value = read == null ? values.get(name) : null;
        if (value != null) {
            read = operands(value);
            operands.put(name, read);
        }
        return read;
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
