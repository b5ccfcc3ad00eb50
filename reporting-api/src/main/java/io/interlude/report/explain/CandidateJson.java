package io.interlude.report.explain;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.explain.CandidateTrace;
import io.interlude.domain.explain.CapReading;
import io.interlude.domain.explain.RuleTrace;
import io.interlude.domain.frequency.FrequencyCap;
import io.interlude.domain.money.Money;
import io.interlude.domain.number.Absent;
import io.interlude.domain.pacing.Goal;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.prediction.Prediction;
import io.interlude.domain.selection.Disqualification;
import io.interlude.domain.selection.SelectionVerdict;
import io.interlude.domain.selection.ShadowWin;
import io.interlude.domain.selection.Valuation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A candidate of a decision as clients see it.
final class CandidateJson {
    private CandidateJson() {}

    static Map<String, Object> of(CandidateTrace candidate) {
        LineItem lineItem = candidate.item().lineItem();
        SelectionVerdict verdict = candidate.verdict();
        return new JsonFields()
                .put("lineItemId", lineItem.id().value())
                .put("lineItemName", lineItem.name())
                .put("campaignId", lineItem.campaignId().value())
                .put("priority", lineItem.priority())
                .put("weight", lineItem.weight())
                .put("rule", verdict.wireName())
                .put("relevance", verdict.knownRelevance())
                .put("minRelevance", candidate.minRelevance())
                .put("urgency", verdict.knownUrgency())
                .put("value", value(candidate.verdict().valuation()))
                .put("pacing", pacing(candidate))
                .putUnlessEmpty(
                        "frequencyCaps", candidate.caps().stream().map(CandidateJson::cap).toList())
                .put("rules", candidate.rules().stream().map(CandidateJson::rule).toList())
                .map();
    }

    /// A shadow line item that would have been served.
    static Map<String, Object> of(ShadowWin shadow) {
        return new JsonFields()
                .put("lineItemId", shadow.lineItemId().value())
                .put("campaignId", shadow.campaignId().value())
                .put("relevance", Absent.toNullable(shadow.relevance()))
                .put("value", value(shadow.valuation()))
                .money("wouldSpend", shadow.spend().amountMicros(), shadow.spend().currency())
                .map();
    }

    /// What a fetch was worth, in units of the org's currency, and what that was reckoned from.
    private static @Nullable Map<String, Object> value(@Nullable Valuation valuation) {
        if (valuation == null) {
            return null;
        }
        Prediction prediction = valuation.prediction();
        return new JsonFields()
                .put("expected", Absent.toNullable(valuation.value()))
                .put("ranked", Absent.toNullable(valuation.rankedValue()))
                .put("engagementLift", valuation.engagementLift())
                .put("behindGoal", valuation.behind())
                .put("prediction", prediction == null ? null : PredictionJson.of(prediction))
                .map();
    }

    /// What was spent, beside what might be.
    private static @Nullable Map<String, Object> pacing(CandidateTrace candidate) {
        Spent spent = candidate.verdict().spent();
        if (spent == null) {
            return null;
        }
        LineItem lineItem = candidate.item().lineItem();
        String currency = lineItem.price().amount().currency();
        return new JsonFields()
                .put("mode", lineItem.pacing().name().toLowerCase(Locale.ROOT))
                .put("dayFetches", spent.dayFetches())
                .put("dailyImpressions", lineItem.budget().dailyFetches())
                .put("plannedImpressions", candidate.plannedFetches())
                .money("daySpend", spent.dayMicros(), currency)
                .money("daily", lineItem.budget().dailyMicros(), currency)
                .money("plannedSpend", candidate.plannedMicros(), currency)
                .put("lifetimeFetches", spent.lifetimeFetches())
                .money("lifetimeSpend", spent.lifetimeMicros(), currency)
                .money("lifetime", lineItem.budget().lifetimeMicros(), currency)
                .money("plannedLifetimeSpend", candidate.plannedLifetimeMicros(), currency)
                .put("goal", goal(candidate, spent))
                .put("instance", instance(spent.share()))
                .map();
    }

    private static @Nullable Map<String, Object> goal(CandidateTrace candidate, Spent spent) {
        LineItem lineItem = candidate.item().lineItem();
        Goal goal = lineItem.budget().goal();
        Long planned = candidate.plannedGoal();
        if (goal == null || planned == null) {
            return null;
        }
        long delivered = goal.metric().delivered(spent, lineItem.price().billOn());
        return new JsonFields()
                .put("metric", goal.metric().wireName())
                .put("amount", amount(goal, goal.amount()))
                .put("planned", amount(goal, planned))
                .put("delivered", amount(goal, delivered))
                .map();
    }

    /// Counts are numbers, money is a decimal string.
    private static Object amount(Goal goal, long amount) {
        return goal.metric() == Goal.Metric.SPEND ? Money.decimalString(amount) : amount;
    }

    private static @Nullable Map<String, Object> instance(InstanceShare share) {
        return share.equals(InstanceShare.ALL)
                ? null
                : new JsonFields()
                        .put("instances", share.instances())
                        .put("turn", share.turn())
                        .put("recentFetches", share.recentFetches())
                        .map();
    }

    private static Map<String, Object> cap(CapReading reading) {
        FrequencyCap cap = reading.cap();
        return new JsonFields()
                .put("scope", cap.scope().wireName())
                .put("id", DecisionJson.counterId(cap.scope(), reading.id()))
                .put("max", cap.max())
                .put("per", cap.per() == null ? "lifetime" : cap.per().toString())
                .put("used", reading.used())
                .put("full", reading.full())
                .put("freesAt", reading.freesAt() == null ? null : reading.freesAt().toString())
                .map();
    }

    private static Map<String, Object> rule(RuleTrace rule) {
        return new JsonFields()
                .put("rule", rule.rule().wireName())
                .put("verdict", rule.result().name().toLowerCase(Locale.ROOT))
                .putUnlessEmpty("found", rule.found().stream().map(CandidateJson::finding).toList())
                .map();
    }

    private static Map<String, Object> finding(Disqualification found) {
        return new JsonFields()
                .put("creativeId", found.creativeId() == null ? null : found.creativeId().value())
                .put("message", found.message())
                .put("expected", found.expected())
                .put("actual", found.actual())
                .map();
    }

    /// As a test fetch answers it.
    static List<Map<String, Object>> disqualifications(List<Disqualification> all) {
        return all.stream()
                .map(found -> {
                    JsonFields fields =
                            new JsonFields()
                                    .put("lineItemId", found.lineItemId().value())
                                    .put("lineItemName", found.lineItemName())
                                    .put(
                                            "creativeId",
                                            found.creativeId() == null
                                                    ? null
                                                    : found.creativeId().value())
                                    .put("rule", found.rule().wireName())
                                    .put("message", found.message())
                                    .put("expected", found.expected())
                                    .put("actual", found.actual());
                    return fields.map();
                })
                .toList();
    }
}
