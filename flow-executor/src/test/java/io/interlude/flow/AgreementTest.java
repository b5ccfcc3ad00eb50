package io.interlude.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowRules;
import io.interlude.flow.JavaScriptExecutor.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Holds the two executors against each other, step for step.
class AgreementTest {
    private static final int FLOWS = 10_000;
    private static final int BATCH = 500;
    private static final String CANARY = "quokkavelvet";

    private final JavaExecutor java = new JavaExecutor();

    @Test
    void executorsAgreeOnTenThousandSoundFlows() {
        // when
        Map<String, Integer> seen = playAll(20_261, FLOWS, UnaryOperator.identity(), true);

        // then: the walks went everywhere
        assertThat(seen.keySet())
                .contains("complete", "user_exit", "timeout", "no_match")
                .contains("node_visit", "choice_tap", "nlu_match", "handoff_click")
                .contains("disclosure", "message", "choices", "link", "handoff", "closing", "again")
                .doesNotContain("unsupported_spec");
        assertThat(seen.values()).allMatch(count -> count > 200, "is seen often: " + seen);
    }

    @Test
    void executorsAgreeOnBrokenFlows() {
        // given
        SplittableRandom random = new SplittableRandom(7);

        // when
        Map<String, Integer> seen =
                playAll(20_262, 1_000, flow -> Damage.anywhere(flow, random), false);

        // then
        assertThat(seen.get("unsupported_spec")).isGreaterThan(100);
        assertThat(seen.get("complete")).isGreaterThan(100);
    }

    @Test
    void executorsTakeAnyTextForTheSameWords() {
        // given
        SplittableRandom random = new SplittableRandom(99);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            texts.add(Damage.anyText(random));
        }

        // when
        JsonNode words = JavaScriptExecutor.SHARED.words(texts);

        // then
        for (int i = 0; i < texts.size(); i++) {
            List<String> ours = Words.of(texts.get(i));
            assertThat(words.get(i).valueStream().map(JsonNode::stringValue))
                    .as(
                            "words of %s",
                            texts.get(i).codePoints().mapToObj(Integer::toHexString).toList())
                    .containsExactlyElementsOf(ours);
        }
    }

    /// Plays walks in both and compares them.
    ///
    /// @return how often each end, event type and kind of item was seen
    private Map<String, Integer> playAll(
            long seed, int flows, UnaryOperator<JsonNode> change, boolean sound) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> seen = new HashMap<>();
        for (int from = 0; from < flows; from += BATCH) {
            List<Walk> walks = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                JsonNode flow = change.apply(RandomFlow.next(random));
                walks.add(RandomWalk.next(flow, CANARY, random));
            }
            JsonNode played = JavaScriptExecutor.SHARED.playAll(walks);
            for (int i = 0; i < BATCH; i++) {
                compare(walks.get(i), played.get(i), sound, seen);
            }
        }
        return seen;
    }

    private void compare(Walk walk, JsonNode theirs, boolean sound, Map<String, Integer> seen) {
        JsonNode ours = java.play(walk.flow(), walk.surface(), walk.inputs(), walk.matches());
        if (!ours.equals(theirs)) {
            assertThat(theirs.toPrettyString())
                    .as("the walk %s", walk)
                    .isEqualTo(ours.toPrettyString());
        }
        if (sound) {
            assertThat(FlowRules.violations(FlowDrafts.of(walk.flow()))).isEmpty();
        }
        ServedFlow served = new ServedFlow(walk.flow());
        for (JsonNode step : ours) {
            if (sound) {
                served.check(step);
            }
            String kept = step.get("events").toString() + step.get("state");
            assertThat(kept).doesNotContain(CANARY);
            count(step, seen);
        }
    }

    private static void count(JsonNode step, Map<String, Integer> seen) {
        JsonNode state = step.get("state");
        String end = state.path("reason").asString(state.path("ended").asString(""));
        if (!end.isEmpty()) {
            seen.merge(end, 1, Integer::sum);
        }
        for (JsonNode event : step.get("events")) {
            seen.merge(event.get("eventType").stringValue(), 1, Integer::sum);
        }
        for (JsonNode item : step.get("present")) {
            seen.merge(item.get("kind").stringValue(), 1, Integer::sum);
            if (item.has("again")) {
                seen.merge("again", 1, Integer::sum);
            }
        }
    }
}
