package io.interlude.context.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.context.embedding.WeightedText;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContextWeightsTest {
    private static final Conversation CONVERSATION =
            new Conversation(
                    List.of(
                            new Turn(Speaker.USER, "one"),
                            new Turn(Speaker.ASSISTANT, "two"),
                            new Turn(Speaker.USER, "three")));

    @Test
    void latestTurnsAndTheUsersOwnWeighMost() {
        assertThat(new ContextWeights(0.5, 0.1).weigh(CONVERSATION))
                .containsExactly(
                        new WeightedText("one", 0.25),
                        new WeightedText("two", 0.05),
                        new WeightedText("three", 1));
    }

    @Test
    void anAssistantAloneSpeaksForTheUser() {
        Conversation alone =
                new Conversation(
                        List.of(
                                new Turn(Speaker.ASSISTANT, "one"),
                                new Turn(Speaker.ASSISTANT, "two")));

        assertThat(new ContextWeights(0.5, 0).weigh(alone))
                .containsExactly(new WeightedText("one", 0.5), new WeightedText("two", 1));
    }

    @Test
    void sharesOutsideTheirRangeAreRefused() {
        assertThatThrownBy(() -> new ContextWeights(1.1, 0))
                .hasMessageContaining("recency is not from 0 to 1: 1.1");
        assertThatThrownBy(() -> new ContextWeights(1, Double.NaN))
                .hasMessageContaining("assistant");
    }

    @Test
    void nothingPrintsWords() {
        assertThat(CONVERSATION.toString() + CONVERSATION.turns())
                .doesNotContain("one", "two", "three");
        assertThat(new WeightedText("one", 1).toString()).doesNotContain("one");
    }
}
