package io.interlude.manage.simulation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A simulation from its start on. Written by the thread that makes it, read by any.
final class SimulationJob {
    private final SimulationRequest request;
    private volatile double progress;
    private volatile @Nullable Map<String, Object> found;
    private volatile boolean kept;

    SimulationJob(SimulationRequest request) {
        this.request = request;
    }

    SimulationRequest request() {
        return request;
    }

    /// From 0 to 1; never falls.
    double progress() {
        return progress;
    }

    void advance(double share) {
        progress = Math.max(progress, share);
    }

    /// What came of it, as clients see it; null while it runs.
    @Nullable Map<String, Object> found() {
        return found;
    }

    void finish(Map<String, Object> body) {
        progress = 1;
        found = body;
    }

    /// Tells that how it ended is written down.
    void kept() {
        kept = true;
    }

    boolean isKept() {
        return kept;
    }
}
