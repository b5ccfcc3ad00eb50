package io.interlude.manage.lineitem;

import io.interlude.manage.validation.Choices;
import io.interlude.manage.validation.Fields;
import io.interlude.schema.DeliveryGoal;
import io.interlude.schema.GoalMetric;
import io.interlude.schema.LineItemChanged;
import io.interlude.schema.Money;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// `goal` of a line item, exactly one of `{impressions: n}`, `{clicks: n}`, `{conversions: n}` and
/// `{spend: Money}`: what is to be delivered over a flight that ends.
final class GoalJson {
    private static final String GOAL = "goal";
    private static final String END_AT = "endAt";

    /// More than any order; the sum of many still fits 64 bits.
    private static final long LARGEST_COUNT = 1_000_000_000_000L;

    private static final List<GoalMetric> METRICS =
            Stream.of(GoalMetric.values()).filter(it -> it != GoalMetric.UNKNOWN).toList();

    private GoalJson() {}

    /// Reads it, after the flight and the price.
    static void read(Fields fields, LineItemChanged value) {
        Fields goal = fields.object(GOAL);
        if (goal == null) {
            return;
        }
        List<GoalMetric> given =
                METRICS.stream().filter(metric -> goal.has(Choices.nameOf(metric))).toList();
        if (given.size() == 1) {
            value.setGoal(read(goal, given.getFirst(), value.getPrice()));
        } else {
            fields.broken(
                    GOAL,
                    "exactly_one",
                    "Give exactly one of impressions, clicks, conversions and spend.");
        }
        if (!fields.has(END_AT)) {
            fields.broken(END_AT, "goal_needs_end", "Give the flight of a goal an endAt.");
        }
    }

    private static @Nullable DeliveryGoal read(
            Fields goal, GoalMetric metric, @Nullable Money price) {
        String name = Choices.nameOf(metric);
        Long amount =
                metric == GoalMetric.spend
                        ? micros(goal, name, price)
                        : goal.wholeNumber(name, 1, LARGEST_COUNT);
        return amount == null ? null : new DeliveryGoal(metric, amount);
    }

    private static @Nullable Long micros(Fields goal, String name, @Nullable Money price) {
        Money money = MoneyJson.readIn(goal, name, price);
        if (money == null) {
            return null;
        }
        if (money.getAmountMicros() == 0) {
            goal.broken(name + "." + MoneyJson.AMOUNT, "range", "Give more than nothing.");
            return null;
        }
        return money.getAmountMicros();
    }

    static void write(LineItemChanged value, ObjectNode json) {
        DeliveryGoal goal = value.getGoal();
        if (goal == null) {
            return;
        }
        ObjectNode written = json.putObject(GOAL);
        String name = Choices.nameOf(goal.getMetric());
        if (goal.getMetric() == GoalMetric.spend) {
            Money money = new Money(goal.getAmount(), value.getPrice().getCurrency());
            MoneyJson.write(written, name, money);
        } else {
            written.put(name, goal.getAmount());
        }
    }
}
