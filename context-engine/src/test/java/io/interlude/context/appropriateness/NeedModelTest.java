package io.interlude.context.appropriateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NeedModelTest {

    @Test
    void trainingGivesTheShippedWeightsToTheBit() throws IOException {
        AppropriatenessModel trained =
                new NeedTraining(Embedders.STATIC, EmbedderKind.STATIC.weights()).learn();

        String resource = NeedModel.resource(Embedders.STATIC);
        try (InputStream file = NeedModel.class.getResourceAsStream(resource)) {
            assertThat(trained.toBytes()).isEqualTo(Objects.requireNonNull(file).readAllBytes());
        }
    }

    @Test
    void examplesAreOfBothKindsAndNoneIsThereTwice() {
        List<Example> examples = Example.read(NeedModel.EXAMPLES);

        assertThat(examples).doesNotHaveDuplicates();
        for (String need : NeedModel.NEEDS) {
            assertThat(examples).filteredOn(e -> e.category().equals(need)).hasSizeGreaterThan(10);
        }
        assertThat(examples)
                .filteredOn(e -> !NeedModel.NEEDS.contains(e.category()))
                .hasSizeGreaterThan(250);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "which dishwasher is quiet and not too expensive?",
                "I need a cheap flight to Athens in July",
                "my washing machine broke, where can I have it repaired",
                "compare broadband offers for a student flat",
                "looking for guitar lessons for adults",
                "can you recommend a good dentist nearby"
            })
    void findsANeed(String text) {
        for (EmbedderKind kind : EmbedderKind.values()) {
            assertThat(need(kind, Conversation.ofSummary(text))).as("%s", kind).isBetween(0.5, 1.0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello, how is it going",
                "what is 12 percent of 250",
                "turn the volume down",
                "tell me a joke about penguins",
                "who discovered penicillin",
                "why does this java method throw an exception",
                "write a short poem about snow"
            })
    void findsNone(String text) {
        for (EmbedderKind kind : EmbedderKind.values()) {
            assertThat(need(kind, Conversation.ofSummary(text))).as("%s", kind).isBetween(0.0, 0.4);
        }
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void latestTurnLowersAndRaisesIt(EmbedderKind kind) {
        Turn wish = new Turn(Speaker.USER, "I need a hotel in Ghent for two nights");
        Turn sum = new Turn(Speaker.USER, "thanks. what is 17 times 4?");

        double before = need(kind, new Conversation(List.of(wish)));
        double after = need(kind, new Conversation(List.of(wish, sum)));
        double again = need(kind, new Conversation(List.of(wish, sum, wish)));

        assertThat(after).isLessThan(before);
        assertThat(again).isGreaterThan(after);
    }

    private static double need(EmbedderKind kind, Conversation conversation) {
        List<WeightedText> turns = kind.weights().weigh(conversation);
        return NeedModel.load(Embedders.of(kind)).need(turns, Embedders.of(kind).embed(turns));
    }
}
