package io.interlude.report.console;

import io.interlude.journal.json.Json;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// Answers that pages are shown, as the contract has them: a fetch with its decision, an audit that
/// runs until it is ended, a rotation, a funnel of no-fills and paths through a flow.
final class StubRoutes implements RouteGroup {
    static final String FETCH = "native-0196b7f0-0000-8000-8000-000000000001";

    private volatile boolean audited;
    private volatile String saved = "{\"items\": []}";

    /// Ends the audit, with a difference.
    void endAudit() {
        audited = true;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, "/v1/audits", _ -> json(202, AUDIT.formatted("running", 0)))
                .handle(
                        HttpMethod.GET,
                        "/v1/attributions",
                        _ ->
                                json(
                                        200,
                                        "{\"items\": [{\"id\": \"week\", \"name\": \"A week\", \"status\": \"current\"}]}"))
                .handle(HttpMethod.GET, "/v1/audits", _ -> json(200, "{\"items\": []}"))
                .handle(HttpMethod.GET, "/v1/audits/{id}", _ -> audit())
                .handle(HttpMethod.GET, "/v1/journal/{messageId}", StubRoutes::life)
                .handle(
                        HttpMethod.GET,
                        "/v1/journal/{messageId}/decision",
                        _ -> json(200, DECISION))
                .handle(
                        HttpMethod.GET,
                        "/v1/reports/rotation/{lineItemId}",
                        _ -> json(200, ROTATION))
                .handle(
                        HttpMethod.GET,
                        "/v1/reports/flows/{creativeId}/paths",
                        _ -> json(200, PATHS))
                .handle(HttpMethod.GET, "/v1/reports/delivery", _ -> json(200, DELIVERY))
                .handle(HttpMethod.GET, "/v1/reports/no-fill", _ -> json(200, NO_FILL))
                .handle(HttpMethod.GET, "/v1/corrections", _ -> json(200, CORRECTIONS))
                .handle(HttpMethod.GET, "/v1/manage/saved-reports", _ -> json(200, saved))
                .handle(HttpMethod.POST, "/v1/manage/saved-reports", this::save);
    }

    private Mono<ServerResponse> save(ServerRequest request) {
        return request.bodyToMono(String.class)
                .flatMap(body -> {
                    String kept = body.replaceFirst("\\{", "{\"id\": \"one\", ");
                    saved = "{\"items\": [" + kept + "]}";
                    return json(201, kept);
                });
    }

    private Mono<ServerResponse> audit() {
        return json(200, audited ? FAILED_AUDIT : AUDIT.formatted("running", 0.25));
    }

    private static Mono<ServerResponse> life(ServerRequest request) {
        if (!request.pathVariable("messageId").equals(FETCH)) {
            throw Problem.of(Reason.NOT_FOUND, "Your org has no fetch with this id.").exception();
        }
        return json(200, LIFE);
    }

    private static Mono<ServerResponse> json(int status, String body) {
        return Answers.json(status, Json.MAPPER.readTree(body));
    }

    private static final String CORRECTIONS =
            """
            {"items": [{"correctionId": "c-1", "reason": "clicks of a bot", "events": 12,
              "correctedAt": "2026-03-01T10:00:00Z", "changedBy": "ops-key"}]}
            """;

    private static final String AUDIT =
            """
            {"id": "audit-1", "status": "%s", "progress": %s, "from": "2026-03-01T00:00:00Z",
             "to": "2026-03-02T00:00:00Z", "differences": []}\
            """;

    private static final String FAILED_AUDIT =
            """
            {"id": "audit-1", "status": "failed", "progress": 1, "from": "2026-03-01T00:00:00Z",
             "to": "2026-03-02T00:00:00Z", "records": 12345, "cells": 77, "parts": {"checked": 4},
             "manifests": {"verified": 12, "unsealed": 1, "notAvailable": 0, "brokenCount": 1,
                           "broken": [{"topic": "ads.clicks", "partition": 3, "problem": "added_records",
                                       "hour": "2026-03-01T09:00:00Z", "firstOffset": 70, "lastOffset": 90,
                                       "description": "There are more."}]},
             "differences": [{"cause": "cell_changed", "description": "The cell was changed.",
                              "metric": "uniqueClicks", "served": 8, "replayed": 7,
                              "granularity": "hour", "start": "2026-03-01T09:00:00Z",
                              "lineItem": "<b>li-1</b>", "newField": "kept"}]}\
            """;

    private static final String LIFE =
            """
            {"messageId": "%s", "complete": true, "readTo": "2026-04-02T00:00:00Z", "items": [
             {"eventId": "e1", "eventType": "fetch", "messageId": "m", "verdict": "counted",
              "occurredAt": "2026-03-01T09:00:00Z", "receivedAt": "2026-03-01T09:00:00Z",
              "journaledAt": "2026-03-01T09:00:00Z", "lineItemId": "li-1", "creativeId": "cr-1",
              "creativeVersion": 2, "adUnit": "home", "format": "native", "priceModel": "cpm",
              "billed": {"amount": "0.004", "currency": "USD"}},
             {"eventId": "e2", "eventType": "click", "messageId": "m", "verdict": "repeat",
              "occurredAt": "2026-03-01T09:01:05Z", "receivedAt": "2026-03-01T09:01:05Z",
              "journaledAt": "2026-03-01T09:01:05Z", "lineItemId": "li-1", "actionIndex": 0}]}\
            """
                    .formatted(FETCH);

    private static final String DECISION =
            """
            {"filled": true, "lineItemId": "li-1", "candidateCount": 2, "unknownPart": {"seen": true},
             "candidates": [
              {"lineItemId": "li-1", "lineItemName": "Readers", "priority": 4, "rule": "served",
               "relevance": 0.71, "rules": [{"rule": "status", "verdict": "passed"}]},
              {"lineItemId": "li-2", "lineItemName": "Others", "priority": 8, "rule": "relevance"}],
             "disqualifications": [{"lineItemId": "li-2", "rule": "relevance",
               "message": "It is about something else.", "expected": 0.35, "actual": 0.1}],
             "recomputed": {"matches": false,
               "differences": [{"what": "creativeId", "recorded": "cr-1", "recomputed": "cr-2"}]}}\
            """;

    private static final String ROTATION =
            """
            {"lineItemId": "li-1", "policy": "adaptive", "creatives": [
             {"creativeId": "cr-1", "fetches": 1200, "engagements": 88, "share": 0.72, "floor": 0.05,
              "posterior": {"alpha": 89, "beta": 1113, "mean": 0.074, "low": 0.062, "high": 0.087}},
             {"creativeId": "cr-2", "fetches": 0, "engagements": 0, "share": 0.28}]}\
            """;

    private static final String DELIVERY =
            """
            {"items": [
             {"lineItemId": "li-1", "goal": {"impressions": 120000}, "delivered": 41200,
              "plannedByNow": 45000, "index": 0.916, "expectedAtEnd": 109867, "status": "behind",
              "stoppedBy": [{"rule": "frequency_cap", "share": 0.61}]},
             {"lineItemId": "li-2", "goal": null, "delivered": 7, "plannedByNow": null,
              "index": null, "expectedAtEnd": null, "status": "on_track", "stoppedBy": []}]}\
            """;

    private static final String NO_FILL =
            """
            {"rows": [{"requests": 2000, "eligible": 1900, "matched": 1500, "served": 1400,
              "noFills": 600, "reasons": {"no_demand": 400, "frequency_capped": 200}}]}\
            """;

    /// What [io.interlude.report.funnel.FunnelHandler] tells of a flow.
    private static final String PATHS =
            """
            {"creativeId": "flow-1", "from": "2026-03-01T00:00:00Z", "to": "2026-03-02T00:00:00Z",
             "versions": [{"version": 2, "walks": 1000}, {"version": 1, "walks": 400}],
             "version": 2, "walks": 1000, "ends": {"completed": 640, "timeout": 200, "open": 100, "user_exit": 60},
             "paths": [
              {"walks": 480, "share": 0.48, "end": "completed", "medianMillis": 9400, "p90Millis": 31000, "steps": [
               {"nodeId": "hello", "medianMillis": 0, "p90Millis": 0},
               {"nodeId": "size", "medianMillis": 3100, "p90Millis": 8000},
               {"nodeId": "size", "choiceId": "small", "medianMillis": 6300, "p90Millis": 22000},
               {"nodeId": "shop", "medianMillis": 40, "p90Millis": 90}]},
              {"walks": 200, "share": 0.2, "end": "timeout", "medianMillis": 600000, "p90Millis": 600000, "steps": [
               {"nodeId": "hello", "medianMillis": 0, "p90Millis": 0},
               {"nodeId": "size", "medianMillis": 2900, "p90Millis": 8200}]}],
             "otherPaths": 12, "otherWalks": 320,
             "tree": [
              {"id": 0, "nodeId": "hello", "walks": 1000, "share": 1, "medianMillis": 0, "p90Millis": 0, "ends": {"open": 40}, "handoffs": 0},
              {"id": 1, "parent": 0, "nodeId": "size", "walks": 960, "share": 0.96, "medianMillis": 3100, "p90Millis": 8000, "ends": {"timeout": 200, "user_exit": 60}, "handoffs": 0},
              {"id": 2, "parent": 1, "nodeId": "size", "choiceId": "small", "walks": 500, "share": 0.5, "medianMillis": 6300, "p90Millis": 22000, "ends": {"open": 20}, "handoffs": 0},
              {"id": 3, "parent": 2, "nodeId": "shop", "walks": 480, "share": 0.48, "medianMillis": 40, "p90Millis": 90, "ends": {"completed": 480}, "handoffs": 0},
              {"id": 4, "parent": 1, "nodeId": "size", "intent": "large", "walks": 180, "share": 0.18, "medianMillis": 12300, "p90Millis": 40000, "ends": {}, "handoffs": 0, "otherWalks": 20},
              {"id": 5, "parent": 4, "nodeId": "a-node-with-a-rather-long-name", "walks": 160, "share": 0.16, "medianMillis": 40, "p90Millis": 90, "ends": {"completed": 160}, "handoffs": 30},
              {"id": 6, "parent": 1, "nodeId": "size", "choiceId": "later", "walks": 20, "share": 0.02, "medianMillis": 900, "p90Millis": 9000, "ends": {"open": 20}, "handoffs": 0}]}
            """;
}
