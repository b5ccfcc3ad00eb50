package io.interlude.context.embedding;

import ai.onnxruntime.OrtException;
import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The sentence transformer all-MiniLM-L6-v2 with 8-bit weights, run in process: 384 dimensions,
/// mean of the last layer. The model comes from the class path; nothing is downloaded.
///
/// Reads each part by itself, and of each the last 64 tokens: four times as many hardly find more.
/// Costs about a millisecond for a sentence and two or three for 64 tokens; a part that was read
/// before costs microseconds.
///
/// Source: Wang et al., "MiniLM", 2020; Reimers and Gurevych, "Sentence-BERT", 2019.
public final class TransformerEmbedder implements Embedder {
    private static final String RESOURCE = "/all-minilm-l6-v2-q.onnx";
    private static final int DIMENSIONS = 384;
    private static final int MOST_TOKENS = 62;

    private final WordPieceTokenizer tokenizer;
    private final EnglishGuard guard;
    private final OnnxSession session;
    private final String output;
    private final TurnReadings turns = new TurnReadings();

    /// Loads the model.
    ///
    /// @param threads most threads that one embedding uses, from 1
    public TransformerEmbedder(WordPieceTokenizer tokenizer, EnglishGuard guard, int threads) {
        this.tokenizer = tokenizer;
        this.guard = guard;
        try {
            this.session = OnnxSession.of(model(), threads);
            this.output = session.outputs().getFirst();
        } catch (OrtException e) {
            throw new IllegalStateException("the transformer does not load", e);
        }
    }

    private static byte[] model() {
        try (InputStream model = TransformerEmbedder.class.getResourceAsStream(RESOURCE)) {
            if (model == null) {
                throw new IllegalStateException("not on the class path: " + RESOURCE);
            }
            return model.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int dimensions() {
        return DIMENSIONS;
    }

    @Override
    public Embedding embed(List<WeightedText> parts) {
        return turns.read(parts, texts -> texts.stream().map(this::read).toList());
    }

    private Embedding read(String text) {
        Tokens tokens = tokenizer.tokenize(text);
        if (tokens.length() == 0 || !guard.isReadable(text, tokens)) {
            return Embedding.NONE;
        }
        int length = Math.min(tokens.length(), MOST_TOKENS);
        long[] ids = new long[length + 2];
        ids[0] = Vocabulary.START;
        for (int i = 0; i < length; i++) {
            ids[i + 1] = tokens.id(tokens.length() - length + i);
        }
        ids[length + 1] = Vocabulary.END;
        return Embedding.ofDirection(sum(lastLayer(ids)));
    }

    /// The vector of one token alone, whatever it says.
    public Embedding embedToken(int id) {
        long[] ids = {Vocabulary.START, id, Vocabulary.END};
        return Embedding.ofDirection(sum(lastLayer(ids)));
    }

    private float[] lastLayer(long[] ids) {
        long[] ones = new long[ids.length];
        Arrays.fill(ones, 1);
        try {
            return session.run(
                            Map.of(
                                    "input_ids", ids,
                                    "attention_mask", ones,
                                    "token_type_ids", new long[ids.length]),
                            output)
                    .values();
        } catch (OrtException e) {
            throw new IllegalStateException("the transformer does not run", e);
        }
    }

    private static float[] sum(float[] hidden) {
        float[] sum = new float[DIMENSIONS];
        for (int from = 0; from < hidden.length; from += DIMENSIONS) {
            for (int i = 0; i < DIMENSIONS; i++) {
                sum[i] += hidden[from + i];
            }
        }
        return sum;
    }

    @Override
    public void close() {
        session.close();
    }
}
