package io.interlude.context.embedding;

import ai.onnxruntime.OrtException;
import io.interlude.context.embedding.TokenizerFile.Ids;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A sentence transformer from a folder, run in process. Reads each part by itself, in whatever
/// language it is, and of each its last tokens; a part that was read before costs microseconds.
public final class OnnxEmbedder implements Embedder {
    private static final String IDS = "input_ids";
    private static final String MASK = "attention_mask";
    private static final String TYPES = "token_type_ids";
    private static final int MOST_DIMENSIONS = 4_096;

    /// The vectors of tokens, by the names that exporters give them.
    private static final List<String> HIDDEN =
            List.of("last_hidden_state", "token_embeddings", "hidden_states");

    private final ModelFolder folder;
    private final TokenizerFile tokenizer;
    private final OnnxSession session;
    private final String output;
    private final TurnReadings turns = new TurnReadings();
    private final int dimensions;

    private OnnxEmbedder(ModelFolder folder, TokenizerFile tokenizer, OnnxSession session) {
        this.folder = folder;
        this.tokenizer = tokenizer;
        this.session = session;
        this.output =
                HIDDEN.stream()
                        .filter(session.outputs()::contains)
                        .findFirst()
                        .orElse(session.outputs().getFirst());
        this.dimensions = probe();
    }

    /// Loads the model and has it read a word.
    ///
    /// @param threads most threads that one embedding uses, from 1
    /// @throws UnusableReaderException if the folder's files do not make a reader
    public static OnnxEmbedder load(ModelFolder folder, int threads) {
        TokenizerFile tokenizer = TokenizerFile.load(folder.tokenizer());
        OnnxSession session = null;
        try {
            session = OnnxSession.of(folder.model(), threads);
            Set<String> known = Set.of(IDS, MASK, TYPES);
            if (!session.inputs().contains(IDS) || !known.containsAll(session.inputs())) {
                throw new UnusableReaderException(
                        folder.model()
                                + " takes in something else than "
                                + IDS
                                + ", "
                                + MASK
                                + " and "
                                + TYPES);
            }
            return new OnnxEmbedder(folder, tokenizer, session);
        } catch (OrtException _) {
            tokenizer.close();
            throw new UnusableReaderException(folder.model() + " is no model that can be run");
        } catch (UnusableReaderException e) {
            tokenizer.close();
            if (session != null) {
                session.close();
            }
            throw e;
        }
    }

    /// Length of the vector of a word.
    private int probe() {
        try {
            float[] vector = vector(tokenizer.read("interlude 1", folder.maxTokens()));
            if (vector.length == 0 || vector.length > MOST_DIMENSIONS) {
                throw new UnusableReaderException(
                        folder.model()
                                + " gives no vector of 1 to "
                                + MOST_DIMENSIONS
                                + " numbers");
            }
            return vector.length;
        } catch (OrtException _) {
            throw new UnusableReaderException(
                    folder.model()
                            + " does not run with what "
                            + folder.tokenizer()
                            + " makes of a text");
        }
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public Embedding embed(List<WeightedText> parts) {
        return turns.read(parts, texts -> texts.stream().map(this::read).toList());
    }

    private Embedding read(String text) {
        float[] vector;
        try {
            Ids ids = tokenizer.read(text, folder.maxTokens());
            if (ids.isEmpty()) {
                return Embedding.NONE;
            }
            vector = vector(ids);
        } catch (OrtException _) {
            throw new ReaderUnavailableException("the model did not run");
        }
        for (float value : vector) {
            if (!Float.isFinite(value)) {
                throw new ReaderUnavailableException("the model gave something else than numbers");
            }
        }
        return Embedding.ofDirection(vector);
    }

    private float[] vector(Ids ids) throws OrtException {
        Map<String, long[]> rows = new HashMap<>();
        rows.put(IDS, ids.ids());
        if (session.inputs().contains(MASK)) {
            long[] ones = new long[ids.ids().length];
            Arrays.fill(ones, 1);
            rows.put(MASK, ones);
        }
        if (session.inputs().contains(TYPES)) {
            rows.put(TYPES, ids.types());
        }
        OnnxSession.Output given = session.run(rows, output);
        return given.isOfTokens()
                ? folder.pooling().pool(given.values(), given.dimensions())
                : given.values();
    }

    @Override
    public void close() {
        session.close();
        tokenizer.close();
    }
}
