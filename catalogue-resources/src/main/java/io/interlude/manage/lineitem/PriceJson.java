package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.BillOn;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.Money;
import io.interlude.schema.PriceModel;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `price: {model, amount, billOn?}` and `budget: {daily?, lifetime?, dailyImpressions?}` of a line
/// item.
final class PriceJson {
    private static final String PRICE = "price";
    private static final String MODEL = "model";
    private static final String AMOUNT = "amount";
    private static final String BILL_ON = "billOn";
    private static final String BUDGET = "budget";
    private static final String DAILY = "daily";
    private static final String LIFETIME = "lifetime";
    private static final String DAILY_IMPRESSIONS = "dailyImpressions";

    /// A fetch bills a thousandth of a CPM in whole micros.
    private static final long CPM_STEP_MICROS = 1_000;

    private static final Choices<PriceModel> MODELS = Choices.of(PriceModel.class);
    private static final Choices<BillOn> BILLING_EVENTS = Choices.of(BillOn.class);

    private PriceJson() {}

    static void read(Fields fields, LineItemChanged value) {
        fields.require(PRICE);
        Fields price = fields.object(PRICE);
        Money amount = price == null ? null : readPrice(price, value);
        Fields budget = fields.object(BUDGET);
        if (budget != null) {
            value.setDailyBudget(MoneyJson.readIn(budget, DAILY, amount));
            value.setLifetimeBudget(MoneyJson.readIn(budget, LIFETIME, amount));
            value.setDailyImpressions(budget.integer(DAILY_IMPRESSIONS, 0, Integer.MAX_VALUE));
        }
    }

    private static @Nullable Money readPrice(Fields price, LineItemChanged value) {
        price.require(MODEL);
        price.require(AMOUNT);
        PriceModel model = price.choice(MODEL, MODELS, PriceModel.UNKNOWN);
        Money amount = MoneyJson.read(price, AMOUNT);
        value.setPriceModel(model);
        value.setPrice(amount);
        if (amount != null
                && model == PriceModel.cpm
                && amount.getAmountMicros() % CPM_STEP_MICROS != 0) {
            price.broken(
                    AMOUNT + "." + MoneyJson.AMOUNT,
                    "precision",
                    "Give a cpm of at most 3 places.");
        }
        readBillOn(price, value);
        return amount;
    }

    private static void readBillOn(Fields price, LineItemChanged value) {
        BillOn billOn = price.choice(BILL_ON, BILLING_EVENTS, BillOn.fetch);
        value.setBillOn(billOn);
        if (billOn != BillOn.fetch && value.getPriceModel() != PriceModel.cpm) {
            price.broken(BILL_ON, "bill_on", "Leave billOn out, or choose the model cpm.");
        }
    }

    static void write(LineItemChanged value, ObjectNode json) {
        ObjectNode price = json.putObject(PRICE);
        price.put(MODEL, Choices.nameOf(value.getPriceModel()));
        MoneyJson.write(price, AMOUNT, value.getPrice());
        if (value.getBillOn() != BillOn.fetch) {
            price.put(BILL_ON, Choices.nameOf(value.getBillOn()));
        }
        boolean unlimited =
                value.getDailyBudget() == null
                        && value.getLifetimeBudget() == null
                        && value.getDailyImpressions() == null;
        if (!unlimited) {
            ObjectNode budget = json.putObject(BUDGET);
            MoneyJson.write(budget, DAILY, value.getDailyBudget());
            MoneyJson.write(budget, LIFETIME, value.getLifetimeBudget());
            if (value.getDailyImpressions() != null) {
                budget.put(DAILY_IMPRESSIONS, value.getDailyImpressions());
            }
        }
    }
}
