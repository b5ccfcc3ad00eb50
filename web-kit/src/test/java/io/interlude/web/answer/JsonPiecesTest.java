package io.interlude.web.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonGenerator;

class JsonPiecesTest {
    private static final class Texts extends JsonPieces {
        private final Iterator<String> texts;

        Texts(List<String> texts) {
            this.texts = texts.iterator();
        }

        @Override
        protected void writeHead(JsonGenerator json) {
            json.writeArrayPropertyStart("texts");
        }

        @Override
        protected boolean writeNext(JsonGenerator json) {
            if (texts.hasNext()) {
                json.writeString(texts.next());
                return true;
            }
            json.writeEndArray();
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 8_000, 8_192, 16_384, 16_400, 100_000})
    void aValueOfAnySizeIsWholeInPiecesOfTheUsualSize(int length) {
        String text = "x".repeat(length);
        List<byte[]> pieces = new ArrayList<>();
        new Texts(List.of("a", text, "b")).forEachRemaining(pieces::add);

        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        pieces.forEach(whole::writeBytes);
        assertThat(whole).hasToString("{\"texts\":[\"a\",\"" + text + "\",\"b\"]}");
        assertThat(pieces)
                .allMatch(piece -> piece.length > 0 && piece.length < 2 * Answers.PIECE_BYTES);
    }
}
