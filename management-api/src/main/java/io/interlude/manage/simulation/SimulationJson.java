package io.interlude.manage.simulation;

import io.interlude.catalogue.key.Actor;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.simulation.SimulatedRow;
import io.interlude.domain.simulation.Simulation;
import io.interlude.journal.json.Json;
import io.interlude.schema.SimulationRecorded;
import io.interlude.web.refusal.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.node.ObjectNode;

/// Simulations as clients see them, and as records of `catalogue.simulations`.
final class SimulationJson {
    static final String RUNNING = "running";
    static final String DONE = "done";
    static final String FAILED = "failed";

    /// Rows that are kept of each list, those of the most fetches.
    static final int MOST_ROWS = 1_500;

    private static final TypeReference<LinkedHashMap<String, Object>> OBJECT =
            new TypeReference<>() {};
    private static final int MICROS_PLACES = 6;
    private static final int CLICK_PLACES = 3;
    private static final List<String> DETAILS = List.of("actual", "simulated", "changes");

    private SimulationJson() {}

    static Map<String, Object> of(SimulationJob job) {
        Map<String, Object> found = job.found();
        return found == null ? running(job.request(), job.progress()) : found;
    }

    private static Map<String, Object> running(SimulationRequest request, double progress) {
        Map<String, Object> body = head(request, RUNNING, progress);
        body.put("actual", List.of());
        body.put("simulated", List.of());
        body.put("unknownRelevance", null);
        return body;
    }

    private static Map<String, Object> head(
            SimulationRequest request, String status, double progress) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", request.id());
        body.put("status", status);
        body.put("progress", progress);
        body.put("from", request.from().toString());
        body.put("to", request.to().toString());
        body.put("changes", request.changes());
        body.put("startedAt", request.startedAt().toString());
        String changedBy = request.changedBy();
        if (changedBy != null) {
            body.put("changedBy", Actor.id(changedBy));
        }
        return body;
    }

    static Map<String, Object> done(SimulationRequest request, Simulation simulation, Instant now) {
        Map<String, Object> body = head(request, DONE, 1);
        body.put("finishedAt", now.toString());
        body.put("requests", simulation.requests());
        body.put("actual", rows(simulation.actual()));
        body.put("simulated", rows(simulation.simulated()));
        body.put("unknownRelevance", simulation.unknownRelevance());
        if (simulation.notAvailable() > 0) {
            body.put("notAvailable", simulation.notAvailable());
        }
        return body;
    }

    static Map<String, Object> failed(SimulationRequest request, Problem problem, Instant now) {
        Map<String, Object> body = running(request, 1);
        body.put("status", FAILED);
        body.put("finishedAt", now.toString());
        body.put("reason", problem.reason().wireName());
        body.put("description", problem.description());
        return body;
    }

    /// By line item and currency.
    private static List<Map<String, Object>> rows(List<SimulatedRow> byCreative) {
        Map<Key, Sum> sums = new LinkedHashMap<>();
        for (SimulatedRow row : byCreative) {
            sums.merge(
                    new Key(row.lineItemId(), row.currency()),
                    new Sum(row.fetches(), row.spentMicros(), row.expectedClicks()),
                    Sum::plus);
        }
        List<Map.Entry<Key, Sum>> most = new ArrayList<>(sums.entrySet());
        most.sort(
                Comparator.comparingLong((Map.Entry<Key, Sum> row) -> row.getValue().fetches())
                        .reversed());
        return most.stream().limit(MOST_ROWS).map(SimulationJson::row).toList();
    }

    private static Map<String, Object> row(Map.Entry<Key, Sum> row) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lineItemId", row.getKey().id().value());
        body.put("fetches", row.getValue().fetches());
        body.put(
                "spend",
                BigDecimal.valueOf(Math.round(row.getValue().micros()), MICROS_PLACES)
                        .toPlainString());
        body.put("currency", row.getKey().currency());
        body.put(
                "expectedClicks",
                BigDecimal.valueOf(row.getValue().clicks())
                        .setScale(CLICK_PLACES, RoundingMode.HALF_EVEN));
        return body;
    }

    /// The fields that lists show.
    static Map<String, Object> brief(Map<String, Object> whole) {
        Map<String, Object> body = new LinkedHashMap<>(whole);
        DETAILS.forEach(body::remove);
        return body;
    }

    static SimulationRecorded record(SimulationJob job, String instance, Instant now) {
        SimulationRequest request = job.request();
        Map<String, Object> found = job.found();
        SimulationRecorded record = new SimulationRecorded();
        record.setOrgId(request.orgId().value());
        record.setSimulationId(request.id());
        record.setInstance(instance);
        record.setRecordedAt(now.truncatedTo(ChronoUnit.MILLIS));
        record.setStartedAt(request.startedAt());
        record.setFrom(request.from());
        record.setTo(request.to());
        record.setChanges(Json.MAPPER.writeValueAsString(request.changes()));
        record.setChangedBy(request.changedBy());
        record.setStatus(found == null ? RUNNING : String.valueOf(found.get("status")));
        record.setProgress(job.progress());
        record.setFound(found == null ? null : Json.MAPPER.writeValueAsString(found));
        return record;
    }

    /// The simulation that another instance is to make again.
    static SimulationRequest request(SimulationRecorded record) {
        return new SimulationRequest(
                record.getSimulationId(),
                new OrgId(record.getOrgId()),
                record.getFrom(),
                record.getTo(),
                (ObjectNode) Json.MAPPER.readTree(record.getChanges()),
                record.getStartedAt(),
                record.getChangedBy());
    }

    /// As another instance makes it, or made it.
    static Map<String, Object> of(SimulationRecorded record) {
        @Nullable String found = record.getFound();
        return found == null
                ? running(request(record), record.getProgress())
                : Json.MAPPER.readValue(found, OBJECT);
    }

    private record Key(LineItemId id, String currency) {}

    private record Sum(long fetches, double micros, double clicks) {
        Sum plus(Sum other) {
            return new Sum(fetches + other.fetches, micros + other.micros, clicks + other.clicks);
        }
    }
}
