package io.interlude.benchmark.sizing;

import static io.interlude.benchmark.sizing.Measured.CLICK_BYTES;
import static io.interlude.benchmark.sizing.Measured.CLICK_CHANGELOG_BYTES;
import static io.interlude.benchmark.sizing.Measured.ENGAGEMENT_BYTES;
import static io.interlude.benchmark.sizing.Measured.EVENT_BYTES;
import static io.interlude.benchmark.sizing.Measured.EVENT_CHANGELOG_BYTES;
import static io.interlude.benchmark.sizing.Measured.EVENT_CPU_MILLIS;
import static io.interlude.benchmark.sizing.Measured.EVENT_STATE_BYTES;
import static io.interlude.benchmark.sizing.Measured.EVENT_WORK_MICROS;
import static io.interlude.benchmark.sizing.Measured.FETCH_BYTES;
import static io.interlude.benchmark.sizing.Measured.FETCH_CHANGELOG_BYTES;
import static io.interlude.benchmark.sizing.Measured.FETCH_CPU_MILLIS;
import static io.interlude.benchmark.sizing.Measured.FETCH_STATE_BYTES;
import static io.interlude.benchmark.sizing.Measured.FETCH_WORK_MICROS;
import static io.interlude.benchmark.sizing.Measured.MEASURED_PARTITIONS;
import static io.interlude.benchmark.sizing.Measured.OFFSET_BYTES;
import static io.interlude.benchmark.sizing.Measured.PACING_BYTES;
import static io.interlude.benchmark.sizing.Measured.SUBSCRIBER_STATE_BYTES;

/// The needs of a rate of fetches: products of measured costs, and of assumptions made here.
///
/// @param fetchesPerSecond at the peak that is sized for
/// @param partitions of each journal topic
/// @param subscribers with state
/// @param attributionDays for which a fetch and its events are remembered
record SizingPlan(
        double fetchesPerSecond, int partitions, double subscribers, double attributionDays) {
    /// Assumed of each fetch: sent, delivered, read.
    static final double EVENTS_PER_FETCH = 3;

    /// Assumed of each fetch.
    static final double CLICKS_PER_FETCH = 0.02;

    /// Assumed: half of everything is kept free, for what a lost machine leaves to the others.
    static final double UTILISATION = 0.5;

    static final int CORES_PER_INSTANCE = 4;
    static final int COPIES = 3;
    static final int THREADS_PER_AGGREGATOR = 4;

    /// One to answer and one to stand by.
    static final int COPIES_OF_STATE = 2;

    private static final double SECONDS_PER_DAY = 86_400;

    /// The most work of a stream thread for one fetch with its events.
    static double workMicros() {
        return FETCH_WORK_MICROS + (EVENTS_PER_FETCH + CLICKS_PER_FETCH) * EVENT_WORK_MICROS;
    }

    int streamThreads() {
        return (int) Math.ceil(fetchesPerSecond * workMicros() / 1e6 / UTILISATION);
    }

    int aggregators() {
        return atLeastTwo(streamThreads() / (double) THREADS_PER_AGGREGATOR);
    }

    /// Of fetch-service, event-ingest, brokers with one copy and aggregators together.
    double cores() {
        return fetchesPerSecond
                * (FETCH_CPU_MILLIS + (EVENTS_PER_FETCH + CLICKS_PER_FETCH) * EVENT_CPU_MILLIS)
                / 1_000
                / UTILISATION;
    }

    int fetchInstances() {
        return instances(fetchesPerSecond * FETCH_CPU_MILLIS);
    }

    int eventInstances() {
        return instances(
                fetchesPerSecond * (EVENTS_PER_FETCH + CLICKS_PER_FETCH) * EVENT_CPU_MILLIS);
    }

    /// One copy.
    double journalBytesPerSecond() {
        return fetchesPerSecond
                * (FETCH_BYTES + EVENTS_PER_FETCH * EVENT_BYTES + CLICKS_PER_FETCH * CLICK_BYTES);
    }

    /// One copy, of the first stage only.
    double changelogBytesPerSecond() {
        return fetchesPerSecond
                * (FETCH_CHANGELOG_BYTES
                        + EVENTS_PER_FETCH * EVENT_CHANGELOG_BYTES
                        + CLICKS_PER_FETCH * CLICK_CHANGELOG_BYTES);
    }

    /// All copies of the journal's records of a day at this rate.
    double journalBytesPerDay() {
        return journalBytesPerSecond() * COPIES * SECONDS_PER_DAY;
    }

    /// Fetches and events of the attribution window, one copy.
    double matchingStateBytes() {
        return fetchesPerSecond
                * attributionDays
                * SECONDS_PER_DAY
                * (FETCH_STATE_BYTES + (EVENTS_PER_FETCH + CLICKS_PER_FETCH) * EVENT_STATE_BYTES);
    }

    /// One copy.
    double subscriberStateBytes() {
        return subscribers * SUBSCRIBER_STATE_BYTES;
    }

    /// All copies of the state, for each aggregator.
    double stateBytesPerAggregator() {
        return (matchingStateBytes() + subscriberStateBytes()) * COPIES_OF_STATE / aggregators();
    }

    /// The sums that each fetch instance reads: of a line item's spend and of its creative's
    /// engagement, each with the offsets that it includes, one for each partition.
    static double fanOutBytesPerSecond(double publishedPerSecond, int partitions) {
        return publishedPerSecond
                * (PACING_BYTES
                        + ENGAGEMENT_BYTES
                        + 2 * (partitions - MEASURED_PARTITIONS) * OFFSET_BYTES);
    }

    private static int instances(double cpuMillisPerSecond) {
        return atLeastTwo(cpuMillisPerSecond / 1_000 / UTILISATION / CORES_PER_INSTANCE);
    }

    private static int atLeastTwo(double count) {
        return Math.max(2, (int) Math.ceil(count));
    }
}
