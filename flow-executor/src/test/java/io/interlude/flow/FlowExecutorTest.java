package io.interlude.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the vectors do not show: how the executor stands in its host's code.
class FlowExecutorTest {
    private static final Map<String, Object> FLOW =
            Map.of(
                    "specVersion",
                    "1.0",
                    "entryNodeId",
                    "hello",
                    "metadata",
                    Map.of("advertiserName", "Harbour Bikes", "disclosureText", "Ad"),
                    "nodes",
                    List.of(
                            Map.of("id", "hello", "type", "message", "text", "Hi.", "next", "ask"),
                            Map.of(
                                    "id",
                                    "ask",
                                    "type",
                                    "choice-set",
                                    "prompt",
                                    "Save?",
                                    "choices",
                                    List.of(Map.of("id", "yes", "label", "Yes", "target", "save")),
                                    "intents",
                                    List.of(
                                            Map.of(
                                                    "intent",
                                                    "agree",
                                                    "description",
                                                    "agrees",
                                                    "examples",
                                                    List.of("sure", "go on"),
                                                    "target",
                                                    "save"))),
                            Map.of(
                                    "id",
                                    "save",
                                    "type",
                                    "action",
                                    "action",
                                    Map.of(
                                            "kind",
                                            "conversion",
                                            "conversionName",
                                            "saved",
                                            "value",
                                            2.5,
                                            "cur",
                                            "EUR"))));

    private final FlowExecutor executor = new FlowExecutor(Surface.WEB);

    @Test
    void givesTheMatcherTheIntentsOfTheChoiceSet() {
        // given
        List<Object> asked = new ArrayList<>();
        FlowExecutor own =
                new FlowExecutor(
                        Surface.WEB,
                        (text, intents) -> {
                            asked.add(text);
                            asked.addAll(intents);
                            return Optional.of("agree");
                        });

        // when
        WalkState state = own.start(FLOW).state();
        WalkStep step = own.step(FLOW, state, new Input.Text("why not"));

        // then
        assertThat(asked)
                .containsExactly(
                        "why not", new Intent("agree", "agrees", List.of("sure", "go on")));
        assertThat(step.state().ended()).isEqualTo(WalkState.End.COMPLETE);
    }

    @Test
    void passesTheMatchersExceptionOn() {
        // given
        FlowExecutor own =
                new FlowExecutor(
                        Surface.WEB,
                        (_, _) -> {
                            throw new IllegalStateException("model is away");
                        });
        WalkState state = own.start(FLOW).state();

        // then
        assertThatThrownBy(() -> own.step(FLOW, state, new Input.Text("sure")))
                .hasMessage("model is away");
    }

    @Test
    void takesNullsAnywhereInThePayload() {
        // given
        Map<String, Object> flow = new HashMap<>(FLOW);
        flow.put("nodes", null);

        // when
        WalkStep step = executor.start(flow);

        // then
        assertThat(step.state().reason()).isEqualTo(WalkState.Reason.UNSUPPORTED_SPEC);
        assertThat(step.present()).isEmpty();
    }

    @Test
    void wrapsAnEventForItsFetch() {
        // given
        FlowEvent event = executor.start(FLOW).events().getFirst();

        // then
        assertThat(event.body("native-1"))
                .isEqualTo(
                        Map.of(
                                "version",
                                2,
                                "eventType",
                                "node_visit",
                                "fetchEventId",
                                "native-1",
                                "eventData",
                                Map.of("nodeId", "hello")));
    }

    @Test
    void tellsTheConversionOfANodeWithoutReportingIt() {
        // given
        WalkState asked = executor.start(FLOW).state();

        // when
        WalkStep step = executor.step(FLOW, asked, new Input.Choice("yes"));

        // then
        assertThat(step.events()).extracting(FlowEvent::eventType).doesNotContain("conversion");
        assertThat(FlowExecutor.conversionAt(FLOW, "save"))
                .contains(Map.of("conversionName", "saved", "value", 2.5, "cur", "EUR"));
        assertThat(FlowExecutor.conversionAt(FLOW, "ask")).isEmpty();
        assertThat(FlowExecutor.conversionAt(FLOW, "nowhere")).isEmpty();
    }

    @Test
    void timesOutOnceAPersonHasBeenSilentLongEnough() {
        // given
        IdleTime idle = IdleTime.usualFor(Surface.WEB);
        Instant lastActiveAt = Instant.parse("2026-03-01T12:00:00Z");
        Instant due = lastActiveAt.plus(Duration.ofMinutes(10));
        WalkState asked = executor.start(FLOW).state();
        WalkState over = executor.step(FLOW, asked, new Input.Exit()).state();

        // then
        assertThat(idle.isOver(asked, lastActiveAt, due.minusMillis(1))).isFalse();
        assertThat(idle.isOver(asked, lastActiveAt, due)).isTrue();
        assertThat(idle.isOver(over, lastActiveAt, due)).isFalse();
        assertThat(IdleTime.usualFor(Surface.SMS).longest()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void printsNothingOfWhatThePersonTyped() {
        assertThat(new Input.Text("my secret")).hasToString("Text[9 characters]");
    }

    @Test
    void refusesAStateThatIsNone() {
        assertThatThrownBy(() -> WalkState.of(Map.of("nodeId", "ask")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WalkState.of(Map.of("turns", 1, "misses", 0, "ended", "maybe")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void countsTurnsUpToTheMostThatAnEventMayTell() {
        // given
        WalkState late = new WalkState("ask", 10_000, 0, null, null);
        Map<String, Object> loop = new HashMap<>(FLOW);
        loop.put("nodes", List.of(question()));

        // when
        WalkStep step = executor.step(loop, late, new Input.Choice("again"));

        // then
        assertThat(step.state().turns()).isEqualTo(10_000);
    }

    private static Map<String, Object> question() {
        return Map.of(
                "id",
                "ask",
                "type",
                "choice-set",
                "prompt",
                "More?",
                "choices",
                List.of(Map.of("id", "again", "label", "More", "target", "ask")));
    }
}
