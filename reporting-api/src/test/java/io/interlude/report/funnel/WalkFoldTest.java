package io.interlude.report.funnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.schema.AdFetched;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WalkFoldTest {
    private static final Instant FROM = Instant.parse("2026-03-02T09:00:00Z");
    private static final Instant TO = FROM.plusSeconds(3_600);
    private static final String CREATIVE = "flow-1";

    private final WalkFold fold = new WalkFold(CREATIVE, FROM, TO, _ -> {});

    @Test
    void tellsEachPathWithItsShareAndItsTimes() {
        for (int person = 0; person < 3; person++) {
            AdFetched ad = ad("yes-" + person, 1);
            add(ad, visit("hello"), 0);
            add(ad, visit("ask"), 100);
            add(ad, tap("yes"), 100 + 1_000 * (person + 1));
            add(ad, visit("shop"), 200 + 1_000 * (person + 1));
            add(ad, end(EventType.flow_complete, null), 200 + 1_000 * (person + 1));
        }
        AdFetched other = ad("no", 1);
        add(other, visit("hello"), 0);
        add(other, visit("ask"), 50);
        add(other, end(EventType.flow_abandon, "timeout"), 60_050);

        JsonNode told = json(fold.paths(null).paths(10));
        assertThat(told)
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                {"paths": [
                                  {"walks": 3, "share": 0.75, "end": "completed",
                                   "medianMillis": 2200, "p90Millis": 3200, "steps": [
                                    {"nodeId": "hello", "medianMillis": 0, "p90Millis": 0},
                                    {"nodeId": "ask", "medianMillis": 100, "p90Millis": 100},
                                    {"nodeId": "ask", "choiceId": "yes", "medianMillis": 2000, "p90Millis": 3000},
                                    {"nodeId": "shop", "medianMillis": 100, "p90Millis": 100}]},
                                  {"walks": 1, "share": 0.25, "end": "timeout",
                                   "medianMillis": 60050, "p90Millis": 60050, "steps": [
                                    {"nodeId": "hello", "medianMillis": 0, "p90Millis": 0},
                                    {"nodeId": "ask", "medianMillis": 50, "p90Millis": 50}]}],
                                 "otherPaths": 0, "otherWalks": 0}
                                """));
        assertThat(json(fold.paths(null).paths(1)).path("otherWalks").asInt()).isEqualTo(1);
        assertThat(json(fold.paths(null).tree()))
                .isEqualTo(
                        Json.MAPPER.readTree(
                                """
                                [{"id": 0, "nodeId": "hello", "walks": 4, "share": 1.0,
                                  "medianMillis": 0, "p90Millis": 0, "ends": {}, "handoffs": 0},
                                 {"id": 1, "parent": 0, "nodeId": "ask", "walks": 4, "share": 1.0,
                                  "medianMillis": 100, "p90Millis": 100, "ends": {"timeout": 1}, "handoffs": 0},
                                 {"id": 2, "parent": 1, "nodeId": "ask", "choiceId": "yes", "walks": 3, "share": 0.75,
                                  "medianMillis": 2000, "p90Millis": 3000, "ends": {}, "handoffs": 0},
                                 {"id": 3, "parent": 2, "nodeId": "shop", "walks": 3, "share": 0.75,
                                  "medianMillis": 100, "p90Millis": 100, "ends": {"completed": 3}, "handoffs": 0}]
                                """));
    }

    @Test
    void keepsVersionsApart() {
        add(ad("old", 1), visit("hello"), 0);
        add(ad("new", 2), visit("welcome"), 0);
        add(ad("newer", 2), visit("welcome"), 0);

        assertThat(fold.versionToWalks().toString()).isEqualTo("{2=2, 1=1}");
        assertThat(fold.paths(2).walks()).isEqualTo(2);
        assertThat(fold.paths(2).tree()).hasSize(1);
        assertThat(fold.paths(null).tree()).hasSize(2);
        assertThat(fold.paths(3).tree()).isEmpty();
        assertThat(fold.paths(3).paths(5)).containsEntry("paths", List.of());
    }

    /// Whatever order events come in, and whichever end is told twice.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesNotDependOnTheOrderInWhichEventsCome(long seed) {
        Random random = new Random(seed);
        List<JudgedEvent> events = new ArrayList<>();
        for (int person = 0; person < 50; person++) {
            AdFetched ad = ad("p-" + person, 1);
            int length = 1 + random.nextInt(2 * FunnelWalk.STEPS_MAX);
            for (int step = 0; step < length; step++) {
                events.add(judged(ad, visit("n" + random.nextInt(3)), step + 1));
            }
            if (random.nextBoolean()) {
                events.add(judged(ad, end(EventType.flow_complete, null), length));
                events.add(judged(ad, end(EventType.flow_abandon, "timeout"), length + 9));
            }
        }
        events.forEach(fold::add);
        Collections.shuffle(events, random);
        WalkFold shuffled = new WalkFold(CREATIVE, FROM, TO, _ -> {});
        events.forEach(shuffled::add);

        assertThat(shuffled.paths(null).tree()).isEqualTo(fold.paths(null).tree());
        assertThat(shuffled.paths(null).paths(200)).isEqualTo(fold.paths(null).paths(200));
    }

    /// Every walk is told once in the tree: where it ended, or beyond what is told.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void leavesOutTheLeastTakenAndTellsHowMany(long seed) {
        Random random = new Random(seed);
        Map<String, Integer> counts = new HashMap<>();
        for (int person = 0; person < 2_000; person++) {
            AdFetched ad = ad("p-" + person, 1);
            String path =
                    IntStream.range(0, 1 + random.nextInt(12))
                            .mapToObj(_ -> "n" + (random.nextInt(10) * random.nextInt(10) / 20))
                            .collect(Collectors.joining(" "));
            counts.merge(path, 1, Integer::sum);
            int at = 0;
            for (String node : path.split(" ", -1)) {
                add(ad, visit(node), at++);
            }
        }

        JsonNode tree = json(fold.paths(null).tree());
        assertThat(tree).hasSize(FlowPaths.TREE_MAX);
        int ended = 0;
        for (JsonNode step : tree) {
            ended += step.at("/ends/open").asInt() + step.path("otherWalks").asInt();
            assertThat(step.path("parent").asInt(-1)).isLessThan(step.path("id").asInt());
        }
        assertThat(ended).isEqualTo(2_000);
        JsonNode paths = json(fold.paths(null).paths(7));
        assertThat(paths.path("otherPaths").asInt()).isEqualTo(counts.size() - 7);
        List<Integer> most =
                counts.values().stream().sorted(Collections.reverseOrder()).limit(7).toList();
        assertThat(paths.path("paths").valueStream().map(path -> path.path("walks").asInt()))
                .containsExactlyElementsOf(most);
    }

    @Test
    void saysThatItLookedAtASample() {
        List<Long> bytes = new ArrayList<>();
        WalkFold small = new WalkFold(CREATIVE, FROM, TO, bytes::add, 1_000);
        for (int person = 0; person < 3_000; person++) {
            small.add(judged(ad("p-" + person, 1), visit("hello"), 0));
        }

        assertThat(small.sample()).isEqualTo(0.25);
        assertThat(small.paths(null).walks()).isBetween(600, 900);
        assertThat(bytes).hasSizeLessThanOrEqualTo(1_001 / 256 + 1);
    }

    @Test
    void leavesOutWhatDoesNotCount() {
        AdFetched ad = ad("a", 1);
        for (CountingVerdict verdict : CountingVerdict.values()) {
            if (verdict != CountingVerdict.COUNTED) {
                fold.add(judged(ad, visit("hello"), 0, verdict));
            }
        }
        AdFetched other = ad("b", 1);
        other.setCreativeId("flow-2");
        add(other, visit("hello"), 0);
        AdFetched early = ad("c", 1);
        early.setOccurredAt(FROM.minusMillis(1));
        add(early, visit("hello"), 10);
        AdFetched late = ad("d", 1);
        late.setOccurredAt(TO);
        add(late, visit("hello"), 0);

        assertThat(fold.paths(null).walks()).isZero();
        assertThatThrownBy(() -> fold.add(judged(ad, visit("hello"), 0, null)))
                .isInstanceOf(StateUnavailableException.class);
    }

    private static JsonNode json(Object value) {
        return Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(value));
    }

    private void add(AdFetched ad, FlowEventRecorded event, long afterMillis) {
        fold.add(judged(ad, event, afterMillis));
    }

    private static JudgedEvent judged(AdFetched ad, FlowEventRecorded event, long afterMillis) {
        return judged(ad, event, afterMillis, CountingVerdict.COUNTED);
    }

    private static JudgedEvent judged(
            AdFetched ad,
            FlowEventRecorded event,
            long afterMillis,
            @Nullable CountingVerdict verdict) {
        event.setOccurredAt(FROM.plusMillis(afterMillis));
        event.setFetchId(ad.getFetchId());
        TopicPartition place = new TopicPartition("ads.flow-events", 0);
        return new JudgedEvent(new PlacedRecord(place, 0, FROM, event), verdict, ad);
    }

    private static AdFetched ad(String fetchId, int version) {
        AdFetched ad = new AdFetched();
        ad.setFetchId(fetchId);
        ad.setCreativeId(CREATIVE);
        ad.setCreativeVersion(version);
        ad.setOccurredAt(FROM);
        return ad;
    }

    private static FlowEventRecorded visit(String nodeId) {
        return event(EventType.node_visit, nodeId);
    }

    private static FlowEventRecorded tap(String choiceId) {
        FlowEventRecorded tap = event(EventType.choice_tap, "ask");
        tap.setChoiceId(choiceId);
        return tap;
    }

    private static FlowEventRecorded end(EventType type, @Nullable String reason) {
        FlowEventRecorded end = event(type, null);
        end.setReason(reason);
        return end;
    }

    private static FlowEventRecorded event(EventType type, @Nullable String nodeId) {
        FlowEventRecorded event = new FlowEventRecorded();
        event.setEventId("e-1");
        event.setEventType(type);
        event.setOccurredAt(FROM);
        event.setReceivedAt(FROM);
        event.setOrgId("org-1");
        event.setSource(EventSource.api);
        event.setNodeId(nodeId);
        return event;
    }
}
