package io.interlude.context.language;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.context.language.TurnLanguage.State;
import io.interlude.context.token.Vocabulary;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageReaderTest {
    private static final LanguageReader READER = new LanguageReader(Vocabulary.load());

    /// Plain sentences of persons in need, written for this test: in 32 languages and 14 scripts,
    /// two of the languages in Latin letters too, and in English turns.
    @ParameterizedTest
    @ValueSource(strings = {"sensitive.tsv", "switched.tsv"})
    void nothingSensitiveInAnotherLanguageIsTakenForReadOrNeutral(String resource)
            throws IOException {
        assertThat(rows(resource))
                .allSatisfy(row ->
                        assertThat(READER.read(row.text()).state())
                                .as(row.text())
                                .isEqualTo(State.UNREAD));
    }

    @Test
    void theLanguageIsNamedForNineInTen() throws IOException {
        List<Row> rows = rows("sensitive.tsv");

        long right =
                rows.stream()
                        .filter(row -> READER.read(row.text()).tag().equals(row.tag()))
                        .count();

        assertThat(right).isGreaterThan(rows.size() * 9L / 10);
    }

    private static List<Row> rows(String resource) throws IOException {
        try (InputStream file = LanguageReaderTest.class.getResourceAsStream(resource)) {
            assertThat(file).as(resource).isNotNull();
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> line.split("\t", -1))
                    .map(columns -> new Row(columns[0].replace("-Latn", ""), columns[1]))
                    .toList();
        }
    }

    /// As long as a context may be, on a stack of half the size that an event loop has.
    @ParameterizedTest
    @ValueSource(strings = {"ha", "ah", "ahha", "he", "hi", "ja", "rs", "k"})
    void aTurnOfNothingButLaughterIsRead(String laugh) throws InterruptedException {
        String turn = laugh.repeat(4_096 / laugh.length());
        List<State> states = new ArrayList<>();
        Thread reader =
                new Thread(null, () -> states.add(READER.read(turn).state()), "reader", 512 << 10);

        reader.start();
        reader.join();

        assertThat(states).containsExactly(State.NEUTRAL);
    }

    private record Row(String tag, String text) {}

    /// Turns that say nothing in any language: a number, a sign, a code, a link, a name, and the
    /// words with which people of any language agree, thank, greet and laugh.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "42",
                "3,50",
                "+49 30 123456",
                "10/12/2026",
                "👍",
                "😭😭😭",
                "!!!",
                "...",
                "1️⃣",
                "SW1A 1AA",
                "10115 Berlin",
                "ABC-123-XYZ",
                "https://example.org/seiten/über-uns",
                "jan.kowalski@example.org",
                "x = y[0]",
                "NASA",
                "ok gracias",
                "merci beaucoup",
                "danke",
                "sí",
                "да",
                "はい",
                "ありがとう",
                "谢谢",
                "감사합니다",
                "شكرا",
                "धन्यवाद",
                "hola",
                "jajaja",
                "haha",
                "hmm",
                "ja",
                "no",
                "ano dobře",
                "Maria",
                "Anna Müller",
                "Paris",
                "José García",
                "São Paulo",
                "Nguyễn Thị Lan"
            })
    void turnsWithoutLanguageAreNeutral(String turn) {
        assertThat(READER.read(turn)).isEqualTo(new TurnLanguage(State.NEUTRAL, "und"));
    }

    /// Single words that can be cries, and words that are in no list at all.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ayuda",
                "Hilfe",
                "aiuto",
                "socorro",
                "sterben",
                "morir",
                "死",
                "助けて",
                "помогите",
                "asdfgh",
                "Quiero Morir",
                "AYUDA",
                "no más",
                "basta ya",
                "k\u0435ll m\u0435"
            })
    void aCryIsNeverNeutral(String turn) {
        assertThat(READER.read(turn).state()).isEqualTo(State.UNREAD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I ordered the crema No. 7 from your shop",
                "help",
                "no",
                "I",
                "hotel in Lisbon",
                "vegan brownie recipe",
                "wat time is it plz",
                "soooo tired lol",
                "can u help me book a flight to Szczecin?",
                "is Bœuf bourguignon made with Pinot noir?",
                "my friend 李明 is visiting me next week",
                "Have you read anything by Достоевский yet?",
                "walk down the Rue de la Paix and turn left at the Museo del Prado",
                "where can I get pho and banh mi near me",
                "how do I fix `undefined is not a function` in useEffect()?",
                "for (int i = 0; i < n; i++) sum += a[i]; why does this overflow?",
                "I don't know what's wrong, it wasn't me 😭😭",
                "THIS IS RIDICULOUS",
                "I’m flying from São Paulo to Zürich with Łukasz and Siobhán"
            })
    void englishIsReadWhateverItNames(String turn) {
        State state = READER.read(turn).state();

        assertThat(state).isIn(State.READ, State.NEUTRAL);
    }

    /// Every combination of a frame with a foreign name, a piece of code or an emoji.
    @Test
    void ordinaryEnglishWithForeignNamesCodeAndEmojiIsRead() {
        List<String> turns = new ArrayList<>();
        for (String frame : FRAMES) {
            for (String filling : FILLINGS) {
                turns.add(frame.formatted(filling));
            }
        }

        long unread =
                turns.stream().filter(turn -> READER.read(turn).state() == State.UNREAD).count();

        assertThat(turns).hasSizeGreaterThanOrEqualTo(300);
        assertThat(unread).isLessThanOrEqualTo(turns.size() * 3L / 100);
    }

    private static final List<String> FRAMES =
            List.of(
                    "How far is it from here to %s by train?",
                    "what should i wear to dinner at %s",
                    "%s is what my colleague keeps talking about, any idea what that is?",
                    "Tell me three facts about %s please 😊",
                    "my sister loves %s",
                    "Could you write a short email to %s about Friday's meeting?",
                    "recommend something like %s for a beginner",
                    "I was reading about %s yesterday and it made me laugh lol");

    private static final List<String> FILLINGS =
            List.of(
                    "Szczecin",
                    "Reykjavík",
                    "Nguyễn Thị Minh",
                    "Krzysztof",
                    "Saoirse",
                    "Xóchitl",
                    "Ōtautahi",
                    "Björk",
                    "Pão de Açúcar",
                    "Kraków Główny",
                    "La Boqueria",
                    "Schloss Neuschwanstein",
                    "Île-de-France",
                    "Dostoevsky",
                    "Chimamanda Ngozi Adichie",
                    "Tōkyō",
                    "Plaza de España",
                    "Ljubljana",
                    "Đà Nẵng",
                    "Göteborg",
                    "北京",
                    "Ümit Yılmaz",
                    "`kubectl get pods -n kube-system`",
                    "std::vector<int>",
                    "useState()",
                    "SELECT * FROM users",
                    "user_id=42",
                    "C++",
                    "https://example.org/x?y=1",
                    "v2.3.1-rc1",
                    "🍕🍕🍕",
                    "👩‍👩‍👧‍👦",
                    "¯\\_(ツ)_/¯",
                    "🇯🇵 ramen",
                    "€25",
                    "crème brûlée",
                    "smørrebrød",
                    "pierogi ruskie",
                    "feijoada");

    @ParameterizedTest
    @CsvSource({
        "Ich möchte ein günstiges Hotel in der Innenstadt buchen, de",
        "Quiero reservar un hotel barato en el centro de la ciudad, es",
        "Je voudrais réserver un hôtel pas cher dans le centre, fr",
        "Vorrei prenotare un albergo economico in centro, it",
        "Şehir merkezinde ucuz bir otel ayırtmak istiyorum, tr",
        "मुझे पेरिस में सस्ता होटल बुक करना है, hi",
        "मला पुण्यात स्वस्त हॉटेल हवे आहे, mr",
        "Я хочу забронировать недорогой отель, ru",
        "Мені потрібен недорогий готель у центрі Києва, uk",
        "来週の東京のホテルを予約したいです, ja"
    })
    void ordinaryTextInAnotherLanguageIsNamed(String turn, String tag) {
        assertThat(READER.read(turn)).isEqualTo(new TurnLanguage(State.UNREAD, tag));
    }
}
