package io.interlude.context.embedding;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/// The sentence transformer all-MiniLM-L6-v2 with 8-bit weights, run in process: 384 dimensions,
/// weighted mean of the last layer, where a token counts as much as its part of the text. The model
/// comes from the class path; nothing is downloaded.
///
/// Reads the last 256 tokens of a text, the length that it was trained for. Costs a few
/// milliseconds for a sentence and tens for 256 tokens.
///
/// Source: Wang et al., "MiniLM", 2020; Reimers and Gurevych, "Sentence-BERT", 2019.
public final class TransformerEmbedder implements Embedder {
    private static final String RESOURCE = "/all-minilm-l6-v2-q.onnx";
    private static final int DIMENSIONS = 384;
    private static final int MOST_TOKENS = 254;

    private final WordPieceTokenizer tokenizer;
    private final EnglishGuard guard;
    private final OrtEnvironment environment = OnnxLibraries.environment();
    private final OrtSession session;

    /// The native session must not be closed under a reading; afterwards it refuses by itself.
    private final ReadWriteLock inUse = new ReentrantReadWriteLock();

    /// Loads the model.
    ///
    /// @param threads most threads that one embedding uses, from 1
    public TransformerEmbedder(WordPieceTokenizer tokenizer, EnglishGuard guard, int threads) {
        this.tokenizer = tokenizer;
        this.guard = guard;
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            this.session = environment.createSession(model(), options);
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
        Frame frame = new Frame(MOST_TOKENS);
        for (WeightedText part : parts.reversed()) {
            Tokens tokens = tokenizer.tokenize(part.text());
            if (guard.isReadable(part.text(), tokens)) {
                frame.prepend(tokens, (float) part.weight());
            }
        }
        if (frame.isEmpty()) {
            return Embedding.NONE;
        }
        return Embedding.ofDirection(mean(lastLayer(frame.ids()), frame.weights()));
    }

    /// The vector of one token alone, whatever it says.
    public Embedding embedToken(int id) {
        long[] ids = {Vocabulary.START, id, Vocabulary.END};
        return Embedding.ofDirection(mean(lastLayer(ids), new float[] {1, 1, 1}));
    }

    private float[] lastLayer(long[] ids) {
        inUse.readLock().lock();
        try {
            return run(ids);
        } finally {
            inUse.readLock().unlock();
        }
    }

    private float[] run(long[] ids) {
        long[] ones = new long[ids.length];
        Arrays.fill(ones, 1);
        try (OnnxTensor tokenIds = row(ids);
                OnnxTensor attention = row(ones);
                OnnxTensor types = row(new long[ids.length]);
                OrtSession.Result result =
                        session.run(
                                Map.of(
                                        "input_ids", tokenIds,
                                        "attention_mask", attention,
                                        "token_type_ids", types))) {
            FloatBuffer hidden = ((OnnxTensor) result.get(0)).getFloatBuffer();
            float[] values = new float[hidden.remaining()];
            hidden.get(values);
            return values;
        } catch (OrtException e) {
            throw new IllegalStateException("the transformer does not run", e);
        }
    }

    private OnnxTensor row(long[] values) throws OrtException {
        return OnnxTensor.createTensor(
                environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    private static float[] mean(float[] hidden, float[] weights) {
        float[] sum = new float[DIMENSIONS];
        for (int token = 0; token < weights.length; token++) {
            int from = token * DIMENSIONS;
            for (int i = 0; i < DIMENSIONS; i++) {
                sum[i] += weights[token] * hidden[from + i];
            }
        }
        return sum;
    }

    @Override
    public void close() {
        inUse.writeLock().lock();
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("the transformer does not close", e);
        } finally {
            inUse.writeLock().unlock();
        }
    }
}
