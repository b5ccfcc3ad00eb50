package io.interlude.domain.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowNode.Action;
import io.interlude.domain.flow.FlowNode.ChoiceSet;
import io.interlude.domain.flow.FlowNode.Message;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FlowOutlineTest {
    private static final FlowOutline FLOW =
            new FlowOutline(
                    Map.of(
                            "hello", new Message(),
                            "size", new ChoiceSet(Set.of("small", "large"), Set.of("cheap")),
                            "signup", new Action(false, false),
                            "shop", new Action(false, true),
                            "chat", new Action(true, true)));

    static List<FlowStep> stepsOfTheFlow() {
        return List.of(
                new FlowStep.NodeVisited("hello"),
                new FlowStep.NodeVisited("size"),
                new FlowStep.NodeVisited("shop"),
                new FlowStep.ChoiceTapped("size", "large"),
                new FlowStep.IntentMatched("size", "cheap"),
                new FlowStep.Completed("shop"),
                new FlowStep.Completed("chat"),
                new FlowStep.Abandoned("hello"),
                new FlowStep.Abandoned(null),
                new FlowStep.HandoffClicked("chat"));
    }

    @ParameterizedTest
    @MethodSource("stepsOfTheFlow")
    void confirmsWhatCanHappen(FlowStep step) {
        assertThat(FLOW.mismatch(step)).isEmpty();
    }

    record Wrong(FlowStep step, String field) {}

    static List<Wrong> stepsOfAnotherFlow() {
        return List.of(
                new Wrong(new FlowStep.NodeVisited("bye"), "eventData.nodeId"),
                new Wrong(new FlowStep.ChoiceTapped("bye", "large"), "eventData.nodeId"),
                new Wrong(new FlowStep.ChoiceTapped("hello", "large"), "eventData.nodeId"),
                new Wrong(new FlowStep.ChoiceTapped("size", "cheap"), "eventData.choiceId"),
                new Wrong(new FlowStep.IntentMatched("bye", "cheap"), "eventData.nodeId"),
                new Wrong(new FlowStep.IntentMatched("shop", "cheap"), "eventData.nodeId"),
                new Wrong(new FlowStep.IntentMatched("size", "large"), "eventData.intent"),
                new Wrong(new FlowStep.Completed("bye"), "eventData.terminalNodeId"),
                new Wrong(new FlowStep.Completed("size"), "eventData.terminalNodeId"),
                new Wrong(new FlowStep.Completed("signup"), "eventData.terminalNodeId"),
                new Wrong(new FlowStep.Abandoned("bye"), "eventData.lastNodeId"),
                new Wrong(new FlowStep.HandoffClicked("bye"), "eventData.nodeId"),
                new Wrong(new FlowStep.HandoffClicked("shop"), "eventData.nodeId"));
    }

    @ParameterizedTest
    @MethodSource("stepsOfAnotherFlow")
    void namesWhatCannotHaveHappened(Wrong wrong) {
        assertThat(FLOW.mismatch(wrong.step()).map(FlowMismatch::field)).contains(wrong.field());
    }

    @Test
    void nothingHappensInAnAdThatIsNoFlow() {
        assertThat(FlowOutline.NONE.mismatch(new FlowStep.Abandoned(null)))
                .contains(FlowMismatch.NO_FLOW);
    }
}
