package io.interlude.benchmark.sizing;

/// Measured costs, for one unit each. Source: docs/sizing.md.
///
/// Bytes are of an hour-old product with `benchmarks/load`, a cap and a rule for each line item;
/// processor times are of the tables in docs/measurements/load.md, where server, broker and
/// aggregator are one process on two cores.
final class Measured {
    /// Of a fetch in a closed loop, with its append and its aggregation.
    static final double FETCH_CPU_MILLIS = 0.161;

    /// Of an event in a closed loop, the same.
    static final double EVENT_CPU_MILLIS = 0.098;

    /// A stream thread kept up with 10,155 fetches a second, so it takes no longer for one.
    static final double FETCH_WORK_MICROS = 1e6 / 10_155;

    /// And with 15,582 events a second.
    static final double EVENT_WORK_MICROS = 1e6 / 15_582;

    /// Records of the journal, one copy on the broker's disk.
    static final double FETCH_BYTES = 617;

    static final double EVENT_BYTES = 476;
    static final double CLICK_BYTES = 243;

    /// Bytes that one fetch, event or click adds to the changelogs of the first stage.
    static final double FETCH_CHANGELOG_BYTES = 140 + 133;

    static final double EVENT_CHANGELOG_BYTES = 59;
    static final double CLICK_CHANGELOG_BYTES = 59 + 147;

    /// In the stores on disk, compressed.
    static final double FETCH_STATE_BYTES = 62;

    static final double EVENT_STATE_BYTES = 31;
    static final double SUBSCRIBER_STATE_BYTES = 62;

    /// Records that every fetch instance reads, with the offsets of so many partitions.
    static final double PACING_BYTES = 116;

    static final double ENGAGEMENT_BYTES = 126;
    static final int MEASURED_PARTITIONS = 12;

    /// Computed: two bytes of a partition's number and five of an offset beyond 17 billion.
    static final double OFFSET_BYTES = 7;

    private Measured() {}
}
