package io.interlude.context.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WordPieceTokenizerTest {
    private static final WordPieceTokenizer TOKENIZER = new WordPieceTokenizer(Vocabulary.load());

    /// `reference.jsonl` holds English texts, texts in twenty other languages, and drawn strings
    /// from seven Unicode ranges, with the ids that Hugging Face's tokenizers library gives for
    /// them.
    @Test
    void givesTheReferenceTokens() throws IOException {
        List<JsonNode> cases = reference();

        assertThat(cases).hasSizeGreaterThan(400);
        for (JsonNode expected : cases) {
            String text = expected.path("text").stringValue();
            assertThat(TOKENIZER.tokenize(text).toArray()).as(text).containsExactly(ids(expected));
        }
    }

    private static int[] ids(JsonNode reference) {
        return StreamSupport.stream(reference.path("ids").spliterator(), false)
                .mapToInt(JsonNode::intValue)
                .toArray();
    }

    private static List<JsonNode> reference() throws IOException {
        try (InputStream file =
                WordPieceTokenizerTest.class.getResourceAsStream("reference.jsonl")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> JsonMapper.shared().readTree(line))
                    .toList();
        }
    }

    @Test
    void survivesHalvesOfCharacters() {
        assertThat(TOKENIZER.tokenize("a\ud83d b").length()).isEqualTo(2);
    }

    @Test
    void readsALongWordAsUnknown() {
        assertThat(TOKENIZER.tokenize("x".repeat(4_096)).toArray())
                .containsExactly(Vocabulary.UNKNOWN);
    }
}
