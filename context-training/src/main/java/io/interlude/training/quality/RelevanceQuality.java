package io.interlude.training.quality;

import io.interlude.domain.context.Conversation;
import io.interlude.training.quality.LabelledData.Ad;
import io.interlude.training.quality.LabelledData.RelevanceRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// The quality of a scorer's choice of ads.
///
/// @param recallAt1 share of the matching rows whose first ad is relevant
/// @param switched the same over dialogues in which the user has just changed the subject
/// @param noMatchAuc chance that a row with a relevant ad has a higher top score than one without
/// @param rightAt5PercentFalse share of matching rows that are filled and right at the threshold
///   that fills 5 % of the rows without a match
/// @param threshold that threshold
/// @param right share of matching rows that are filled and right at the default `minRelevance`
/// @param falseFills share of the rows without a match that are filled at it
record RelevanceQuality(
        double recallAt1,
        double switched,
        double ndcg5,
        double noMatchAuc,
        double rightAt5PercentFalse,
        double threshold,
        double right,
        double falseFills) {

    /// Scores every ad, in order, for a conversation.
    interface Scorer {
        double[] scores(Conversation context);
    }

    static RelevanceQuality measure(LabelledData data, Scorer scorer, double minRelevance) {
        List<Outcome> outcomes =
                data.relevance().stream()
                        .map(row -> outcome(row, data.ads(), scorer.scores(row.context())))
                        .toList();
        List<Outcome> matched = outcomes.stream().filter(Outcome::matches).toList();
        double[] matchedTop = matched.stream().mapToDouble(Outcome::top).toArray();
        double[] otherTop =
                outcomes.stream().filter(o -> !o.matches()).mapToDouble(Outcome::top).toArray();
        double threshold = Metrics.threshold(otherTop, 0.05);
        return new RelevanceQuality(
                share(matched, Outcome::first),
                share(matched.stream().filter(Outcome::switched).toList(), Outcome::first),
                matched.stream().mapToDouble(Outcome::ndcg5).average().orElse(0),
                Metrics.auc(matchedTop, otherTop),
                share(matched, o -> o.first() && o.top() > threshold),
                threshold,
                share(matched, o -> o.first() && o.top() >= minRelevance),
                Arrays.stream(otherTop).filter(top -> top >= minRelevance).count()
                        / (double) otherTop.length);
    }

    private static double share(List<Outcome> outcomes, Predicate<Outcome> condition) {
        return outcomes.stream().filter(condition).count() / (double) outcomes.size();
    }

    private static Outcome outcome(RelevanceRow row, List<Ad> ads, double[] scores) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
            order.add(i);
        }
        order.sort(
                Comparator.<Integer>comparingDouble(i -> -scores[i])
                        .thenComparing(i -> ads.get(i).id()));
        List<String> ranked = order.stream().map(i -> ads.get(i).id()).toList();
        boolean matches = !row.relevant().isEmpty();
        return new Outcome(
                matches,
                row.id().endsWith("-switch"),
                row.relevant().contains(ranked.getFirst()),
                scores[order.getFirst()],
                matches ? Metrics.ndcgAt5(ranked, row.relevant(), row.partial()) : 0);
    }

    private record Outcome(
            boolean matches, boolean switched, boolean first, double top, double ndcg5) {}
}
