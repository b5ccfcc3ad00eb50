package io.interlude.ingest.event;

import io.interlude.catalogue.key.ApiKeys;
import io.interlude.domain.money.Money;
import io.interlude.domain.number.NumberBounds;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Name and worth of a conversion, as its `eventData` tells them.
///
/// @param micros worth in micros of the currency, not negative; null when not told
/// @param currency one to three letters, in capitals; null when not told
/// @param orderId of the advertiser's own; null when not told
record ConversionValue(
        @Nullable String name,
        @Nullable Long micros,
        @Nullable String currency,
        @Nullable String orderId) {
    static final ConversionValue NOT_TOLD = new ConversionValue(null, null, null, null);

    private static final int MAX_NAME_CHARACTERS = 64;
    private static final int MAX_ORDER_ID_CHARACTERS = 128;
    private static final int MAX_VALUE_CHARACTERS = 40;
    private static final int MAX_INTEGER_DIGITS = 12;
    private static final Pattern CURRENCY = Pattern.compile("[A-Za-z]{1,3}");

    /// @throws io.interlude.web.refusal.ProblemException `invalid_event_data`
    static ConversionValue read(ObjectNode eventData) {
        return new ConversionValue(
                name(eventData), micros(eventData), currency(eventData), orderId(eventData));
    }

    private static @Nullable String name(ObjectNode eventData) {
        String key = eventData.hasNonNull("conversionName") ? "conversionName" : "name";
        JsonNode value = eventData.get(key);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString() || value.stringValue().length() > MAX_NAME_CHARACTERS) {
            throw malformed(key, "a string of at most 64 characters");
        }
        return ApiKeys.redacted(value.stringValue());
    }

    private static @Nullable String orderId(ObjectNode eventData) {
        JsonNode value = eventData.get("orderId");
        if (value == null || value.isNull()) {
            return null;
        }
        String text = value.isString() ? value.stringValue() : "";
        if (text.isBlank() || text.length() > MAX_ORDER_ID_CHARACTERS) {
            throw malformed("orderId", "a string of 1 to 128 characters");
        }
        return ApiKeys.redacted(text);
    }

    private static @Nullable String currency(ObjectNode eventData) {
        JsonNode value = eventData.get("cur");
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString() || !CURRENCY.matcher(value.stringValue()).matches()) {
            throw malformed("cur", "a currency code of at most three letters");
        }
        return value.stringValue().toUpperCase(Locale.ROOT);
    }

    private static @Nullable Long micros(ObjectNode eventData) {
        JsonNode value = eventData.get("value");
        if (value == null || value.isNull()) {
            return null;
        }
        return decimal(value)
                .filter(ConversionValue::inRange)
                .map(ConversionValue::micros)
                .orElseThrow(ConversionValue::notMoney);
    }

    private static Optional<BigDecimal> decimal(JsonNode value) {
        if (value.isNumber()) {
            return Optional.of(value.decimalValue());
        }
        if (!value.isString() || value.stringValue().length() > MAX_VALUE_CHARACTERS) {
            return Optional.empty();
        }
        return NumberBounds.parse(value.stringValue());
    }

    private static boolean inRange(BigDecimal value) {
        return value.signum() >= 0 && value.precision() - value.scale() <= MAX_INTEGER_DIGITS;
    }

    /// Half-even to a micro, because scripts send sums such as 0.30000000000000004.
    private static long micros(BigDecimal value) {
        return value.setScale(Money.MICROS_SCALE, RoundingMode.HALF_EVEN)
                .unscaledValue()
                .longValueExact();
    }

    private static RuntimeException notMoney() {
        return malformed("value", "a number or decimal string from 0 to under 10^12");
    }

    private static RuntimeException malformed(String key, String form) {
        String path = "eventData." + key;
        return Problem.ofField(Reason.INVALID_EVENT_DATA, path, path + " must be " + form + ".")
                .exception();
    }
}
