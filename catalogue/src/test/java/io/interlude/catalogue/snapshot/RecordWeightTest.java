package io.interlude.catalogue.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.record.CatalogueFixtures;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a value of targeting takes was measured: the tree and its index of 300 line items, with
/// object headers of 8 bytes, by the heap before and after.
class RecordWeightTest {
    private static final int VALUES = 1_000;

    @ParameterizedTest
    @CsvSource({
        "in, 100000, 93",
        "in, 100000.5, 92",
        "notIn, 100000, 66",
        "in, 12345678901234567100000987, 140",
        "in, \"v100000\", 109",
        "in, \"V100000\", 157"
    })
    void countsAValueAsWhatItTakesOnceCompiled(String op, String value, int measuredBytes) {
        assertValuesTake(
                measuredBytes,
                i -> value.replace("100000", Integer.toString(100_000 + i)),
                "{\"attribute\":\"a\",\"op\":\"" + op + "\",\"value\":[%s]}");
    }

    @ParameterizedTest
    @CsvSource({"eq, 325", "ne, 330", "gt, 246"})
    void countsALeafAsWhatItTakesOnceCompiled(String op, int measuredBytes) {
        assertValuesTake(
                measuredBytes,
                i -> "{\"attribute\":\"a\",\"op\":\"%s\",\"value\":%d}".formatted(op, 100_000 + i),
                "{\"all\":[%s]}");
    }

    /// @param bytes of the letter in memory
    /// @param foldedBytes of what it becomes
    @ParameterizedTest
    @CsvSource({
        "\u0390, 2, 6",
        "\u0130, 2, 4",
        "\u0149, 2, 4",
        "\uFB03, 2, 3",
        "\u00DF, 1, 2",
        "\u00B5, 1, 2"
    })
    void countsATextAsLongAsFoldingMakesIt(String letter, int bytes, int foldedBytes) {
        int letters = 250;
        String text = letter.repeat(letters);
        long counted =
                weight("{\"attribute\":\"a\",\"op\":\"in\",\"value\":[\"" + text + "\",\"b\"]}")
                        - weight("{\"attribute\":\"a\",\"op\":\"in\",\"value\":[\"\",\"b\"]}");

        // In the record, as it is booked, and folded.
        int inMemory = letters * (2 * bytes + foldedBytes);
        assertThat(counted).isBetween((long) inMemory, 2L * inMemory);
    }

    private static void assertValuesTake(
            int measuredBytes, IntFunction<String> value, String tree) {
        String values = IntStream.range(0, VALUES).mapToObj(value).collect(Collectors.joining(","));
        long counted = weight(tree.formatted(values)) - weight(tree.formatted(""));

        assertThat(counted / VALUES).isBetween(measuredBytes - 2L, 2L * measuredBytes);
    }

    private static long weight(String targeting) {
        return RecordWeight.of(
                CatalogueFixtures.aLineItem("li", "ca").setTargetingJson(targeting).build());
    }
}
