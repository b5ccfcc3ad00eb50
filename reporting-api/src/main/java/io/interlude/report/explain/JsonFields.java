package io.interlude.report.explain;

import io.interlude.domain.money.Money;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The fields of a JSON object, in order. What there is none of is left out.
final class JsonFields {
    private final Map<String, Object> nameToValue = new LinkedHashMap<>();

    JsonFields put(String name, @Nullable Object value) {
        if (value != null) {
            nameToValue.put(name, value);
        }
        return this;
    }

    JsonFields put(String name, OptionalDouble value) {
        return put(name, value.isPresent() ? value.getAsDouble() : null);
    }

    JsonFields putUnlessEmpty(String name, List<?> values) {
        return put(name, values.isEmpty() ? null : values);
    }

    JsonFields money(String name, @Nullable Long micros, String currency) {
        return put(
                name,
                micros == null
                        ? null
                        : new JsonFields()
                                .put("amount", Money.decimalString(micros))
                                .put("currency", currency)
                                .map());
    }

    Map<String, Object> map() {
        return nameToValue;
    }
}
