package io.interlude.benchmark.sizing;

import io.interlude.journal.append.JournalPartitions;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/// The input of the second stage, keyed by line item, when each partition of the first adds up
/// until a commit and then sends one partial sum for each line item, and the second's output.
///
/// @param partialsPerSecond of all partitions together
/// @param publishedPerSecond sums of line items that changed until a commit
/// @param worstOverMean load of the second stage's fullest partition, in means
/// @param withoutSums that load if each fetch were sent on by itself, in the same means
record SecondStage(
        int partitions,
        double partialsPerSecond,
        double publishedPerSecond,
        double worstOverMean,
        double withoutSums) {
    static final double COMMITS_PER_SECOND = 5;

    /// Plays so many commit intervals of the given rate.
    static SecondStage simulate(
            Population population,
            double fetchesPerSecond,
            int partitions,
            int commits,
            Random random) {
        int fetches = (int) Math.round(fetchesPerSecond / COMMITS_PER_SECOND);
        long[] partitionToPartials = new long[partitions];
        long[] partitionToFetches = new long[partitions];
        long partials = 0;
        long published = 0;
        for (int commit = 0; commit < commits; commit++) {
            Set<Long> sent = new HashSet<>();
            Set<Long> changed = new HashSet<>();
            for (int i = 0; i < fetches; i++) {
                int partition = population.drawPartition(random, partitions);
                long lineItem = population.drawLineItem(random);
                int second = JournalPartitions.of("line-item-" + lineItem, partitions);
                partitionToFetches[second]++;
                published += changed.add(lineItem) ? 1 : 0;
                if (sent.add(lineItem * partitions + partition)) {
                    partitionToPartials[second]++;
                    partials++;
                }
            }
        }
        return new SecondStage(
                partitions,
                partials * COMMITS_PER_SECOND / commits,
                published * COMMITS_PER_SECOND / commits,
                worst(partitionToPartials) * partitions / partials,
                worst(partitionToFetches) * partitions / partials);
    }

    private static double worst(long[] counts) {
        long worst = 0;
        for (long count : counts) {
            worst = Math.max(worst, count);
        }
        return worst;
    }
}
