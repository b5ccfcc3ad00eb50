package io.interlude.ingest.traffic;

/// The class of invalid traffic.
public enum TrafficClass {
    /// The browser asked ahead of time, and nobody may ever see the answer.
    PREFETCH("prefetch"),
    /// The client says itself that it is a robot.
    DECLARED_BOT("declared_bot"),
    /// More than a person can do.
    RATE("rate");

    private final String label;

    TrafficClass(String label) {
        this.label = label;
    }

    /// The class as the journal has it.
    public String label() {
        return label;
    }
}
