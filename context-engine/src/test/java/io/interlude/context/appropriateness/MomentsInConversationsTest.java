package io.interlude.context.appropriateness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import io.interlude.domain.suitability.SensitiveCategory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where in a conversation a sensitive moment is, and who speaks of it.
class MomentsInConversationsTest {
    private static final AppropriatenessClassifier CLASSIFIER =
            AppropriatenessClassifier.load(
                    Embedders.TOKENIZER,
                    Embedders.VOCABULARY,
                    Embedders.STATIC,
                    EmbedderKind.STATIC.declineAbove());

    private static final String LOSS = "my mother died last night and I can't stop crying";

    private static final List<Turn> TRIP =
            users(
                    "which museums are open on sunday?",
                    "how much is a day ticket for the tram?",
                    "can you recommend a restaurant with a view?",
                    "is there a boat tour in the evening?",
                    "what's the weather like at the weekend?",
                    "and where could we rent two bikes?",
                    "perfect, book them for ten please",
                    "what should the kids see in the harbour?",
                    "great, is the lighthouse open to visitors?",
                    "how long does the ferry to the island take?");

    @Test
    void aMomentLongPastNoLongerCounts() {
        Appropriateness judgement = judge(join(users(LOSS), TRIP, TRIP));

        assertThat(judgement.declined()).as("%s", judgement).isFalse();
    }

    @Test
    void aMomentJustPastStillCounts() {
        Appropriateness judgement =
                judge(join(users(LOSS), List.of(assistant("I'm so sorry.")), users("thank you")));

        assertThat(judgement.declined()).as("%s", judgement).isTrue();
    }

    @Test
    void aMomentAfterALongTalkCountsAtOnce() {
        Appropriateness judgement = judge(join(TRIP, TRIP, users(LOSS)));

        assertThat(judgement.declined()).as("%s", judgement).isTrue();
        assertThat(judgement.category()).isEqualTo(SensitiveCategory.GRIEF);
    }

    @Test
    void anAssistantsSympathyAfterASadTurnLeavesItSensitive() {
        Appropriateness judgement =
                judge(
                        join(
                                users("I want to die. I have the pills in my hand."),
                                List.of(
                                        assistant(
                                                "I'm glad that you told me. Please call the crisis"
                                                        + " line, you are not alone."))));

        assertThat(judgement.declined()).as("%s", judgement).isTrue();
        assertThat(judgement.category()).isEqualTo(SensitiveCategory.SELF_HARM);
    }

    @Test
    void conversationsOfAnAssistantAloneAreJudged() {
        assertThat(judge(List.of(assistant("Here are three hotels near the beach."))).declined())
                .isFalse();
        assertThat(judge(List.of(assistant("Your appointment is on Monday at nine."))).declined())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "?",
                "!!!!!!",
                "\uD83D\uDE00\uD83D\uDE00",
                "\uD800",
                "0 0 0",
                "Je cherche un hôtel pour deux nuits à Lyon, s'il vous plaît",
                "Quiero reservar una mesa para dos personas esta noche",
                "ホテルを予約したい",
                "хочу заказать такси в аэропорт"
            })
    void servesWhereNothingCanBeRead(String text) {
        assertThat(judge(users(text)).declined()).as(text).isFalse();
        assertThat(judge(join(users(text), users(text))).declined()).as(text).isFalse();
    }

    @Test
    void readsALongText() {
        String text = "where is the nearest bakery? ".repeat(5_000);

        assertThatCode(() -> judge(users(text))).doesNotThrowAnyException();
        assertThat(judge(users(text)).declined()).isFalse();
    }

    private static List<Turn> users(String... texts) {
        return Arrays.stream(texts).map(text -> new Turn(Speaker.USER, text)).toList();
    }

    private static Turn assistant(String text) {
        return new Turn(Speaker.ASSISTANT, text);
    }

    private static List<Turn> join(List<Turn> first, List<Turn> then, List<Turn> last) {
        return join(join(first, then), last);
    }

    private static List<Turn> join(List<Turn> first, List<Turn> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    private static Appropriateness judge(List<Turn> turns) {
        Embedder embedder = Embedders.STATIC;
        List<WeightedText> parts = EmbedderKind.STATIC.weights().weigh(new Conversation(turns));
        return CLASSIFIER.judge(parts, embedder.embed(parts)).judgement();
    }
}
