package io.interlude.benchmark.sizing;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/// The spread of fetches over the partitions of the journal, and the wait of one for the stream
/// thread that applies its partition.
///
/// @param worstOverMean load of the fullest partition, in means
/// @param busiestThread share of the time that the busiest stream thread works
/// @param waitMillisP50 wait for the thread, without the work itself
/// @param waitMillisP99 the same
record PartitionLoad(
        int partitions,
        int threads,
        double worstOverMean,
        double busiestThread,
        double waitMillisP50,
        double waitMillisP99) {

    /// The load of the threads.
    ///
    /// @param fetchesPerSecond arrivals, a Poisson process over all partitions
    /// @param workMicros of the stream thread for one fetch with its events
    /// @param threads stream threads of all instances; partitions are dealt to them in turn
    record Load(double fetchesPerSecond, double workMicros, int partitions, int threads) {}

    /// Draws fetches, and lets each thread work them off in the order of their arrival.
    static PartitionLoad simulate(
            Population population, Load load, int fetches, RandomGenerator random) {
        int[] partitionToFetches = new int[load.partitions()];
        double[] threadToFreeAtMicros = new double[load.threads()];
        double[] threadToBusyMicros = new double[load.threads()];
        double[] waitsMicros = new double[fetches];
        double nowMicros = 0;
        for (int i = 0; i < fetches; i++) {
            nowMicros += -Math.log1p(-random.nextDouble()) * 1e6 / load.fetchesPerSecond();
            int partition = population.drawPartition(random, load.partitions());
            partitionToFetches[partition]++;
            int thread = partition % load.threads();
            double startMicros = Math.max(nowMicros, threadToFreeAtMicros[thread]);
            waitsMicros[i] = startMicros - nowMicros;
            threadToFreeAtMicros[thread] = startMicros + load.workMicros();
            threadToBusyMicros[thread] += load.workMicros();
        }
        Arrays.sort(waitsMicros);
        return new PartitionLoad(
                load.partitions(),
                load.threads(),
                Arrays.stream(partitionToFetches).max().orElse(0)
                        * (double) load.partitions()
                        / fetches,
                Arrays.stream(threadToBusyMicros).max().orElse(0) / nowMicros,
                waitsMicros[fetches / 2] / 1_000,
                waitsMicros[(int) (fetches * 0.99)] / 1_000);
    }
}
