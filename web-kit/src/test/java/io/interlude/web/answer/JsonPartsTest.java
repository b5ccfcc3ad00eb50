package io.interlude.web.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.CharacterCodingException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class JsonPartsTest {
    private static final String GOOD = "{\"a\":[\"]},{\\\"\",{}]}";
    private static final int MOST = 10;

    static String[] beyondLimits() {
        return new String[] {
            "{\"a\":" + "[".repeat(70) + "]".repeat(70) + "}",
            "{\"a\":[" + "1,".repeat(17_000) + "1]}",
            "[" + "{},".repeat(9_000) + "1]",
            "{\"" + "n".repeat(60_000) + "\":1}",
            "{\"a\":{\"" + "é".repeat(60_000) + "\":1}}"
        };
    }

    @ParameterizedTest
    @MethodSource("beyondLimits")
    void aPartBeyondALimitIsLeftOutAlone(String bad) throws CharacterCodingException {
        byte[] text = text("{\"x\":[1],\"events\": [" + GOOD + ", " + bad + " ," + GOOD + "]}");

        Set<Integer> leftOut = JsonParts.of(text, "events", MOST).leaveOut();

        assertThat(leftOut).containsExactly(1);
        JsonNode events = JsonTree.parse(text).get("events");
        assertThat(events).hasSize(3);
        assertThat(events.get(1).isNull()).isTrue();
        assertThat(events.get(0).toString()).isEqualTo(GOOD);
        assertThat(events.get(2).toString()).isEqualTo(GOOD);
        assertThat(JsonTree.of(text).isTooMany(text.length)).isFalse();
    }

    @Test
    void theLargestAreLeftOutUntilTheRestIsWithinTheLimit() {
        String large = "[" + "1,".repeat(9_000) + "1]";
        String larger = "[" + "1,".repeat(10_000) + "1]";
        byte[] text = text("{\"events\":[" + large + "," + larger + "," + GOOD + "]}");

        assertThat(JsonParts.of(text, "events", MOST).leaveOut()).containsExactly(1);
    }

    @Test
    void partsWithoutRoomForNullStay() {
        String json = "{\"x\":[" + "1,".repeat(17_000) + "1],\"events\":[1,[]]}";
        byte[] text = text(json);

        assertThat(JsonParts.of(text, "events", MOST).leaveOut()).isEmpty();
        assertThat(new String(text, UTF_8)).isEqualTo(json);
    }

    @Test
    void aNameIsAsLongAsItsCharacters() {
        byte[] text = text("{\"events\":[{\"" + "é".repeat(50_000) + "\":1}]}");

        assertThat(JsonParts.of(text, "events", MOST).leaveOut()).isEmpty();
    }

    @Test
    void theLastArrayOfTheNameCounts() {
        String deep = "[".repeat(70) + "]".repeat(70);
        byte[] text = text("{\"events\":[" + deep + "],\"events\":[1," + deep + "]}");

        assertThat(JsonParts.of(text, "events", MOST).leaveOut()).containsExactly(1);
    }

    @Test
    void nothingIsLeftOutOfOtherArraysOrOfTooManyParts() {
        String deep = "[".repeat(70) + "]".repeat(70);

        assertThat(JsonParts.of(text("{\"other\":[" + deep + "]}"), "events", MOST).leaveOut())
                .isEmpty();
        assertThat(JsonParts.of(text("[{\"events\":[" + deep + "]}]"), "events", MOST).leaveOut())
                .isEmpty();
        String many = "1,".repeat(MOST) + deep;
        assertThat(JsonParts.of(text("{\"events\":[" + many + "]}"), "events", MOST).leaveOut())
                .isEmpty();
    }

    private static byte[] text(String json) {
        return json.getBytes(UTF_8);
    }
}
