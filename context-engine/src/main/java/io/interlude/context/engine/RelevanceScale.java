package io.interlude.context.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.context.appropriateness.Example;
import io.interlude.context.embedding.Embedder;
import io.interlude.context.embedding.Embedding;
import io.interlude.context.embedding.WeightedText;
import io.interlude.context.embedding.WordReader;
import io.interlude.context.relevance.ContextEmbedding;
import io.interlude.context.relevance.ContextWeights;
import io.interlude.context.relevance.LineItemBlock;
import io.interlude.context.relevance.LineItemEmbedder;
import io.interlude.context.relevance.LineItemTexts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Converts an embedder's cosines to the static table's, on whose scale line items give their least
/// similarity.
///
/// @param factor by which a cosine is multiplied, above 0
/// @param shift added then
public record RelevanceScale(double factor, double shift) {
    /// Leaves cosines as they are.
    static final RelevanceScale OWN = new RelevanceScale(1, 0);

    /// Topics of line items that answer the themes of needs.
    private static final String ANSWERS = "answers.jsonl";

    /// Cosines nearer to each other than this tell nothing apart.
    private static final double LEAST_SPREAD = 0.01;

    public RelevanceScale {
        if (!(factor > 0 && factor <= Double.MAX_VALUE && Math.abs(shift) <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("no scale: " + factor + ", " + shift);
        }
    }

    /// A cosine as the table would have given it.
    public double of(double cosine) {
        return factor * cosine + shift;
    }

    /// The range of an embedder's cosines, by examples.
    ///
    /// @param spread median lead of the line item that answers a need over the nearest one where
    ///   there is none
    /// @param least from which on line items should serve: there the share of needs that are
    ///   answered rightly, less the share of moments without a need that are filled, is largest
    record Points(double spread, double least) {
        /// Makes a line item of the topics of each theme and has the examples meet them.
        static Points of(
                List<Example> examples,
                Embedder embedder,
                ContextWeights weights,
                WordReader words) {
            Set<String> met = examples.stream().map(Example::theme).collect(Collectors.toSet());
            Map<String, LineItemTexts> answers = answers();
            answers.keySet().retainAll(met);
            List<String> themes = List.copyOf(answers.keySet());
            LineItemEmbedder items = new LineItemEmbedder(embedder, words);
            LineItemBlock block =
                    LineItemBlock.of(answers.values().stream().map(items::embed).toList());
            List<Double> answering = new ArrayList<>();
            List<Double> right = new ArrayList<>();
            List<Double> nearest = new ArrayList<>();
            List<List<WeightedText>> turns =
                    examples.stream().map(each -> weights.weigh(each.conversation())).toList();
            List<Embedding> embeddings = embedder.embedAll(turns);
            for (int i = 0; i < examples.size(); i++) {
                Example example = examples.get(i);
                ContextEmbedding context =
                        new ContextEmbedding(embeddings.get(i), words.read(turns.get(i)));
                float[] cosines = block.similarities(context);
                int own = themes.indexOf(example.theme());
                if (!example.isNeedy()) {
                    nearest.add(highest(cosines));
                } else if (own >= 0) {
                    answering.add((double) cosines[own]);
                    right.add(highest(cosines) > cosines[own] ? -1.0 : cosines[own]);
                }
            }
            return new Points(middle(answering) - middle(nearest), least(right, nearest));
        }

        private static Map<String, LineItemTexts> answers() {
            try (InputStream file = RelevanceScale.class.getResourceAsStream(ANSWERS)) {
                if (file == null) {
                    throw new IllegalStateException("not on the class path: " + ANSWERS);
                }
                Map<String, LineItemTexts> themeToTexts = new LinkedHashMap<>();
                for (String line : new String(file.readAllBytes(), UTF_8).split("\n", -1)) {
                    if (!line.isEmpty()) {
                        JsonNode json = JsonMapper.shared().readTree(line);
                        List<String> topics =
                                json.path("topics")
                                        .valueStream()
                                        .map(JsonNode::stringValue)
                                        .toList();
                        themeToTexts.put(
                                json.path("theme").stringValue(),
                                new LineItemTexts(topics, List.of()));
                    }
                }
                return themeToTexts;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static double highest(float[] cosines) {
            double highest = -1;
            for (float cosine : cosines) {
                highest = Math.max(highest, cosine);
            }
            return highest;
        }

        private static double middle(List<Double> values) {
            double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        }

        private static double least(List<Double> right, List<Double> nearest) {
            double best = 0;
            double largest = Double.NEGATIVE_INFINITY;
            for (int hundredths = -50; hundredths <= 100; hundredths++) {
                double least = hundredths / 100.0;
                double gain = share(right, least) - share(nearest, least);
                if (gain >= largest) {
                    largest = gain;
                    best = least;
                }
            }
            return best;
        }

        private static double share(List<Double> cosines, double least) {
            return cosines.stream().mapToInt(cosine -> cosine >= least ? 1 : 0).average().orElse(0);
        }

        /// Brings the least cosine to the default one, and spreads the others around it as the
        /// table's are spread.
        ///
        /// @param table of the static table
        RelevanceScale to(Points table) {
            boolean clear = spread >= LEAST_SPREAD && table.spread >= LEAST_SPREAD;
            double factor = clear ? table.spread / spread : 1;
            return new RelevanceScale(factor, EmbedderKind.DEFAULT_MIN_RELEVANCE - factor * least);
        }
    }
}
