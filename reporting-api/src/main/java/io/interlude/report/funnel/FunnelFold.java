package io.interlude.report.funnel;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.schema.FlowEventRecorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds up the steps of one creative's flow. Only counted events are in it: each id once, no test
/// and nothing that the flow cannot have. Used by one thread at a time.
final class FunnelFold {
    private final String creativeId;
    private final Instant from;
    private final Instant to;
    private final Map<String, Node> idToNode = new TreeMap<>();
    private long completions;
    private long abandons;
    private long ends;
    private long turns;

    /// @param from of the times at which events occurred, inclusive
    /// @param to exclusive
    FunnelFold(String creativeId, Instant from, Instant to) {
        this.creativeId = creativeId;
        this.from = from;
        this.to = to;
    }

    void add(JudgedEvent judged) {
        if (judged.verdict() == CountingVerdict.COUNTED
                && judged.fetched() != null
                && judged.fetched().getCreativeId().equals(creativeId)
                && judged.record().event() instanceof FlowEventRecorded step
                && !step.getOccurredAt().isBefore(from)
                && step.getOccurredAt().isBefore(to)) {
            add(step);
        }
    }

    private void add(FlowEventRecorded step) {
        switch (step.getEventType()) {
            case node_visit -> node(step.getNodeId()).visits++;
            case choice_tap -> increment(node(step.getNodeId()).choices, step.getChoiceId());
            case nlu_match -> increment(node(step.getNodeId()).intents, step.getIntent());
            case flow_complete -> {
                completions++;
                addTurns(step.getTurns());
            }
            case flow_abandon -> {
                abandons++;
                addTurns(step.getTurns());
                // A flow that was never run was left at no node.
                if (step.getLastNodeId() != null) {
                    increment(node(step.getLastNodeId()).exits, step.getReason());
                }
            }
            case handoff_click, UNKNOWN, fetch, no_fill, send, deliver, read -> {}
            case click, conversion, custom, feedback -> {}
        }
    }

    private void addTurns(@Nullable Integer taken) {
        if (taken != null) {
            ends++;
            turns += taken;
        }
    }

    private Node node(@Nullable String nodeId) {
        return idToNode.computeIfAbsent(nodeId == null ? "" : nodeId, _ -> new Node());
    }

    private static void increment(Map<String, Long> counts, @Nullable String name) {
        counts.merge(name == null ? "unknown" : name, 1L, Long::sum);
    }

    /// The funnel of the contract, most visited nodes first.
    Map<String, Object> json() {
        List<Map<String, Object>> nodes = new ArrayList<>();
        idToNode.entrySet().stream()
                .sorted(
                        Comparator.comparingLong(
                                (Map.Entry<String, Node> entry) -> -entry.getValue().visits))
                .forEach(entry -> nodes.add(entry.getValue().json(entry.getKey())));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("creativeId", creativeId);
        json.put("from", from.toString());
        json.put("to", to.toString());
        json.put("nodes", nodes);
        json.put("completions", completions);
        json.put("abandons", abandons);
        json.put("meanTurns", ends == 0 ? 0.0 : (double) turns / ends);
        return json;
    }

    private static final class Node {
        private long visits;
        private final Map<String, Long> choices = new TreeMap<>();
        private final Map<String, Long> intents = new TreeMap<>();
        private final Map<String, Long> exits = new TreeMap<>();

        private Map<String, Object> json(String nodeId) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("nodeId", nodeId);
            json.put("visits", visits);
            json.put("choices", choices);
            json.put("intents", intents);
            json.put("exits", exits);
            return json;
        }
    }
}
