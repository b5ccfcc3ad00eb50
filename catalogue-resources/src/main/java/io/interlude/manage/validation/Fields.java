package io.interlude.manage.validation;

import static java.util.Objects.requireNonNull;

import io.interlude.domain.money.Money;
import io.interlude.domain.number.NumberBounds;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Reads the fields of one JSON object and notes every rule that they break, by path. A field that
/// breaks a rule reads as absent (or as its default), so that one mistake is noted once and reading
/// goes on. JSON null is the same as no field.
///
/// A field that was never asked for, by the time that the object is read, is one that it does not
/// have.
public final class Fields {
    private static final Pattern AMOUNT = Pattern.compile("\\d{1,12}(\\.\\d{1,6})?");
    private static final String AMOUNT_FIELD = "amount";
    private static final String CURRENCY_FIELD = "currency";
    private static final int CURRENCY_CHARACTERS = 3;
    private static final Set<String> CURRENCIES =
            Currency.getAvailableCurrencies().stream()
                    .map(Currency::getCurrencyCode)
                    .collect(Collectors.toUnmodifiableSet());
    private static final Pattern NOT_TEXT = Pattern.compile("[\\p{Cc}\\p{Cs}&&[^\\n\\t]]");

    private final ObjectNode json;
    private final String path;
    private final Violations violations;
    private final Set<String> asked = new HashSet<>();
    private final Map<String, Fields> pathToObject = new LinkedHashMap<>();

    private Fields(ObjectNode json, String path, Violations violations) {
        this.json = requireNonNull(json, "json is null");
        this.path = path;
        this.violations = violations;
    }

    /// The fields of a body.
    public static Fields of(ObjectNode json, Violations violations) {
        return new Fields(json, "", violations);
    }

    /// The fields of an object somewhere inside a body.
    public static Fields at(String path, ObjectNode json, Violations violations) {
        return new Fields(json, path, violations);
    }

    /// Path of a field of this object, from the body's root.
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /// Path of this object, from the body's root; empty for the body itself.
    public String path() {
        return path;
    }

    public Violations violations() {
        return violations;
    }

    /// Notes a broken rule of a field of this object.
    public void broken(String name, String rule, String message) {
        violations.broken(pathOf(name), rule, message);
    }

    public ObjectNode json() {
        return json;
    }

    public boolean has(String name) {
        return value(name) != null;
    }

    /// Notes the field as missing unless it is there.
    public void require(String name) {
        if (!has(name)) {
            violations.missing(pathOf(name));
        }
    }

    /// The field's value; null when absent or JSON null.
    public @Nullable JsonNode value(String name) {
        asked.add(name);
        JsonNode value = json.get(name);
        return value == null || value.isNull() ? null : value;
    }

    /// A text of at least one character, or an empty one in its place.
    public String requiredText(String name, int maxCharacters) {
        require(name);
        String text = text(name, maxCharacters);
        return text == null ? "" : text;
    }

    /// A text of 1 to `maxCharacters` code points that is not blank.
    public @Nullable String text(String name, int maxCharacters) {
        JsonNode value = value(name);
        return value == null ? null : text(value, pathOf(name), maxCharacters);
    }

    private @Nullable String text(JsonNode value, String at, int maxCharacters) {
        if (!value.isString()) {
            violations.wrongType(at, "a string");
            return null;
        }
        String text = value.stringValue();
        if (text.isBlank() || text.codePointCount(0, text.length()) > maxCharacters) {
            violations.broken(at, "length", "Give 1 to " + maxCharacters + " characters.");
            return null;
        }
        if (NOT_TEXT.matcher(text).find()) {
            violations.broken(at, "characters", "Leave out control characters.");
            return null;
        }
        return text;
    }

    /// A list of texts without repeats; empty when absent.
    public List<String> texts(String name, int maxItems, int maxCharacters) {
        return texts(name, maxItems, maxCharacters, (text, _) -> text);
    }

    /// A list of texts without repeats, each as `check` returns it; `check` notes what is wrong at
    /// the path that it is given, and may return null to leave the text out.
    public List<String> texts(String name, int maxItems, int maxCharacters, TextCheck check) {
        List<String> texts = new ArrayList<>();
        eachItem(
                name,
                maxItems,
                (item, at) -> {
                    String text = text(item, at, maxCharacters);
                    String checked = text == null ? null : check.check(text, at);
                    if (checked != null && texts.contains(checked)) {
                        violations.broken(at, "unique", "Give each text once.");
                    } else if (checked != null) {
                        texts.add(checked);
                    }
                });
        return List.copyOf(texts);
    }

    /// A rule for each text of a list.
    @FunctionalInterface
    public interface TextCheck {
        @Nullable String check(String text, String path);
    }

    /// A whole number from `min` to `max`, or the default when it is absent or refused.
    public int integer(String name, int min, int max, int byDefault) {
        Integer number = integer(name, min, max);
        return number == null ? byDefault : number;
    }

    public @Nullable Integer integer(String name, int min, int max) {
        Long number = wholeNumber(name, min, max);
        return number == null ? null : number.intValue();
    }

    /// A whole number that may need 64 bits.
    public @Nullable Long wholeNumber(String name, long min, long max) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber()) {
            violations.wrongType(pathOf(name), "a whole number");
            return null;
        }
        if (!value.canConvertToLong() || value.longValue() < min || value.longValue() > max) {
            broken(name, "range", "Give a whole number from " + min + " to " + max + ".");
            return null;
        }
        return value.longValue();
    }

    /// A decimal number from `min` to `max`, bounds included.
    public @Nullable BigDecimal decimal(String name, int min, int max) {
        return decimal(name, BigDecimal.valueOf(min), BigDecimal.valueOf(max));
    }

    /// The same.
    public @Nullable BigDecimal decimal(String name, BigDecimal min, BigDecimal max) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isNumber()) {
            violations.wrongType(pathOf(name), "a number");
            return null;
        }
        BigDecimal decimal = value.decimalValue();
        if (decimal.compareTo(min) < 0 || decimal.compareTo(max) > 0) {
            broken(name, "range", "Give a number from " + min + " to " + max + ".");
            return null;
        }
        return decimal;
    }

    /// The micros of an amount: a decimal string of at most six places, not negative.
    public @Nullable Long micros(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            violations.wrongType(pathOf(name), "a decimal string such as \"12.50\"");
            return null;
        }
        String text = value.stringValue();
        if (!AMOUNT.matcher(text).matches()) {
            broken(
                    name,
                    text.startsWith("-") ? "range" : "decimal",
                    "Give a decimal that is not negative, of at most 6 places, such as \"12.50\".");
            return null;
        }
        return new BigDecimal(text).movePointRight(Money.MICROS_SCALE).longValueExact();
    }

    /// `{"amount": "12.50", "currency": "USD"}`: a decimal string of at most six places and an ISO
    /// 4217 code; null when it is absent or refused.
    public @Nullable Money money(String name) {
        Fields money = object(name);
        if (money == null) {
            return null;
        }
        money.require(AMOUNT_FIELD);
        money.require(CURRENCY_FIELD);
        Long micros = money.micros(AMOUNT_FIELD);
        String currency = money.currency(CURRENCY_FIELD);
        return micros == null || currency == null ? null : new Money(micros, currency);
    }

    /// An ISO 4217 code.
    public @Nullable String currency(String name) {
        String code = text(name, CURRENCY_CHARACTERS);
        return code == null || isCurrency(name, code) ? code : null;
    }

    /// Notes the name as broken unless the code is one of ISO 4217.
    private boolean isCurrency(String name, String code) {
        boolean known = CURRENCIES.contains(code);
        if (!known) {
            broken(name, "currency", "Give an ISO 4217 code such as USD.");
        }
        return known;
    }

    /// The positive decimals of an object that is keyed by ISO 4217 codes, each as it was sent;
    /// null when there is no such object.
    public @Nullable Map<String, String> rates(String name) {
        Fields rates = object(name);
        if (rates == null) {
            return null;
        }
        Map<String, String> codeToRate = new TreeMap<>();
        for (String code : rates.json.propertyNames()) {
            JsonNode rate = rates.value(code);
            if (rate == null || !rates.isCurrency(code, code)) {
                continue;
            }
            if (!rate.isString()) {
                violations.wrongType(rates.pathOf(code), "a decimal string such as \"1.08\"");
            } else if (NumberBounds.parse(rate.stringValue())
                    .filter(decimal -> decimal.signum() > 0)
                    .isEmpty()) {
                rates.broken(code, "decimal", "Give a positive decimal: " + NumberBounds.RULE);
            } else {
                codeToRate.put(code, rate.stringValue());
            }
        }
        return codeToRate;
    }

    public boolean flag(String name) {
        JsonNode value = value(name);
        if (value != null && !value.isBoolean()) {
            violations.wrongType(pathOf(name), "true or false");
            return false;
        }
        return value != null && value.booleanValue();
    }

    /// One of the names, or the default when it is absent or refused.
    public <E> E choice(String name, Choices<E> choices, E byDefault) {
        E chosen = choice(name, choices);
        return chosen == null ? byDefault : chosen;
    }

    public <E> @Nullable E choice(String name, Choices<E> choices) {
        JsonNode value = value(name);
        return value == null ? null : choice(value, pathOf(name), choices);
    }

    private <E> @Nullable E choice(JsonNode value, String at, Choices<E> choices) {
        if (!value.isString()) {
            violations.wrongType(at, "a string");
            return null;
        }
        E chosen = choices.named(value.stringValue());
        if (chosen == null) {
            violations.broken(at, "choice", "Give one of " + choices.names() + ".");
        }
        return chosen;
    }

    /// A list of names without repeats; empty when absent.
    public <E> List<E> choices(String name, Choices<E> choices) {
        List<E> chosen = new ArrayList<>();
        eachItem(
                name,
                choices.size(),
                (item, at) -> {
                    E one = choice(item, at, choices);
                    if (one != null && chosen.contains(one)) {
                        violations.broken(at, "unique", "Give each once.");
                    } else if (one != null) {
                        chosen.add(one);
                    }
                });
        return List.copyOf(chosen);
    }

    /// An ISO-8601 instant, cut to milliseconds.
    public @Nullable Instant instant(String name) {
        JsonNode value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            violations.wrongType(pathOf(name), "an ISO-8601 instant as a string");
            return null;
        }
        try {
            Instant instant = Instant.parse(value.stringValue()).truncatedTo(ChronoUnit.MILLIS);
            requireMillis(instant);
            return instant;
        } catch (DateTimeException | ArithmeticException e) {
            broken(name, "instant", "Give an ISO-8601 instant such as 2026-03-01T00:00:00Z.");
            return null;
        }
    }

    private static void requireMillis(Instant instant) {
        if (instant.toEpochMilli() == Long.MIN_VALUE) {
            throw new ArithmeticException("out of range");
        }
    }

    /// The fields of an object; null when absent or no object.
    public @Nullable Fields object(String name) {
        JsonNode value = value(name);
        return value == null ? null : object(value, pathOf(name));
    }

    private @Nullable Fields object(JsonNode value, String at) {
        if (value instanceof ObjectNode object) {
            return pathToObject.computeIfAbsent(at, _ -> new Fields(object, at, violations));
        }
        violations.wrongType(at, "an object");
        return null;
    }

    /// The fields of each object of a list, in order; empty when absent. Items that are no objects
    /// are noted and left out.
    public List<Fields> objects(String name, int maxItems) {
        List<Fields> objects = new ArrayList<>();
        eachItem(
                name,
                maxItems,
                (item, at) -> {
                    Fields object = object(item, at);
                    if (object != null) {
                        objects.add(object);
                    }
                });
        return List.copyOf(objects);
    }

    /// Counts fields as asked for: those that the object has, but that are not read.
    public void know(Collection<String> names) {
        asked.addAll(names);
    }

    /// Counts as asked for what of the object in a field is in `kept` too, however deep.
    public void knowLike(String name, JsonNode kept) {
        asked.add(name);
        JsonNode given = json.get(name);
        if (given instanceof ObjectNode && kept.isObject()) {
            knowAll(requireNonNull(object(name)), kept);
        } else if (given instanceof ArrayNode && kept.isArray()) {
            for (int i = 0; i < kept.size(); i++) {
                if (given.get(i) instanceof ObjectNode item) {
                    knowAll(
                            requireNonNull(object(item, pathOf(name) + "[" + i + "]")),
                            kept.get(i));
                }
            }
        }
    }

    private static void knowAll(Fields object, JsonNode kept) {
        kept.properties().forEach(field -> object.knowLike(field.getKey(), field.getValue()));
    }

    /// Notes every field that was not asked for, here and in the objects inside, and forgets what
    /// was. An object of which no field was asked for is read in another way, and left out.
    public void noteUnknown() {
        if (!asked.isEmpty()) {
            json.propertyNames().stream()
                    .filter(name -> !asked.contains(name))
                    .forEach(name -> violations.unknown(pathOf(name)));
        }
        pathToObject.values().forEach(Fields::noteUnknown);
        asked.clear();
        pathToObject.clear();
    }

    private void eachItem(String name, int maxItems, BiConsumer<JsonNode, String> read) {
        JsonNode value = value(name);
        if (value == null) {
            return;
        }
        if (!value.isArray()) {
            violations.wrongType(pathOf(name), "an array");
            return;
        }
        if (value.size() > maxItems) {
            broken(name, "length", "Give at most " + maxItems + " items.");
            return;
        }
        for (int i = 0; i < value.size(); i++) {
            read.accept(value.get(i), pathOf(name) + "[" + i + "]");
        }
    }
}
