package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnReadingsTest {
    private final List<String> asked = new ArrayList<>();
    private final TurnReadings readings = new TurnReadings();

    /// Texts that begin with `a` lie along the first axis, others along the second; a dash says
    /// nothing.
    private List<Embedding> ask(List<String> texts) {
        asked.addAll(texts);
        return texts.stream().map(text -> embedding(text, 2)).toList();
    }

    private static Embedding embedding(String text, int dimensions) {
        float[] vector = new float[text.equals("-") ? 0 : dimensions];
        if (vector.length > 0) {
            vector[text.startsWith("a") ? 0 : 1] = 1;
        }
        return Embedding.ofDirection(vector);
    }

    private static WeightedText part(String text, double weight) {
        return new WeightedText(text, weight);
    }

    @Test
    void aPartCountsByItsWeightAndTheRootOfItsLength() {
        Embedding reading =
                readings.read(List.of(part("aaaa", 1), part("b", 0.5), part("-", 1)), this::ask);

        assertThat(reading.value(0)).isCloseTo(4 * reading.value(1), within(1e-6f));
    }

    @Test
    void asksOnceForEachTextAndForNothingThatDoesNotCount() {
        readings.read(List.of(part("a", 1), part("b", 0), part(" ", 1)), this::ask);
        readings.read(List.of(part("a", 0.5), part("c", 1), part("-", 1)), this::ask);
        readings.read(List.of(part("c", 1), part("-", 1)), this::ask);

        assertThat(asked).containsExactly("a", "c", "-");
        assertThat(readings.read(List.of(), this::ask).isNone()).isTrue();
    }

    @Test
    void forgetsWhatWasNotUsedForLongest() {
        int eachIsOver4Kilobytes = 1_024;
        for (int i = 0; i < 8_000; i++) {
            readings.read(List.of(part("a" + i, 1)), texts -> longer(texts, eachIsOver4Kilobytes));
            readings.read(List.of(part("often", 1)), texts -> longer(texts, eachIsOver4Kilobytes));
        }
        asked.clear();

        readings.read(List.of(part("often", 1), part("a7999", 1), part("a0", 1)), this::ask);

        assertThat(asked).containsExactly("a0");
    }

    private static List<Embedding> longer(List<String> texts, int dimensions) {
        return texts.stream().map(text -> embedding(text, dimensions)).toList();
    }

    @Test
    void remembersNothingOfAReadingThatFailed() {
        assertThatThrownBy(() ->
                        readings.read(
                                List.of(part("a", 1)),
                                _ -> {
                                    throw new ReaderUnavailableException("absent");
                                }))
                .isInstanceOf(ReaderUnavailableException.class);

        assertThat(readings.read(List.of(part("a", 1)), this::ask).isNone()).isFalse();
    }
}
