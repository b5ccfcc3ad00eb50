package io.interlude.web.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
    private static JsonTree of(String json) {
        return JsonTree.of(json.getBytes(UTF_8));
    }

    @Test
    void countsWhatStandsOutsideOfTexts() {
        String text = "{\"a\":\"" + "[{,:\\\"}]".repeat(1_000) + "\"}";

        assertThat(of(text).heapBytes()).isEqualTo(120 + 40 + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{},", "[],", "1,", "\"\",", "{\"\":1},", "[[]],"})
    void manyTinyValuesAreTooMany(String value) {
        String json = "[" + value.repeat(1 << 20) + "1]";

        assertThat(of(json).isTooMany(json.length())).isTrue();
    }

    @Test
    void aFullImportIsNotTooMuch() {
        String resource =
                "{\"id\":\"line-item-000001\",\"name\":\"Readers, spring\",\"priority\":5,"
                        + "\"status\":\"active\",\"caps\":[{\"scope\":\"subscriber\",\"limit\":3}]},";
        String json = "[" + resource.repeat((8 << 20) / resource.length()) + "{}]";
        JsonTree tree = of(json);

        assertThat(tree.isTooMany(json.length())).isFalse();
        assertThat(tree.heapBytes())
                .as("what an org may hold in a service of its own")
                .isLessThan(64L << 20);
    }
}
