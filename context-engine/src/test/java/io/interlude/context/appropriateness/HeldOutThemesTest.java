package io.interlude.context.appropriateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.appropriateness.Training.HeldOut;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.suitability.SensitiveCategory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Judges examples whose themes the classifier has not seen, at the threshold in use.
class HeldOutThemesTest {
    private static final int FOLDS = 4;

    private static final Map<String, Double> DISTRESS = judgeAQuarter(Concern.DISTRESS);
    private static final Map<String, Double> SUITABILITY = judgeAQuarter(Concern.SUITABILITY);

    private static Map<String, Double> judgeAQuarter(Concern concern) {
        Cues cues = Cues.load(concern, Embedders.TOKENIZER, Embedders.VOCABULARY);
        Training training =
                new Training(concern, cues, Embedders.STATIC, EmbedderKind.STATIC.weights());
        double threshold = EmbedderKind.STATIC.declineAbove();
        return training.judgeFold(1, FOLDS, Training.PENALTY).stream()
                .collect(
                        Collectors.groupingBy(
                                one -> one.example().category(),
                                TreeMap::new,
                                Collectors.collectingAndThen(
                                        Collectors.toList(), all -> shareAbove(all, threshold))));
    }

    private static double shareAbove(List<HeldOut> judged, double threshold) {
        return judged.stream().filter(one -> one.judgement().score() > threshold).count()
                / (double) judged.size();
    }

    @Test
    void declinesMostOfEachSensitiveCategory() {
        for (SensitiveCategory category : Concern.DISTRESS.categories()) {
            assertThat(DISTRESS.get(category.label()))
                    .as("%s in %s", category, DISTRESS)
                    .isGreaterThan(0.5);
        }
    }

    /// Their few themes share hardly a word, so one teaches little of the next.
    @Test
    void declinesSomeOfTheNewerCategoriesUnseenThemes() {
        assertThat(SUITABILITY.get("dangerous")).as("%s", SUITABILITY).isGreaterThan(0.35);
        assertThat(SUITABILITY.get("adult")).as("%s", SUITABILITY).isGreaterThan(0.35);
    }

    @Test
    void servesInNearlyAllOrdinaryTalk() {
        for (Map<String, Double> categoryToDeclined : List.of(DISTRESS, SUITABILITY)) {
            assertThat(categoryToDeclined)
                    .containsKeys(
                            "ordinary_health", "figurative", "dark_topic_talk", "polite_support");
            categoryToDeclined.forEach((category, declined) -> {
                if (SensitiveCategory.ofLabel(category).isEmpty()) {
                    assertThat(declined)
                            .as("%s in %s", category, categoryToDeclined)
                            .isLessThan(0.15);
                }
            });
        }
    }
}
