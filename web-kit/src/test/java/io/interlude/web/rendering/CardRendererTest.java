package io.interlude.web.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.interlude.domain.catalogue.CreativeContent.Card;
import io.interlude.domain.catalogue.CreativeContent.CardAction;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CardRendererTest {
    private static final String URL = "https://il.example/c/token";

    private static Card card(String title, @Nullable String subtitle, @Nullable String smsText) {
        return new Card(
                title,
                subtitle,
                "https://x.example/i.png",
                "An image",
                smsText,
                "Sponsored",
                List.of(
                        new CardAction("Book", "https://x.example/a"),
                        new CardAction("Call", "https://x.example/b")));
    }

    private static String click(int index) {
        return URL + index;
    }

    @Test
    void nativeCardHasEveryFieldAndOnlyClickUrls() {
        Rendering.NativeCard card =
                CardRenderer.nativeCard(card("Title", "Copy", null), CardRendererTest::click);

        assertThat(card)
                .isEqualTo(
                        new Rendering.NativeCard(
                                "Title",
                                "Copy",
                                "https://x.example/i.png",
                                "An image",
                                "Sponsored",
                                List.of(
                                        new Rendering.Link("Book", URL + 0),
                                        new Rendering.Link("Call", URL + 1))));
    }

    @Test
    void disclosureLeadsThePlatformCardsSubtitle() {
        assertThat(
                        CardRenderer.platformCard(
                                        card("Title", "Copy", null), CardRendererTest::click)
                                .subtitle())
                .isEqualTo("Sponsored · Copy");
        assertThat(
                        CardRenderer.platformCard(
                                        card("Title", null, null), CardRendererTest::click)
                                .subtitle())
                .isEqualTo("Sponsored");
    }

    @Test
    void textMessageHasDisclosureTitleCopyAndFirstClickUrl() {
        assertThat(
                        CardRenderer.textMessage(
                                        card("Title", "Copy", null), CardRendererTest::click)
                                .text())
                .isEqualTo("Sponsored\nTitle\nCopy\n" + URL + 0);
        assertThat(
                        CardRenderer.textMessage(
                                        card("Title", "Copy", "Short"), CardRendererTest::click)
                                .text())
                .isEqualTo("Sponsored\nTitle\nShort\n" + URL + 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void textMessageIsCutToItsLengthButNeverDisclosureOrUrl(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            String copy = "ab😀é ".repeat(random.nextInt(1, 120));
            Rendering.TextMessage message =
                    CardRenderer.textMessage(card(copy, copy, null), CardRendererTest::click);

            assertThat(message.text()).startsWith("Sponsored\n").endsWith("\n" + URL + 0);
            assertThat(message.text().codePointCount(0, message.text().length()))
                    .isLessThanOrEqualTo(CardRenderer.LONGEST_MESSAGE);
            assertThat(message.text().codePoints())
                    .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        }
    }

    @Test
    void textMessageKeepsDisclosureAndUrlThatAreTooLongTogether() {
        String longUrl = URL + "x".repeat(400);
        Rendering.TextMessage message =
                CardRenderer.textMessage(card("Title", "Copy", null), _ -> longUrl);

        assertThat(message.text()).isEqualTo("Sponsored\n" + longUrl);
        assertThat(message.segments()).isEqualTo(3);
    }

    @Test
    void textMessageFillsItsLengthToTheCodePoint() {
        int room = CardRenderer.LONGEST_MESSAGE - "Sponsored\n\n".length() - (URL + 0).length();
        String fits = "😀".repeat(room);

        assertThat(CardRenderer.textMessage(card(fits, null, null), CardRendererTest::click).text())
                .isEqualTo("Sponsored\n" + fits + "\n" + URL + 0);
        assertThat(
                        CardRenderer.textMessage(
                                        card(fits + "😀", null, null), CardRendererTest::click)
                                .text())
                .isEqualTo("Sponsored\n" + fits + "\n" + URL + 0);
    }

    static Stream<Arguments> segments() {
        return Stream.of(
                arguments("", 1),
                arguments("a".repeat(160), 1),
                arguments("a".repeat(161), 2),
                arguments("a".repeat(306), 2),
                arguments("a".repeat(307), 3),
                // Characters of the extension table take two places, in one segment.
                arguments("€".repeat(80), 1),
                arguments("€".repeat(81), 2),
                arguments("€".repeat(152), 2),
                arguments("€".repeat(153), 3),
                // 306 places, but the pair that would straddle the first segment's end moves on.
                arguments("a".repeat(152) + "€" + "a".repeat(151), 2),
                arguments("a".repeat(152) + "€" + "a".repeat(152), 3),
                arguments("^{}\\[~]|€\f".repeat(8), 1),
                arguments("@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà".repeat(3), 1),
                // One character that the alphabet lacks makes the whole text UCS-2.
                arguments("ç" + "a".repeat(69), 1),
                arguments("ç" + "a".repeat(70), 2),
                arguments("`" + "a".repeat(70), 2),
                arguments("á" + "a".repeat(70), 2),
                arguments("\t" + "a".repeat(70), 2),
                arguments("ж".repeat(70), 1),
                arguments("ж".repeat(71), 2),
                arguments("ж".repeat(134), 2),
                arguments("ж".repeat(135), 3),
                // A surrogate pair is not split: 33 of them fit 67 units.
                arguments("😀".repeat(35), 1),
                arguments("😀".repeat(66), 2),
                arguments("😀".repeat(67), 3));
    }

    @ParameterizedTest
    @MethodSource("segments")
    void countsSegments(String text, int expected) {
        assertThat(MessageSegments.count(text)).isEqualTo(expected);
    }
}
