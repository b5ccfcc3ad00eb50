package io.interlude.manage.validation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.generic.GenericEnumSymbol;
import org.jspecify.annotations.Nullable;

/// The names that a field may hold, each with what it stands for.
public final class Choices<E> {
    private static final String UNKNOWN = "UNKNOWN";

    private final Map<String, E> nameToValue;

    private Choices(Map<String, E> nameToValue) {
        this.nameToValue = nameToValue;
    }

    public static <E> Choices<E> of(Map<String, E> nameToValue) {
        return new Choices<>(new LinkedHashMap<>(nameToValue));
    }

    /// The symbols of an Avro enum but `UNKNOWN`, which stands for symbols of later versions.
    public static <E extends Enum<E> & GenericEnumSymbol<E>> Choices<E> of(Class<E> type) {
        Map<String, E> nameToValue = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            String name = nameOf(constant);
            if (!name.equals(UNKNOWN)) {
                nameToValue.put(name, constant);
            }
        }
        return new Choices<>(nameToValue);
    }

    /// The same without that one, which is for records alone.
    public Choices<E> without(E value) {
        Map<String, E> others = new LinkedHashMap<>(nameToValue);
        others.values().remove(value);
        return new Choices<>(others);
    }

    /// The name as clients see it. Avro's Java constant of a symbol that is a keyword (`native`)
    /// ends in a dollar sign.
    public static <E extends Enum<E> & GenericEnumSymbol<E>> String nameOf(E constant) {
        String name = constant.name();
        return name.endsWith("$") ? name.substring(0, name.length() - 1) : name;
    }

    @Nullable E named(String name) {
        return nameToValue.get(name);
    }

    int size() {
        return nameToValue.size();
    }

    String names() {
        return String.join(", ", nameToValue.keySet());
    }
}
