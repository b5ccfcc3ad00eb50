package io.interlude.context.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.interlude.context.engine.EmbedderKind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What both embedders promise.
class EmbedderTest {
    private static final List<String> FOREIGN =
            List.of(
                    "Ich suche ein günstiges Hotel in München für zwei Nächte",
                    "¿Cuál es el mejor seguro de coche para jóvenes?",
                    "Je cherche un appartement à louer près de la gare",
                    "Vorrei prenotare un tavolo per due persone stasera",
                    "Szukam taniego ubezpieczenia samochodu",
                    "我想预订一家酒店",
                    "東京で安いホテルを探しています",
                    "Я ищу недорогой отель в Москве",
                    "أبحث عن فندق رخيص في دبي",
                    "मुझे एक सस्ता होटल चाहिए");

    private record Neighbours(String text, String near, String far) {}

    private static final List<Neighbours> NEIGHBOURS =
            List.of(
                    new Neighbours(
                            "where can I stay for two nights in Rome?",
                            "hotel booking",
                            "car repair"),
                    new Neighbours(
                            "my laptop screen is cracked", "computer repair", "wedding dresses"),
                    new Neighbours(
                            "something to keep my puppy busy while I work",
                            "dog toys",
                            "mortgage rates"),
                    new Neighbours(
                            "I want to pay less tax next year", "tax advice", "running shoes"));

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void findsTheNearerMeaning(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        for (Neighbours expected : NEIGHBOURS) {
            Embedding reading = embedder.embed(expected.text());

            assertThat(reading.similarity(embedder.embed(expected.near())))
                    .isGreaterThan(reading.similarity(embedder.embed(expected.far())) + 0.1);
        }
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void hasNoReadingOfWhatItCannotRead(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        assertThat(FOREIGN).allMatch(text -> embedder.embed(text).isNone());
        assertThat(Stream.of("", " \n", "...!?", "\ud83d\ude00\ud83d\ude00", "\u200b"))
                .allMatch(text -> embedder.embed(text).isNone());
        assertThat(embedder.embed(List.of()).isNone()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void readsEnglishWithAForeignNameOrTwo(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        assertThat(embedder.embed("a table at Le Petit Château in Besançon, please").isNone())
                .isFalse();
        assertThat(embedder.embed("flights to Los Angeles").isNone()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void answersAnyTextWithAUnitVectorOrNone(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        SplittableRandom draw = new SplittableRandom(4);
        for (int i = 0; i < 200; i++) {
            Embedding reading = embedder.embed(drawn(draw));
            if (!reading.isNone()) {
                assertThat(reading.dimensions()).isEqualTo(embedder.dimensions());
                assertThat(reading.similarity(reading)).isCloseTo(1, within(1e-5));
            }
        }
    }

    private static String drawn(SplittableRandom draw) {
        StringBuilder text = new StringBuilder();
        int length = draw.nextInt(60);
        for (int i = 0; i < length; i++) {
            int bound = draw.nextInt(3) == 0 ? 0x11000 : 0x7F;
            text.appendCodePoint(draw.nextInt(bound));
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void heavierPartsPullTheReading(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        Embedding hotel = embedder.embed("hotel rooms");
        String trip = "I need a hotel room in Rome";
        String bike = "my bicycle has a flat tyre";

        Embedding mostlyTrip = embedder.embed(List.of(part(trip, 1), part(bike, 0.2)));
        Embedding mostlyBike = embedder.embed(List.of(part(trip, 0.2), part(bike, 1)));
        Embedding onlyTrip = embedder.embed(List.of(part(trip, 1), part(bike, 0)));

        assertThat(mostlyTrip.similarity(hotel)).isGreaterThan(mostlyBike.similarity(hotel));
        assertThat(onlyTrip).isEqualTo(embedder.embed(trip));
    }

    private static WeightedText part(String text, double weight) {
        return new WeightedText(text, weight);
    }

    @ParameterizedTest
    @EnumSource(EmbedderKind.class)
    void readsTheEndOfALongText(EmbedderKind kind) {
        Embedder embedder = Embedders.of(kind);
        String text = "we talked about the weather. ".repeat(140) + "I need a plumber";

        assertThat(embedder.embed(text).isNone()).isFalse();
    }
}
