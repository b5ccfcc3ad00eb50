package io.interlude.training.quality;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The measures of ranking and of telling two kinds apart.
final class Metrics {
    private static final int DEPTH = 5;

    private Metrics() {}

    /// Chance that a positive scores above a negative, ties counting half.
    static double auc(double[] positive, double[] negative) {
        double wins = 0;
        for (double p : positive) {
            for (double n : negative) {
                wins += p > n ? 1 : p == n ? 0.5 : 0;
            }
        }
        return wins / ((double) positive.length * negative.length);
    }

    /// The lowest threshold that at most the given share of the negatives exceed.
    static double threshold(double[] negative, double share) {
        double[] ordered = negative.clone();
        Arrays.sort(ordered);
        int above = (int) Math.floor(share * ordered.length);
        return ordered[ordered.length - 1 - Math.min(above, ordered.length - 1)];
    }

    static double shareAbove(double[] scores, double threshold) {
        return Arrays.stream(scores).filter(score -> score > threshold).count()
                / (double) scores.length;
    }

    /// Gain 2 for a relevant ad and 1 for a partial one, discounted by log2(rank + 1), over the
    /// best possible sum.
    static double ndcgAt5(List<String> ranked, Set<String> relevant, Set<String> partial) {
        double gained = 0;
        double best = 0;
        for (int rank = 0; rank < DEPTH; rank++) {
            double discount = Math.log(rank + 2) / Math.log(2);
            String id = ranked.get(rank);
            gained += (relevant.contains(id) ? 2 : partial.contains(id) ? 1 : 0) / discount;
            best += gain(rank, relevant.size(), partial.size()) / discount;
        }
        return gained / best;
    }

    private static int gain(int rank, int relevant, int partial) {
        if (rank < relevant) {
            return 2;
        }
        return rank < relevant + partial ? 1 : 0;
    }
}
