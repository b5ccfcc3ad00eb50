package io.interlude.benchmark.load;

import io.interlude.benchmark.load.probe.ServerCost;
import io.interlude.benchmark.sizing.TopicBytes;
import org.HdrHistogram.Histogram;

/// The results of one stretch of load.
///
/// @param intendedPerSecond arrival rate of an open loop; 0 for a closed loop
/// @param micros latency in microseconds, in an open loop from the intended time of sending
/// @param cpuMillis processor time of the server's process a request
/// @param cost allocations of the server and writes of its broker, until the aggregator had applied
///   all of the load
record Leg(
        String name,
        double intendedPerSecond,
        double seconds,
        long answered,
        long errors,
        Histogram micros,
        Cpu cpuMillis,
        ServerCost.Reading cost) {
    double allocatedBytes() {
        return cost.allocatedBytes() / answered;
    }

    /// Of all topics, a request.
    double writtenBytes() {
        return cost.writtenBytes() / answered;
    }

    double writtenBytes(String topic) {
        return (double) written(topic).bytes() / answered;
    }

    double writtenRecords(String topic) {
        return (double) written(topic).records() / answered;
    }

    private TopicBytes written(String topic) {
        return cost.topicToBytes().getOrDefault(topic, TopicBytes.NONE);
    }

    double perSecond() {
        return answered / seconds;
    }

    /// Processor time a request, in milliseconds: while the load lasted, and until the aggregator
    /// had applied it all. NaN if the process is not known.
    record Cpu(double duringLoad, double untilAggregated) {}
}
