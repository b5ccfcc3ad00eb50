package io.interlude.context.appropriateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import io.interlude.domain.suitability.SensitiveCategory;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppropriatenessTest {

    @ParameterizedTest
    @EnumSource(Concern.class)
    void trainingGivesTheShippedWeightsToTheBit(Concern concern) throws IOException {
        Cues cues = Cues.load(concern, Embedders.TOKENIZER, Embedders.VOCABULARY);

        AppropriatenessModel trained =
                new Training(concern, cues, Embedders.STATIC, EmbedderKind.STATIC.weights())
                        .learn();

        String resource = AppropriatenessModel.resource(concern, Embedders.STATIC.dimensions());
        try (InputStream file = AppropriatenessModel.class.getResourceAsStream(resource)) {
            assertThat(trained.toBytes()).isEqualTo(Objects.requireNonNull(file).readAllBytes());
        }
    }

    @Test
    void everyCategoryHasExamplesAndSoHasOrdinaryTalk() {
        List<Example> examples = Example.load(Concern.SUITABILITY);

        for (SensitiveCategory category : SensitiveCategory.values()) {
            assertThat(examples)
                    .filteredOn(e -> e.category().equals(category.label()))
                    .hasSizeGreaterThan(100);
        }
        assertThat(examples)
                .filteredOn(e -> SensitiveCategory.ofLabel(e.category()).isEmpty())
                .hasSizeGreaterThan(1_300);
        assertThat(examples).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GRIEF | my grandmother died last night and I can't stop crying",
                "SELF_HARM | I want to kill myself, there is no reason to go on",
                "HEALTH_CRISIS | my father had a heart attack and is in intensive care",
                "ABUSE | my boyfriend beat me again and I'm afraid to go home",
                "DISASTER | the flood has taken our house and we are trapped on the roof",
                "DISASTER | my house burned down in the wildfire",
                "HEATED_SUPPORT | this is unacceptable, you stole my money, give me a supervisor now!!",
                "MENTAL_DISTRESS | I feel hopeless and worthless and have panic attacks every day"
            })
    void declinesSensitiveMomentsAndNamesThem(SensitiveCategory category, String text) {
        for (EmbedderKind kind : EmbedderKind.values()) {
            Appropriateness judgement = judge(kind, Conversation.ofSummary(text));

            assertThat(judgement.declined()).as("%s %s", kind, judgement).isTrue();
            assertThat(judgement.category()).as("%s", kind).isEqualTo(category);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "which stretches help after a long run?",
                "compare life insurance for a family with two kids",
                "recommend a sad film with a good cast",
                "good morning, could you please check where my parcel is? thank you",
                "this comedian is killing it, I'm dying to get tickets",
                "what vitamins should I take in winter",
                "who wrote the best crime novels of the last century?",
                "I'm a little nervous about my driving test",
                "book a table for two on friday",
                "how do I kill a process in linux"
            })
    void servesInOrdinaryTalk(String text) {
        for (EmbedderKind kind : EmbedderKind.values()) {
            assertThat(judge(kind, Conversation.ofSummary(text)))
                    .as("%s", kind)
                    .matches(judgement -> !judgement.declined());
        }
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void latestTurnsDecide(EmbedderKind kind) {
        List<Turn> ordinary =
                Stream.of(
                                "how far is the airport from the centre?",
                                "and is there a train to the beach?",
                                "great, which museum should I see first?",
                                "I would like two tickets for the boat tour please")
                        .map(text -> new Turn(Speaker.USER, text))
                        .toList();
        Turn loss = new Turn(Speaker.USER, "my mother died today, I can't stop crying");

        assertThat(judge(kind, new Conversation(with(ordinary, loss))).declined()).isTrue();
        assertThat(judge(kind, new Conversation(with(List.of(loss), ordinary))).score())
                .isLessThan(judge(kind, new Conversation(with(ordinary, loss))).score());
    }

    private static List<Turn> with(List<Turn> turns, Turn last) {
        return with(turns, List.of(last));
    }

    private static List<Turn> with(List<Turn> first, List<Turn> last) {
        return Stream.concat(first.stream(), last.stream()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "我想预订一家酒店", "Ich suche ein Hotel für zwei Nächte"})
    void servesWhereNothingCanBeRead(String text) {
        for (EmbedderKind kind : EmbedderKind.values()) {
            assertThat(judge(kind, Conversation.ofSummary(text)).declined()).isFalse();
        }
    }

    /// It speaks of distress too, which an org may leave out: no moment is ordinary for that.
    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void aCategoryThatIsAskedAboutAloneStillDeclinesWhatItNames(EmbedderKind kind) {
        Conversation loss =
                Conversation.ofSummary(
                        "My mother died yesterday and I am devastated, I cannot stop crying");

        assertThat(moment(kind, loss).category(Set.of(SensitiveCategory.GRIEF)))
                .isEqualTo(SensitiveCategory.GRIEF);
        assertThat(moment(kind, loss).category(Set.of(SensitiveCategory.POLITICS))).isNull();
    }

    private static Appropriateness judge(EmbedderKind kind, Conversation conversation) {
        return moment(kind, conversation).judgement();
    }

    private static JudgedMoment moment(EmbedderKind kind, Conversation conversation) {
        Embedder embedder = Embedders.of(kind);
        AppropriatenessClassifier classifier =
                AppropriatenessClassifier.load(
                        Embedders.TOKENIZER, Embedders.VOCABULARY, embedder, kind.declineAbove());
        List<WeightedText> parts = kind.weights().weigh(conversation);
        return classifier.judge(parts, embedder.embed(parts));
    }
}
