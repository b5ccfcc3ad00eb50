package io.interlude.context.appropriateness;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.appropriateness.Training.HeldOut;
import io.interlude.context.embedding.Embedders;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.SensitiveCategory;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Judges examples whose themes the classifier has not seen, at the threshold in use.
class HeldOutThemesTest {
    private static final int FOLDS = 4;

    private static final Map<String, Double> CATEGORY_TO_DECLINED = judgeAQuarter();

    private static Map<String, Double> judgeAQuarter() {
        Cues cues = Cues.load(Embedders.TOKENIZER, Embedders.VOCABULARY);
        Training training =
                new Training(cues, Embedders.STATIC, EmbedderKind.STATIC.weights(), Example.load());
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
        for (SensitiveCategory category :
                EnumSet.range(SensitiveCategory.ABUSE, SensitiveCategory.SELF_HARM)) {
            assertThat(CATEGORY_TO_DECLINED.get(category.label()))
                    .as("%s in %s", category, CATEGORY_TO_DECLINED)
                    .isGreaterThan(0.45);
        }
    }

    /// Their few themes share hardly a word, so one teaches little of the next.
    @Test
    void declinesSomeOfTheNewerCategoriesUnseenThemes() {
        assertThat(CATEGORY_TO_DECLINED.get("dangerous")).isGreaterThan(0.4);
        assertThat(CATEGORY_TO_DECLINED.get("adult")).isGreaterThan(0.15);
    }

    @Test
    void servesInNearlyAllOrdinaryTalk() {
        assertThat(CATEGORY_TO_DECLINED)
                .containsKeys("ordinary_health", "figurative", "dark_topic_talk", "polite_support");
        CATEGORY_TO_DECLINED.forEach((category, declined) -> {
            if (SensitiveCategory.ofLabel(category).isEmpty()) {
                assertThat(declined)
                        .as("%s in %s", category, CATEGORY_TO_DECLINED)
                        .isLessThan(0.15);
            }
        });
    }
}
