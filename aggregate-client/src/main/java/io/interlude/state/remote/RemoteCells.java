package io.interlude.state.remote;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.transport.InstanceGoneException;
import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CellKind;
import io.interlude.state.wire.CellRange;
import io.interlude.state.wire.CellsQuestion;
import io.interlude.state.wire.CellsReading;
import io.interlude.state.wire.StoreGroup;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// Reads cells from all owners at once and puts them together. What one of them does not give is
/// asked for again, of whoever has it then, until time is up. A partition's cells are taken as a
/// whole or not at all.
///
/// @param <V> what a cell is
final class RemoteCells<V extends SpecificRecord> {
    private static final Duration NOT_AGAIN = Duration.ofSeconds(5);

    private final CellKind<V> kind;
    private final OwnerDirectory directory;
    private final StateInstances instances;
    private final Duration wait;
    private final Duration retry;
    private final Scheduler workers;
    private final LongSupplier nanos;
    private volatile long givenUpNanos;

    /// @param workers where cells are decoded and given
    /// @param nanos time that never goes back
    RemoteCells(
            CellKind<V> kind,
            OwnerDirectory directory,
            StateInstances instances,
            ReadTimeouts timeouts,
            Executor workers,
            LongSupplier nanos) {
        this.kind = kind;
        this.directory = directory;
        this.instances = instances;
        this.wait = timeouts.cells();
        this.retry = timeouts.retry();
        this.workers = Schedulers.fromExecutor(workers);
        this.nanos = nanos;
        givenUpNanos = nanos.getAsLong() - NOT_AGAIN.toNanos();
    }

    /// Gives the cells one at a time, and tells how many partitions are missing in the end. Fails
    /// with [StateUnavailableException] if all are.
    ///
    /// @param standbys whether a standby that keeps up may answer for an owner
    CompletableFuture<Integer> forEach(
            CellRange range, boolean standbys, Consumer<? super V> taker) {
        int count = directory.partitions();
        if (count == 0) {
            directory.hurry();
            return CompletableFuture.failedFuture(
                    new StateUnavailableException("no instance of the aggregator has answered"));
        }
        Set<Integer> open = new HashSet<>(IntStream.range(0, count).boxed().toList());
        return rounds(range, standbys, open, taker, endNanos())
                .toFuture()
                .thenApply(_ -> missing(open, count));
    }

    /// A report is many readings: where one has just waited in vain the next do not.
    private long endNanos() {
        long now = nanos.getAsLong();
        return now - givenUpNanos < NOT_AGAIN.toNanos() ? now : now + wait.toNanos();
    }

    private int missing(Set<Integer> open, int count) {
        if (!open.isEmpty()) {
            givenUpNanos = nanos.getAsLong();
        }
        if (open.size() == count) {
            throw new StateUnavailableException("no partition can be read");
        }
        return open.size();
    }

    /// @param open partitions that are still to be read; those that were are taken out
    private Mono<Void> rounds(
            CellRange range,
            boolean standbys,
            Set<Integer> open,
            Consumer<? super V> taker,
            long endNanos) {
        return Mono.defer(() -> round(range, standbys, open, taker))
                .then(
                        Mono.defer(() -> {
                            if (open.isEmpty() || nanos.getAsLong() > endNanos) {
                                return Mono.empty();
                            }
                            directory.hurry();
                            return Mono.delay(retry)
                                    .then(rounds(range, standbys, open, taker, endNanos));
                        }));
    }

    private Mono<Void> round(
            CellRange range, boolean standbys, Set<Integer> open, Consumer<? super V> taker) {
        List<Flux<CellsReading.Ended<V>>> answers = new ArrayList<>();
        plan(open, standbys)
                .forEach((url, partitions) -> answers.add(read(url, range, partitions, standbys)));
        return Flux.merge(Flux.fromIterable(answers), Math.max(1, answers.size()), 1)
                .publishOn(workers, 1)
                .doOnNext(ended -> {
                    if (ended instanceof CellsReading.Complete<V> complete
                            && open.contains(complete.partition())) {
                        complete.cells().forEach(taker);
                        open.remove(complete.partition());
                    }
                })
                .then();
    }

    /// Which instance is asked for which of the partitions: its owner, else a standby.
    private Map<URI, List<Integer>> plan(Set<Integer> open, boolean standbys) {
        Map<URI, List<Integer>> plan = new HashMap<>();
        for (int partition : open) {
            OwnerRoute route = directory.route(StoreGroup.CELLS, partition);
            List<URI> able =
                    route.owners().isEmpty() && standbys ? route.standbys() : route.owners();
            if (!able.isEmpty()) {
                plan.computeIfAbsent(able.getFirst(), _ -> new ArrayList<>()).add(partition);
            }
        }
        return plan;
    }

    private Flux<CellsReading.Ended<V>> read(
            URI url, CellRange range, List<Integer> partitions, boolean standbys) {
        return Flux.defer(() -> {
            CellsReading<V> reading = new CellsReading<>(kind);
            return instances
                    .cells(url, CellsQuestion.of(kind, range, partitions, standbys))
                    .concatMapIterable(reading::take)
                    .onErrorResume(cause -> {
                        if (cause instanceof InstanceGoneException) {
                            directory.lose(url);
                        }
                        return Flux.empty();
                    });
        });
    }
}
