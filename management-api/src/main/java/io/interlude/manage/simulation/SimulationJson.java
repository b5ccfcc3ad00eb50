package io.interlude.manage.simulation;

import io.interlude.catalogue.key.Actor;
import io.interlude.web.job.Job;
import io.interlude.web.refusal.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A simulation as clients see it.
final class SimulationJson {
    /// Fields that lists leave out.
    static final List<String> DETAILS = List.of("actual", "simulated", "changes");

    private SimulationJson() {}

    static Map<String, Object> of(Job<SimulationRequest, SimulationResult> job) {
        SimulationRequest request = job.request();
        Job.Outcome<SimulationResult> outcome = job.outcome();
        SimulationResult result = outcome == null ? null : outcome.result();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", job.id());
        body.put("status", status(outcome));
        body.put("progress", job.progress());
        body.put("from", request.from().toString());
        body.put("to", request.to().toString());
        body.put("changes", request.changes());
        body.put("startedAt", job.startedAt().toString());
        String changedBy = job.changedBy();
        if (changedBy != null) {
            body.put("changedBy", Actor.id(changedBy));
        }
        if (outcome != null) {
            body.put("finishedAt", outcome.at().toString());
        }
        if (result != null) {
            body.put("requests", result.requests());
        }
        body.put("actual", result == null ? List.of() : result.actual());
        body.put("simulated", result == null ? List.of() : result.simulated());
        body.put("unknownRelevance", result == null ? null : result.unknownRelevance());
        if (result != null && result.notAvailable() > 0) {
            body.put("notAvailable", result.notAvailable());
        }
        Problem problem = outcome == null ? null : outcome.problem();
        if (problem != null) {
            body.put("reason", problem.reason().wireName());
            body.put("description", problem.description());
        }
        return body;
    }

    static String status(Job.@Nullable Outcome<SimulationResult> outcome) {
        return outcome == null ? "running" : outcome.result() == null ? "failed" : "done";
    }
}
