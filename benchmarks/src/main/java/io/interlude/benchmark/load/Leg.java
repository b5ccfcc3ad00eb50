package io.interlude.benchmark.load;

import org.HdrHistogram.Histogram;

/// What one stretch of load gave.
///
/// @param intendedPerSecond arrival rate of an open loop; 0 for a closed loop
/// @param micros latency in microseconds, in an open loop from the intended time of sending
/// @param cpuMillis processor time of the server's process a request
record Leg(
        String name,
        double intendedPerSecond,
        double seconds,
        long answered,
        long errors,
        Histogram micros,
        Cpu cpuMillis) {
    double perSecond() {
        return answered / seconds;
    }

    /// Processor time a request, in milliseconds: while the load lasted, and until the aggregator
    /// had applied it all. NaN if the process is not known.
    record Cpu(double duringLoad, double untilAggregated) {}
}
