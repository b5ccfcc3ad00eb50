package io.interlude.context.engine;

import static io.interlude.context.engine.Catalogues.catalogue;
import static io.interlude.context.engine.Catalogues.lineItem;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.context.ContextReading;
import io.interlude.domain.context.ContextReading.Understood;
import io.interlude.domain.context.Conversation;
import io.interlude.domain.context.Conversation.Speaker;
import io.interlude.domain.context.Conversation.Turn;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is no English neither breaks the engine nor matches at random.
class UnreadableContextTest {
    private static final List<LineItem> ITEMS =
            List.of(
                    lineItem("hotels", 8, "hotels", "city breaks", "holiday flats"),
                    lineItem("insurance", 8, "car insurance", "motor cover"),
                    lineItem("food", 8, "restaurants", "pizza delivery", "recipes"),
                    lineItem("code", 8, "coding courses", "web hosting"),
                    lineItem("gifts", 8, "flowers and gifts", "wedding planning"),
                    lineItem("language", 8, "language courses", "translation services"));
    private static final OrgCatalogue CATALOGUE = catalogue(1, ITEMS.toArray(LineItem[]::new));
    private static final InProcessContextEngine STATIC = engine(EmbedderKind.STATIC);
    private static final InProcessContextEngine TRANSFORMER = engine(EmbedderKind.TRANSFORMER);

    private static InProcessContextEngine engine(EmbedderKind kind) {
        InProcessContextEngine engine =
                InProcessContextEngine.load(new ContextSettings(kind, 1, true), Runnable::run);
        engine.index(CATALOGUE).join();
        return engine;
    }

    @AfterAll
    static void close() {
        STATIC.close();
        TRANSFORMER.close();
    }

    private static double best(InProcessContextEngine engine, Conversation conversation) {
        ContextReading reading = engine.read(conversation, CATALOGUE);
        assertThat(reading).isInstanceOf(Understood.class);
        return ITEMS.stream()
                .mapToDouble(item -> ((Understood) reading).similarity().of(item.id()))
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "我想在巴黎订一家便宜的酒店",
                "来週の東京のホテルを予約したいです",
                "서울에서 저렴한 호텔을 찾고 있어요",
                "أريد حجز فندق رخيص في باريس",
                "मुझे पेरिस में सस्ता होटल बुक करना है",
                "আমি একটি সস্তা হোটেল খুঁজছি",
                "אני מחפש מלון זול בפריז",
                "ฉันต้องการจองโรงแรมราคาถูก",
                "Я хочу забронировать недорогой отель",
                "Quiero reservar un hotel barato en el centro de la ciudad",
                "Ich möchte ein günstiges Hotel in der Innenstadt buchen",
                "Je voudrais réserver un hôtel pas cher dans le centre",
                "Vorrei prenotare un albergo economico in centro",
                "Gostaria de reservar um hotel barato no centro",
                "Ik wil graag een goedkoop hotel boeken in het centrum",
                "Şehir merkezinde ucuz bir otel ayırtmak istiyorum",
                "Saya ingin memesan hotel murah yang dekat pantai",
                "Tôi muốn đặt một khách sạn giá rẻ ở trung tâm",
                "😀🏨✈️🇫🇷👩‍👩‍👧‍👦",
                "........ ?!?! ---- ////",
                "\u200b\u200d\ufeff\u202e",
                "\ud83d",
            })
    void nothingIsNearWhatIsNoEnglish(String text) {
        assertThat(best(STATIC, Conversation.ofSummary(text))).isZero();
        assertThat(best(TRANSFORMER, Conversation.ofSummary(text))).isZero();
    }

    static Stream<String> noise() {
        SplittableRandom draw = new SplittableRandom(11);
        byte[] bytes = new byte[900];
        draw.nextBytes(bytes);
        return Stream.of(
                Base64.getEncoder().encodeToString(bytes),
                Base64.getMimeEncoder(40, new byte[] {' '}).encodeToString(bytes),
                "x".repeat(4_096),
                "\u0000\u0001\u0002\u0003".repeat(500),
                "for (int i = 0; i < n; i++) { a[i] = b[i] * c[i]; }",
                "SELECT id, ts FROM t0 WHERE x > 5 ORDER BY ts DESC",
                "{\"a\": [1, 2, {\"b\": null}], \"c\": true}",
                "550e8400-e29b-41d4-a716-446655440000 ".repeat(20),
                "0123456789 ".repeat(100));
    }

    @ParameterizedTest
    @MethodSource("noise")
    void noiseNeitherBreaksNorServes(String text) {
        for (Conversation conversation :
                List.of(
                        Conversation.ofSummary(text),
                        new Conversation(List.of(new Turn(Speaker.ASSISTANT, text))))) {
            assertThat(best(STATIC, conversation)).isBetween(-1.0, 0.34);
            assertThat(best(TRANSFORMER, conversation)).isBetween(-1.0, 0.30);
        }
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void englishBesideAnotherLanguageIsRead(EmbedderKind kind) {
        Conversation mixed =
                new Conversation(
                        List.of(
                                new Turn(Speaker.USER, "Ich möchte gern etwas anderes wissen"),
                                new Turn(Speaker.USER, "can you find us a hotel in Lisbon?")));

        assertThat(best(kind == EmbedderKind.STATIC ? STATIC : TRANSFORMER, mixed))
                .isGreaterThan(EmbedderKind.DEFAULT_MIN_RELEVANCE);
    }

    @Test
    void lettersUnderHeapsOfMarksAreReadAsLetters() {
        String heaped = "a hot\u0316\u0317\u0318e\u0300\u0301\u0302l\u0355 in Rome";

        assertThat(best(STATIC, Conversation.ofSummary(heaped)))
                .isEqualTo(best(STATIC, Conversation.ofSummary("a hotel in Rome")));
    }

    @Test
    void anEmptyConversationIsNearNothing() {
        assertThat(best(STATIC, new Conversation(List.of()))).isZero();
        assertThat(best(TRANSFORMER, new Conversation(List.of()))).isZero();
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void theLatestTurnAndTheUsersOwnWeighMost(EmbedderKind kind) {
        InProcessContextEngine engine = kind == EmbedderKind.STATIC ? STATIC : TRANSFORMER;
        Turn food = new Turn(Speaker.USER, "which restaurant has the best pizza?");
        Turn stay = new Turn(Speaker.USER, "we need a hotel room for two nights");
        Turn offered = new Turn(Speaker.ASSISTANT, "we need a hotel room for two nights");

        double latest = preferenceForHotels(engine, food, stay);

        assertThat(latest).isPositive();
        assertThat(preferenceForHotels(engine, stay, food)).isLessThan(latest - 0.02);
        assertThat(preferenceForHotels(engine, food, offered)).isLessThan(latest - 0.02);
    }

    private static double preferenceForHotels(InProcessContextEngine engine, Turn... turns) {
        Understood reading = (Understood) engine.read(new Conversation(List.of(turns)), CATALOGUE);
        return reading.similarity().of(ITEMS.getFirst().id())
                - reading.similarity().of(ITEMS.get(2).id());
    }
}
