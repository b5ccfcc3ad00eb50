package io.interlude.client;

import io.interlude.client.Http.Answer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The outcome of one event.
///
/// @param status 0 stands for no answer
record Outcome(int status, @Nullable String reason, @Nullable String message) {
    private static final int RECORDED = 201;

    /// Of each event of a request, in its order.
    static List<Outcome> of(int sent, Answer answer) {
        JsonNode results = answer.body().path("results");
        if (answer.status() != 200 || results.size() != sent) {
            Outcome all =
                    new Outcome(answer.status(), answer.text("reason"), answer.text("description"));
            return Collections.nCopies(sent, all);
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (JsonNode result : results) {
            outcomes.add(
                    new Outcome(
                            result.path("status").intValue(0),
                            result.path("reason").stringValue(null),
                            result.path("description").stringValue(null)));
        }
        return outcomes;
    }

    /// One problem for each reason.
    static Collection<Problem> problems(List<Outcome> outcomes) {
        Map<String, Problem> found = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome.status != RECORDED) {
                Problem problem = outcome.problem();
                found.merge(problem.reason(), problem, Outcome::sum);
            }
        }
        return found.values();
    }

    boolean worthAnotherTry() {
        return status == 0 || status == 429 || status >= 500;
    }

    private Problem problem() {
        String otherwise = worthAnotherTry() ? "unavailable" : "invalid_answer";
        return new Problem(
                "report",
                reason == null ? otherwise : reason,
                worthAnotherTry() ? 0 : 1,
                status == 0 ? null : status,
                message);
    }

    private static Problem sum(Problem one, Problem other) {
        return new Problem(
                one.operation(),
                one.reason(),
                one.lostEvents() + other.lostEvents(),
                other.status(),
                other.message());
    }
}
