package io.interlude.journal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class JsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":1e2}                | {"a":100}
                    {"a":-0}                 | {"a":0}
                    {"a":1.50}               | {"a":1.50}
                    {"a":1e300}              | {"a":1E+300}
                    {"a":[1e-300,2]}         | {"a":[1E-300,2]}
                    {"a":9223372036854775808}| {"a":9223372036854775808}
                    """)
    void writesNumbersAsTheyCame(String sent, String written) {
        JsonNode read = Json.MAPPER.readTree(sent);

        assertThat(Json.MAPPER.writeValueAsString(read)).isEqualTo(written);
        assertThat(Json.MAPPER.writeValueAsString(Map.of("b", read)))
                .isEqualTo("{\"b\":" + written + "}");
        assertThat(Json.outOfBounds(read)).isNull();
    }

    @Test
    void writesDecimalsOutsideOfTreesAlike() {
        assertThat(Json.MAPPER.writeValueAsString(Map.of("a", new BigDecimal("1e2"))))
                .isEqualTo("{\"a\":100}");
        assertThat(Json.MAPPER.writeValueAsString(Json.MAPPER.valueToTree(new BigDecimal("1e99"))))
                .isEqualTo("1E+99");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":1,"b":{"c":[0,{"d":1e309}]}} | b.c[1].d
                    {"a":[[1e-400]]}                  | a[0][0]
                    {"a":1e99999999999}               | a
                    {"a b":{"c":1e9999}}              | ''
                    {"a":{"<script>":1e9999}}         | a
                    {"a":12345678901234567890123456789012345} | a
                    """)
    void saysWhereANumberIsOutOfBounds(String json, String path) {
        assertThat(Json.outOfBounds(Json.MAPPER.readTree(json))).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":1e}",
                "{\"a\":0x1}"
            })
    void readsNothingThatIsNoNumberOfJson(String json) {
        assertThatThrownBy(() -> Json.MAPPER.readTree(json)).isInstanceOf(JacksonException.class);
    }

    @Test
    void readsAlikeFromEverySource() {
        String json = "{\"a\":1e99999999999,\"b\":" + "7".repeat(20_000) + "}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonNode read = Json.MAPPER.readTree(json);

        assertThat(Json.MAPPER.readTree(bytes)).isEqualTo(read);
        assertThat(Json.MAPPER.readTree(new ByteArrayInputStream(bytes))).isEqualTo(read);
        assertThat(Json.MAPPER.readTree(new StringReader(json))).isEqualTo(read);
        assertThat(Json.outOfBounds(read)).isEqualTo("a");
    }

    @Test
    void aBodyFullOfHugeExponentsIsNeverExpanded() {
        String json = "[" + "1e9999,".repeat(9_000) + "1]";

        JsonNode read = Json.MAPPER.readTree(json);

        assertThat(Json.MAPPER.writeValueAsString(read)).hasSizeLessThan(2 * json.length());
        assertThat(Json.outOfBounds(read)).isEqualTo("[0]");
    }

    /// As a body, as what was stored of it, and as another reader with binary64 sees it.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyAcceptedBodyIsReadWrittenAndAcceptedAgain(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            JsonNode body = Json.MAPPER.readTree(text(random));
            if (Json.outOfBounds(body) != null) {
                continue;
            }
            String stored = Json.MAPPER.writeValueAsString(body);
            JsonNode again = Json.MAPPER.readTree(stored);

            assertThat(Json.outOfBounds(again)).as("seed %s: %s", seed, stored).isNull();
            assertThat(Json.MAPPER.writeValueAsString(again)).isEqualTo(stored);
            JsonMapper.shared()
                    .readTree(stored)
                    .findValues("n")
                    .forEach(number -> assertThat(number.doubleValue()).isFinite());
        }
    }

    private static String text(SplittableRandom random) {
        ObjectNode body = Json.MAPPER.createObjectNode();
        ArrayNode items = body.putArray("items");
        StringBuilder raw = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            items.add(i);
            raw.append(",{\"n\":").append(number(random)).append('}');
        }
        return "{\"items\":[" + raw.substring(1) + "],\"at\":" + items + "}";
    }

    private static String number(SplittableRandom random) {
        String digits = Long.toString(random.nextLong());
        return switch (random.nextInt(5)) {
            case 0 -> digits;
            case 1 -> digits + "." + random.nextInt(1 << 30);
            case 2 -> digits + "e" + random.nextInt(-330, 300);
            case 3 -> digits + random.nextLong(1L << 62) + "e-" + random.nextInt(20);
            default -> "0." + "0".repeat(random.nextInt(40)) + random.nextInt(1 << 30);
        };
    }
}
