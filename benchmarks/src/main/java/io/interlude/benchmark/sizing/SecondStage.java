package io.interlude.benchmark.sizing;

import io.interlude.kit.journal.JournalPartitions;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/// What reaches the second stage, keyed by line item, when each partition of the first adds up for
/// 100 ms and sends one partial sum for each line item.
///
/// @param partialsPerSecond of all partitions together
/// @param worstOverMean load of the second stage's fullest partition, in means
/// @param withoutSums that load if each fetch were sent on by itself, in the same means
record SecondStage(
        int partitions, double partialsPerSecond, double worstOverMean, double withoutSums) {
    static final double FLUSHES_PER_SECOND = 10;

    /// Plays so many flush intervals of the given rate.
    static SecondStage simulate(
            Population population,
            double fetchesPerSecond,
            int partitions,
            int flushes,
            Random random) {
        int fetches = (int) Math.round(fetchesPerSecond / FLUSHES_PER_SECOND);
        long[] partitionToPartials = new long[partitions];
        long[] partitionToFetches = new long[partitions];
        long partials = 0;
        for (int flush = 0; flush < flushes; flush++) {
            Set<Long> sent = new HashSet<>();
            for (int i = 0; i < fetches; i++) {
                int partition = population.drawPartition(random, partitions);
                long lineItem = population.drawLineItem(random);
                int second = JournalPartitions.of("line-item-" + lineItem, partitions);
                partitionToFetches[second]++;
                if (sent.add(lineItem * partitions + partition)) {
                    partitionToPartials[second]++;
                    partials++;
                }
            }
        }
        return new SecondStage(
                partitions,
                partials * FLUSHES_PER_SECOND / flushes,
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
