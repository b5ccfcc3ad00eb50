package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Fields;
import io.interlude.schema.Money;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `{"amount": "12.50", "currency": "USD"}`: a decimal string of at most six places and an ISO 4217
/// code.
public final class MoneyJson {
    static final String AMOUNT = "amount";
    static final String CURRENCY = "currency";

    private static final int CURRENCY_CHARACTERS = 3;

    private MoneyJson() {}

    /// The amount in a field; null when it is absent or refused.
    public static @Nullable Money read(Fields fields, String name) {
        Fields money = fields.object(name);
        if (money == null) {
            return null;
        }
        money.require(AMOUNT);
        money.require(CURRENCY);
        Long micros = money.micros(AMOUNT);
        String currency = currency(money);
        return micros == null || currency == null ? null : new Money(micros, currency);
    }

    private static @Nullable String currency(Fields money) {
        String code = money.text(CURRENCY, CURRENCY_CHARACTERS);
        if (code == null || isCurrency(code)) {
            return code;
        }
        money.broken(CURRENCY, "currency", "Give an ISO 4217 code such as USD.");
        return null;
    }

    private static boolean isCurrency(String code) {
        try {
            return Currency.getInstance(code).getCurrencyCode().equals(code);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Writes the amount unless it is null.
    public static void write(ObjectNode json, String name, @Nullable Money money) {
        if (money != null) {
            json.putObject(name)
                    .put(
                            AMOUNT,
                            io.interlude.domain.money.Money.decimalString(money.getAmountMicros()))
                    .put(CURRENCY, money.getCurrency());
        }
    }
}
