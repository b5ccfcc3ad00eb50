package io.interlude.context.appropriateness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.averagingInt;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.embedding.Embedders;
import io.interlude.context.engine.EmbedderKind;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.suitability.SensitiveCategory;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Disasters told in plain words, complaints that keep their temper, letters about symptoms, and
/// strong feelings in small talk: none of these was learned from.
class PlainMomentsTest {
    private static final AppropriatenessClassifier CLASSIFIER =
            AppropriatenessClassifier.load(
                    Embedders.TOKENIZER,
                    Embedders.VOCABULARY,
                    Embedders.STATIC,
                    EmbedderKind.STATIC.declineAbove());

    private static int declined(String text) {
        var parts = EmbedderKind.STATIC.weights().weigh(Conversation.ofSummary(text));
        boolean declined =
                CLASSIFIER.judge(parts, Embedders.STATIC.embed(parts)).judgement().declined();
        return declined ? 1 : 0;
    }

    @Test
    void mostSensitiveMomentsAreDeclinedAndFewOthers() throws IOException {
        Map<String, Double> categoryToDeclined;
        try (InputStream file = PlainMomentsTest.class.getResourceAsStream("plain-moments.tsv")) {
            categoryToDeclined =
                    new String(Objects.requireNonNull(file).readAllBytes(), UTF_8)
                            .lines()
                            .map(line -> line.split("\t", 2))
                            .collect(
                                    groupingBy(
                                            row -> row[0], averagingInt(row -> declined(row[1]))));
        }

        assertThat(categoryToDeclined).containsKeys("disaster", "heated_support", "health_crisis");
        categoryToDeclined.forEach((category, declined) -> {
            boolean sensitive = SensitiveCategory.ofLabel(category).isPresent();
            assertThat(declined)
                    .as("%s in %s", category, categoryToDeclined)
                    .isBetween(sensitive ? 0.7 : 0.0, sensitive ? 1.0 : 0.1);
        });
    }
}
