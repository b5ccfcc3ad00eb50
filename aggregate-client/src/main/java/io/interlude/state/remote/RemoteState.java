package io.interlude.state.remote;

import io.interlude.journal.availability.ReadinessCheck;
import io.interlude.state.query.AppliedJournal;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CellKind;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;

/// The aggregator's state, read from other processes. Ready once an instance has told which one has
/// which partitions.
public final class RemoteState implements ReadinessCheck, AutoCloseable {
    private final StateInstances instances;
    private final Limits limits;
    private final ReadTimeouts timeouts;
    private final Timer timer;
    private final LongSupplier nanos;
    private final StateMeters meters;
    private final OwnerDirectory directory;

    /// @param seeds instances to ask first
    public RemoteState(
            StateInstances instances,
            List<URI> seeds,
            Limits limits,
            ReadTimeouts timeouts,
            MeterRegistry registry) {
        this(
                instances,
                limits,
                timeouts,
                Timer.SCHEDULED,
                System::nanoTime,
                new StateMeters(registry),
                seeds);
    }

    RemoteState(
            StateInstances instances,
            Limits limits,
            ReadTimeouts timeouts,
            Timer timer,
            LongSupplier nanos,
            StateMeters meters,
            List<URI> seeds) {
        this.instances = instances;
        this.limits = limits;
        this.timeouts = timeouts;
        this.timer = timer;
        this.nanos = nanos;
        this.meters = meters;
        directory = new OwnerDirectory(instances, seeds, timeouts.refresh(), timer, meters);
    }

    /// Begins to ask which instance has which partitions.
    public void start() {
        directory.start();
    }

    public FrequencyQuery frequencies(AppliedFloor floor) {
        CounterBatchers batchers =
                new CounterBatchers(instances, limits.requests(), limits.waiting(), meters);
        return new RemoteFrequencyQuery(directory, batchers, floor, timeouts, timer, meters);
    }

    /// Reads report cells.
    ///
    /// @param workers that put cells together
    public RollupQuery rollups(Executor workers) {
        return new RemoteRollupQuery(
                new RemoteCells<>(CellKind.ROLLUP, directory, instances, timeouts, workers, nanos),
                meters);
    }

    /// Reads the reach of cells.
    ///
    /// @param workers that put cells together
    public ReachQuery reach(Executor workers) {
        return new RemoteReachQuery(
                new RemoteCells<>(CellKind.REACH, directory, instances, timeouts, workers, nanos),
                meters);
    }

    public AppliedJournal appliedJournal(Admin admin) {
        return new RemoteAppliedJournal(admin, directory);
    }

    @Override
    public String name() {
        return "aggregator-instances";
    }

    @Override
    public boolean ready() {
        return directory.partitions() > 0;
    }

    @Override
    public void close() {
        directory.close();
    }

    /// The bounds of pending requests.
    ///
    /// @param requests requests for counters to one instance at once
    /// @param waiting questions for counters that wait for one instance
    public record Limits(int requests, int waiting) {}
}
