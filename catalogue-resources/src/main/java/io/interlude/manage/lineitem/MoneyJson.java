package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Fields;
import io.interlude.schema.Money;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `{"amount": "12.50", "currency": "USD"}`: a decimal string of at most six places and an ISO 4217
/// code.
public final class MoneyJson {
    static final String AMOUNT = "amount";
    static final String CURRENCY = "currency";

    private MoneyJson() {}

    /// The amount in a field; null when it is absent or refused.
    public static @Nullable Money read(Fields fields, String name) {
        io.interlude.domain.money.Money money = fields.money(name);
        return money == null ? null : new Money(money.amountMicros(), money.currency());
    }

    /// The same, which must be in the currency of the price, where there is one.
    static @Nullable Money readIn(Fields fields, String name, @Nullable Money price) {
        Money money = read(fields, name);
        if (money != null && price != null && !money.getCurrency().equals(price.getCurrency())) {
            fields.broken(
                    name + "." + CURRENCY,
                    "currency",
                    "Give the currency of the price, " + price.getCurrency() + ".");
        }
        return money;
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
