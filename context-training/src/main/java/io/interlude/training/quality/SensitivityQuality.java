package io.interlude.training.quality;

import io.interlude.domain.context.Conversation;
import io.interlude.training.quality.LabelledData.SensitivityRow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// A score's power to tell sensitive moments from ordinary ones.
///
/// @param auc chance that a sensitive moment scores above an ordinary one
/// @param withinSourceAuc the same over pairs from one source, over sources with five of each
/// @param recallAt5Percent share of sensitive moments above the threshold that 5 % of the ordinary
///   ones exceed
/// @param served effect of the given threshold: shares declined, by label and category
record SensitivityQuality(
        double auc,
        double withinSourceAuc,
        double recallAt5Percent,
        double recall,
        double falseDeclines,
        Map<String, Double> served) {
    private static final int FEWEST = 5;

    static SensitivityQuality measure(
            List<SensitivityRow> rows, ToDoubleFunction<Conversation> score, double threshold) {
        List<Scored> scored =
                rows.stream()
                        .map(row -> new Scored(row, score.applyAsDouble(row.context())))
                        .toList();
        double[] sensitive = scores(scored, true);
        double[] ordinary = scores(scored, false);
        return new SensitivityQuality(
                Metrics.auc(sensitive, ordinary),
                withinSources(scored),
                Metrics.shareAbove(sensitive, Metrics.threshold(ordinary, 0.05)),
                Metrics.shareAbove(sensitive, threshold),
                Metrics.shareAbove(ordinary, threshold),
                byCategory(scored, threshold));
    }

    private static double[] scores(List<Scored> scored, boolean sensitive) {
        return scored.stream()
                .filter(s -> s.row().sensitive() == sensitive)
                .mapToDouble(Scored::score)
                .toArray();
    }

    private static double withinSources(List<Scored> scored) {
        double wins = 0;
        double pairs = 0;
        for (List<Scored> group : groups(scored, s -> s.row().source()).values()) {
            double[] sensitive = scores(group, true);
            double[] ordinary = scores(group, false);
            if (Math.min(sensitive.length, ordinary.length) >= FEWEST) {
                double weight = (double) sensitive.length * ordinary.length;
                wins += Metrics.auc(sensitive, ordinary) * weight;
                pairs += weight;
            }
        }
        return wins / pairs;
    }

    private static Map<String, List<Scored>> groups(
            List<Scored> scored, Function<Scored, String> key) {
        return scored.stream()
                .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }

    private static Map<String, Double> byCategory(List<Scored> scored, double threshold) {
        Map<String, Double> shares = new TreeMap<>();
        groups(scored, s -> s.row().labelAndCategory())
                .forEach((category, group) ->
                        shares.put(
                                category,
                                group.stream().filter(s -> s.score() > threshold).count()
                                        / (double) group.size()));
        return shares;
    }

    private record Scored(SensitivityRow row, double score) {}
}
