package io.interlude.report.funnel;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.schema.AdFetched;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FunnelFoldTest {
    private static final Instant FROM = Instant.parse("2026-03-02T09:00:00Z");
    private static final Instant TO = FROM.plusSeconds(3_600);

    private final FunnelFold fold = new FunnelFold("flow-1", FROM, TO);

    @Test
    void countsWhatHappenedAtEachNode() {
        add(step(EventType.node_visit, "hello"));
        add(step(EventType.node_visit, "ask"));
        add(step(EventType.node_visit, "ask"));
        add(tap("yes"));
        add(tap("yes"));
        add(tap("no"));
        FlowEventRecorded match = step(EventType.nlu_match, "ask");
        match.setIntent("later");
        add(match);
        add(end(EventType.flow_complete, 3));
        add(left("ask", "user_exit", 4));
        add(left(null, "unsupported_spec", null));

        assertThat(Json.MAPPER.writeValueAsString(fold.json()))
                .isEqualTo(
                        Json.MAPPER
                                .readTree(
                                        """
                                        {"creativeId": "flow-1", "from": "2026-03-02T09:00:00Z",
                                         "to": "2026-03-02T10:00:00Z",
                                         "nodes": [
                                          {"nodeId": "ask", "visits": 2,
                                           "choices": {"no": 1, "yes": 2},
                                           "intents": {"later": 1}, "exits": {"user_exit": 1}},
                                          {"nodeId": "hello", "visits": 1, "choices": {},
                                           "intents": {}, "exits": {}}],
                                         "completions": 1, "abandons": 2, "meanTurns": 3.5}
                                        """)
                                .toString());
    }

    @Test
    void leavesOutWhatDoesNotCount() {
        FlowEventRecorded visit = step(EventType.node_visit, "hello");
        for (CountingVerdict verdict : CountingVerdict.values()) {
            if (verdict != CountingVerdict.COUNTED) {
                fold.add(judged(visit, verdict, "flow-1"));
            }
        }
        fold.add(judged(visit, CountingVerdict.COUNTED, "flow-2"));
        fold.add(judged(visit, null, "flow-1"));
        FlowEventRecorded early = step(EventType.node_visit, "hello");
        early.setOccurredAt(FROM.minusMillis(1));
        add(early);
        FlowEventRecorded late = step(EventType.node_visit, "hello");
        late.setOccurredAt(TO);
        add(late);

        assertThat(fold.json()).containsEntry("nodes", List.of());
        assertThat(fold.json()).containsEntry("completions", 0L).containsEntry("meanTurns", 0.0);
    }

    private void add(FlowEventRecorded step) {
        fold.add(judged(step, CountingVerdict.COUNTED, "flow-1"));
    }

    private static JudgedEvent judged(
            FlowEventRecorded step, @Nullable CountingVerdict verdict, String creativeId) {
        AdFetched fetched = new AdFetched();
        fetched.setCreativeId(creativeId);
        return new JudgedEvent(
                new PlacedRecord(new TopicPartition("ads.flow-events", 0), 0, FROM, step),
                verdict,
                fetched);
    }

    private static FlowEventRecorded tap(String choiceId) {
        FlowEventRecorded tap = step(EventType.choice_tap, "ask");
        tap.setChoiceId(choiceId);
        return tap;
    }

    private static FlowEventRecorded end(EventType type, @Nullable Integer turns) {
        FlowEventRecorded end = step(type, null);
        end.setTurns(turns);
        return end;
    }

    private static FlowEventRecorded left(
            @Nullable String nodeId, String reason, @Nullable Integer turns) {
        FlowEventRecorded left = end(EventType.flow_abandon, turns);
        left.setLastNodeId(nodeId);
        left.setReason(reason);
        return left;
    }

    private static FlowEventRecorded step(EventType type, @Nullable String nodeId) {
        FlowEventRecorded step = new FlowEventRecorded();
        step.setEventId("e-1");
        step.setEventType(type);
        step.setOccurredAt(FROM);
        step.setReceivedAt(FROM);
        step.setOrgId("org-1");
        step.setSource(EventSource.api);
        step.setNodeId(nodeId);
        return step;
    }
}
