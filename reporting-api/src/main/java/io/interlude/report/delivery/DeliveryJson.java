package io.interlude.report.delivery;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.delivery.HeldBack;
import io.interlude.domain.delivery.LineItemDelivery;
import io.interlude.domain.money.Money;
import io.interlude.domain.pacing.Goal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The delivery of a line item as clients see it: counts are numbers, money is decimal strings.
final class DeliveryJson {
    private DeliveryJson() {}

    static Map<String, @Nullable Object> of(
            LineItemDelivery delivery, List<HeldBack.Share> stoppedBy) {
        LineItem lineItem = delivery.candidate().lineItem();
        String currency = lineItem.price().amount().currency();
        Goal.Metric metric = delivery.metric();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("lineItemId", lineItem.id().value());
        json.put("goal", goal(lineItem.budget().goal(), currency));
        if (metric == Goal.Metric.SPEND) {
            json.put("currency", currency);
        }
        json.put("delivered", amount(metric, delivery.delivered()));
        json.put("plannedByNow", amount(metric, delivery.planned()));
        json.put("index", delivery.index());
        json.put("expectedAtEnd", amount(metric, delivery.expectedAtEnd()));
        json.put("status", delivery.status().wireName());
        json.put("stoppedBy", stoppedBy.stream().map(DeliveryJson::share).toList());
        return json;
    }

    /// As the line item has it.
    private static @Nullable Map<String, Object> goal(@Nullable Goal goal, String currency) {
        if (goal == null) {
            return null;
        }
        Object amount =
                goal.metric() == Goal.Metric.SPEND
                        ? Map.of("amount", Money.decimalString(goal.amount()), "currency", currency)
                        : goal.amount();
        return Map.of(goal.metric().wireName(), amount);
    }

    private static @Nullable Object amount(Goal.Metric metric, @Nullable Long amount) {
        return amount == null || metric != Goal.Metric.SPEND ? amount : Money.decimalString(amount);
    }

    private static Map<String, Object> share(HeldBack.Share share) {
        return Map.of("rule", share.rule().wireName(), "share", share.share());
    }
}
