package io.interlude.state.wire;

/// Paths of the aggregator's internal API. For services of the same installation only: they are in
/// no description, and no gateway routes them.
public final class StatePaths {
    public static final String INSTANCES = "/internal/v1/state/instances";
    public static final String COUNTERS = "/internal/v1/state/counters";
    public static final String CELLS = "/internal/v1/state/cells";

    /// Of the compact forms, which are no format of anybody else's.
    public static final String CONTENT_TYPE = "application/octet-stream";

    /// Largest question.
    public static final int QUESTION_BYTES_MAX = 64 << 10;

    private StatePaths() {}
}
