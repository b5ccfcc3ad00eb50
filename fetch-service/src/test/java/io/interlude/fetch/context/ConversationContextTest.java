package io.interlude.fetch.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.context.Conversation;
import io.interlude.journal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;

class ConversationContextTest {
    private static Optional<ConversationContext> parse(String json) {
        return ConversationContext.parse(Json.MAPPER.readTree(json));
    }

    private static ConversationContext ofTurns(String... texts) {
        ArrayNode turns = Json.MAPPER.createArrayNode();
        for (String text : texts) {
            turns.addObject().put("text", text);
        }
        return ConversationContext.parse(turns).orElseThrow();
    }

    @Test
    void takesASummaryOrTurns() {
        assertThat(parse("\"planning a trip\"").orElseThrow().text()).isEqualTo("planning a trip");
        ConversationContext turns =
                parse("[{\"text\": \"hi\"}, {\"role\": \"assistant\", \"text\": \"hello\"}]")
                        .orElseThrow();
        assertThat(turns.text()).isEqualTo("hi\nhello");
        assertThat(turns.bytes()).isEqualTo(8);
        assertThat(turns.turns())
                .extracting(ConversationContext.Turn::role)
                .containsExactly("user", "assistant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5",
                "true",
                "{}",
                "{\"text\": \"a\"}",
                "[]",
                "[\"a\"]",
                "[{}]",
                "[{\"text\": 1}]",
                "[{\"role\": 1, \"text\": \"a\"}]",
                "[{\"text\": \"fine\"}, {\"role\": \"user\"}]",
                "\"\"",
                "\"  \"",
                "[{\"text\": \" \"}]"
            })
    void ignoresWhatIsMalformedOrEmpty(String json) {
        assertThat(parse(json)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "€", "😀", "a€😀é"})
    void cutsASummaryWithoutSplittingACharacter(String unit) {
        String text = unit.repeat(5_000);

        ConversationContext context = ConversationContext.ofSummary(text).orElseThrow();

        assertThat(text).startsWith(context.text());
        assertThat(context.bytes()).isBetween(4_093, ConversationContext.MAX_BYTES);
        assertThat(context.text().getBytes(StandardCharsets.UTF_8)).hasSize(context.bytes());
        assertThat(context.text()).doesNotContain("\uFFFD");
    }

    /// Family, flag, skin tone, letter with two accents, Devanagari, keycap.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67",
                "\ud83c\uddeb\ud83c\uddf7",
                "\ud83d\udc4d\ud83c\udffd",
                "e\u0301\u0323",
                "\u0915\u094d\u0937\u093f",
                "1\ufe0f\u20e3"
            })
    void aCutLeavesWhatAReaderSeesAsOneCharacterWhole(String character) {
        for (String before : List.of("", "x", "xy", "xyz")) {
            String text = before + character.repeat(2_000);

            String kept = ConversationContext.ofSummary(text).orElseThrow().text();

            assertThat(text).startsWith(kept);
            assertThat((kept.length() - before.length()) % character.length()).isZero();
            assertThat(kept.getBytes(StandardCharsets.UTF_8).length)
                    .isGreaterThan(ConversationContext.MAX_BYTES - 32);
        }
    }

    @Test
    void aSingleEndlessCharacterIsStillCut() {
        ConversationContext context =
                ConversationContext.ofSummary("e" + "\u0301".repeat(4_000)).orElseThrow();

        assertThat(context.bytes()).isEqualTo(4_095);
    }

    @ParameterizedTest
    @CsvSource({
        "user, USER",
        "User, USER",
        "'', USER",
        "assistant, ASSISTANT",
        "system, ASSISTANT",
        "tool, ASSISTANT",
        "bot, ASSISTANT"
    })
    void anyRoleButTheUsersSpeaksForTheApplication(String role, Conversation.Speaker speaker) {
        ArrayNode turns = Json.MAPPER.createArrayNode();
        turns.addObject().put("role", role).put("text", "hi");

        assertThat(ConversationContext.parse(turns).orElseThrow().conversation().turns())
                .extracting(Conversation.Turn::speaker)
                .containsExactly(speaker);
    }

    @Test
    void aTurnWithoutARoleIsTheUsers() {
        assertThat(parse("[{\"role\": null, \"text\": \"hi\"}, {\"text\": \"so\"}]"))
                .hasValueSatisfying(context ->
                        assertThat(context.conversation().turns())
                                .extracting(Conversation.Turn::speaker)
                                .containsOnly(Conversation.Speaker.USER));
    }

    @Test
    void keepsTheLatestTurns() {
        ConversationContext context = ofTurns("a".repeat(3_000), "b".repeat(3_000), "c");

        assertThat(context.text()).isEqualTo("b".repeat(3_000) + "\nc");
    }

    @Test
    void cutsALatestTurnThatIsTooLongAlone() {
        assertThat(ofTurns("old", "é".repeat(4_000)).text()).isEqualTo("é".repeat(2_048));
    }

    @Test
    void keepsTheLatestTurnsOfManyAndCountsThemAll() {
        String[] texts = new String[1_000];
        Arrays.setAll(texts, Integer::toString);

        ConversationContext context = ofTurns(texts);

        assertThat(context.turns()).hasSize(ConversationContext.MAX_TURNS);
        assertThat(context.text()).startsWith("936\n").endsWith("\n999");
        assertThat(context.userTurns()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isNeverLongerThanTheLimit(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            String[] texts = new String[random.nextInt(1, 30)];
            for (int t = 0; t < texts.length; t++) {
                texts[t] = "ü😀x".repeat(random.nextInt(1, 200));
            }
            ConversationContext context = ofTurns(texts);

            assertThat(context.bytes())
                    .isLessThanOrEqualTo(ConversationContext.MAX_BYTES)
                    .isEqualTo(context.text().getBytes(StandardCharsets.UTF_8).length);
            assertThat(texts[texts.length - 1]).startsWith(context.turns().getLast().text());
        }
    }

    @Test
    void printsWithoutItsWords() {
        ConversationContext context = ofTurns("my secret");

        assertThat(context.toString()).doesNotContain("secret");
        assertThat(context.turns().toString()).doesNotContain("secret");
    }
}
