package io.interlude.local.cluster;

import java.time.Duration;

/// The roles of the cluster's processes, in the order in which they start; they stop the other way
/// round.
enum ProcessRole {
    BROKER("broker", 10, 15),
    REGISTRY("registry", 2, 10),
    AGGREGATOR("streams-aggregator", 40, 30),
    MANAGEMENT("management-api", 30, 30),
    INGEST("event-ingest", 50, 30),
    FETCH("fetch-service", 60, 30),
    REPORT("reporting-api", 70, 30),
    GATEWAY("gateway", 0, 15);

    private final String title;
    private final int portOffset;
    private final Duration stopDeadline;

    ProcessRole(String title, int portOffset, int stopSeconds) {
        this.title = title;
        this.portOffset = portOffset;
        this.stopDeadline = Duration.ofSeconds(stopSeconds);
    }

    /// Its name in tables; a service's is its module's.
    String title() {
        return title;
    }

    /// Distance of its ports from the base port.
    int portOffset() {
        return portOffset;
    }

    /// Time that it may take to stop before it is killed.
    Duration stopDeadline() {
        return stopDeadline;
    }

    /// True when it is one of the five services.
    boolean isService() {
        return switch (this) {
            case AGGREGATOR, MANAGEMENT, INGEST, FETCH, REPORT -> true;
            case BROKER, REGISTRY, GATEWAY -> false;
        };
    }
}
