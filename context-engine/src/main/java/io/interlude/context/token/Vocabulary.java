package io.interlude.context.token;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The token texts of the transformer, by id. A text that continues a word begins with `##`.
public final class Vocabulary {
    /// Id of the token that stands for a word which no tokens spell.
    public static final int UNKNOWN = 100;

    /// Id of the token before every text that the transformer reads.
    public static final int START = 101;

    /// Id of the token after it.
    public static final int END = 102;

    private static final String RESOURCE = "/all-minilm-l6-v2-q-tokenizer.json";

    private final List<String> texts;

    private Vocabulary(List<String> texts) {
        this.texts = texts;
    }

    /// Reads the vocabulary that ships with the model.
    public static Vocabulary load() {
        try (InputStream json = Vocabulary.class.getResourceAsStream(RESOURCE)) {
            if (json == null) {
                throw new IllegalStateException("not on the class path: " + RESOURCE);
            }
            return parse(JsonMapper.shared().readTree(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JacksonException e) {
            throw new IllegalStateException("unreadable: " + RESOURCE, e);
        }
    }

    private static Vocabulary parse(JsonNode tokenizer) {
        JsonNode vocabulary = tokenizer.path("model").path("vocab");
        String[] texts = new String[vocabulary.size()];
        vocabulary.forEachEntry((text, id) -> texts[id.intValue()] = text);
        return new Vocabulary(List.copyOf(Arrays.asList(texts)));
    }

    /// Number of tokens; ids run from 0.
    public int size() {
        return texts.size();
    }

    /// The token's text.
    public String text(int id) {
        return texts.get(id);
    }
}
