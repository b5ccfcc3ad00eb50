package io.interlude.web.boot;

/// Order in which the parts of a process start; they stop in the opposite order. For
/// `SmartLifecycle.getPhase`.
public final class StartPhase {
    /// In a service's own process the warm-up begins; it goes on beside what follows, and is over
    /// before the server takes requests.
    public static final int WARM_UP = 500;

    /// Topics and schemas are made, by the [Provisioning] beans.
    public static final int PROVISIONING = 1_000;

    /// Projections read their topics.
    public static final int PROJECTIONS = 2_000;

    /// What an earlier process left in its outbox is given to Kafka.
    public static final int RECOVERY = 2_500;

    /// Kafka Streams and other background work starts.
    public static final int PROCESSING = 3_000;

    /// The server takes requests.
    public static final int HTTP = 4_000;

    private StartPhase() {}
}
