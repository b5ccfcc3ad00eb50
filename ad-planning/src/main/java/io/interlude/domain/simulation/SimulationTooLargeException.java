package io.interlude.domain.simulation;

/// Thrown when a simulation needs more memory than it may take.
public final class SimulationTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SimulationTooLargeException() {
        super("the simulation needs more memory than it may take");
    }
}
