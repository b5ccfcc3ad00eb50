package io.interlude.context.appropriateness;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.embedding.WeightedText;
import io.interlude.context.token.Tokens;
import io.interlude.context.token.Vocabulary;
import io.interlude.context.token.WordPieceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds words and phrases that an average over a text would drown. Each group of cues gives two
/// features: whether one is there, and how many more. A group may count more than the others: the
/// penalty of the regression then presses its weights less. Immutable; costs nanoseconds a token.
public final class Cues {
    /// A cue beyond the first counts half, up to two.
    private static final double FURTHER = 0.5;

    private static final double MOST_FURTHER = 2;

    /// Brings the features to the size of an embedding's, which are regularised alike.
    private static final double SCALE = 0.3;

    private final WordPieceTokenizer tokenizer;
    private final Map<Integer, List<Cue>> firstTokenToCues = new HashMap<>();
    private final BitSet firstTokens = new BitSet();
    private final BitSet pieces = new BitSet();
    private final List<Double> groupScales = new ArrayList<>();
    private int cues;

    private Cues(WordPieceTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    private record Cue(int number, int group, List<Integer> tokens) {}

    /// No cues, for readers of languages that none were written in.
    static Cues none(WordPieceTokenizer tokenizer) {
        return new Cues(tokenizer);
    }

    /// The cues that ship with this module.
    public static Cues load(Concern concern, WordPieceTokenizer tokenizer, Vocabulary vocabulary) {
        Cues cues = new Cues(tokenizer);
        for (int id = 0; id < vocabulary.size(); id++) {
            cues.pieces.set(id, vocabulary.text(id).startsWith("##"));
        }
        lines(concern.resource("cues.txt")).forEach(cues::addLine);
        return cues;
    }

    private static List<String> lines(String resource) {
        try (InputStream file = Cues.class.getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException("not on the class path: " + resource);
            }
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void addLine(String line) {
        if (line.startsWith("[")) {
            groupScales.add(SCALE * factor(line));
            return;
        }
        List<Integer> tokens = Arrays.stream(tokenizer.tokenize(line).toArray()).boxed().toList();
        Cue cue = new Cue(cues++, groupScales.size() - 1, tokens);
        firstTokens.set(tokens.getFirst());
        firstTokenToCues.computeIfAbsent(tokens.getFirst(), _ -> new ArrayList<>()).add(cue);
    }

    /// The number after a group's name; 1 without one.
    private static double factor(String header) {
        int space = header.indexOf(' ');
        return space < 0 ? 1 : Double.parseDouble(header.substring(space + 1, header.length() - 1));
    }

    /// Number of features.
    int size() {
        return groupScales.size() * 2;
    }

    /// Writes the parts' features into `features` from `offset`; a cue counts as much as the
    /// heaviest part that it is in.
    void read(List<WeightedText> parts, double[] features, int offset) {
        double[] cueToWeight = new double[cues];
        int[] cueToGroup = new int[cues];
        for (WeightedText part : parts) {
            find(tokenizer.tokenize(part.text()), part.weight(), cueToWeight, cueToGroup);
        }
        double[] sums = new double[groupScales.size()];
        for (int cue = 0; cue < cues; cue++) {
            sums[cueToGroup[cue]] += cueToWeight[cue];
        }
        for (int group = 0; group < sums.length; group++) {
            double further = Math.min(Math.max(sums[group] - 1, 0), MOST_FURTHER);
            double scale = groupScales.get(group);
            features[offset + 2 * group] = scale * Math.min(sums[group], 1);
            features[offset + 2 * group + 1] = SCALE * FURTHER * further;
        }
    }

    private void find(Tokens text, double weight, double[] cueToWeight, int[] cueToGroup) {
        for (int i = 0; i < text.length(); i++) {
            if (firstTokens.get(text.id(i))) {
                for (Cue cue : firstTokenToCues.getOrDefault(text.id(i), List.of())) {
                    if (isAt(text, i, cue.tokens())) {
                        cueToWeight[cue.number()] = Math.max(cueToWeight[cue.number()], weight);
                        cueToGroup[cue.number()] = cue.group();
                    }
                }
            }
        }
    }

    private boolean isAt(Tokens text, int start, List<Integer> cue) {
        int end = start + cue.size();
        if (end > text.length() || (end < text.length() && pieces.get(text.id(end)))) {
            return false;
        }
        for (int i = 1; i < cue.size(); i++) {
            if (text.id(start + i) != cue.get(i)) {
                return false;
            }
        }
        return true;
    }
}
