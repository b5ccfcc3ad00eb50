package io.interlude.benchmark.pacing;

/// The faults and unevenness of a day. Those that end last for an hour from noon.
enum Disturbance {
    NONE("-"),
    NO_TRAFFIC("no traffic for an hour"),
    STATE_FROZEN("state frozen for an hour"),
    INSTANCE_AWAY("one instance away for an hour"),
    SKEWED("65 % of the traffic on one instance"),
    ALL_ON_ONE("all traffic on one instance");

    private final String words;

    Disturbance(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
