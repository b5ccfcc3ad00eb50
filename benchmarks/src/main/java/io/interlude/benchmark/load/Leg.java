package io.interlude.benchmark.load;

import org.HdrHistogram.Histogram;

/// What one stretch of load gave.
///
/// @param intendedPerSecond arrival rate of an open loop; 0 for a closed loop
/// @param micros latency in microseconds, in an open loop from the intended time of sending
/// @param cpuMillisPerRequest processor time of the server's process a request; NaN if its id is
///   not known
record Leg(
        String name,
        double intendedPerSecond,
        double seconds,
        long answered,
        long errors,
        Histogram micros,
        double cpuMillisPerRequest) {
    double perSecond() {
        return answered / seconds;
    }
}
