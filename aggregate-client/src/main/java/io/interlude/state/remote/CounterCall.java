package io.interlude.state.remote;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.SubscriberState;
import io.interlude.state.transport.InstanceGoneException;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.StoreGroup;
import io.interlude.state.wire.SubscriberPlace;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One reading of counters, from the first question to the answer or the deadline.
final class CounterCall {
    private final SubscriberPlace place;
    private final long floor;
    private final OwnerDirectory directory;
    private final CounterBatchers batchers;
    private final ReadTimeouts timeouts;
    private final Timer timer;
    private final StateMeters meters;
    private final CompletableFuture<SubscriberState> result = new CompletableFuture<>();

    /// Whom to ask next. This and what follows is guarded by it.
    private final Deque<Candidate> candidates = new ArrayDeque<>();

    private int asked;
    private @Nullable Runnable hedge;
    private @Nullable Runnable retry;

    CounterCall(
            SubscriberPlace place,
            long floor,
            OwnerDirectory directory,
            CounterBatchers batchers,
            ReadTimeouts timeouts,
            Timer timer,
            StateMeters meters) {
        this.place = place;
        this.floor = floor;
        this.directory = directory;
        this.batchers = batchers;
        this.timeouts = timeouts;
        this.timer = timer;
        this.meters = meters;
    }

    CompletableFuture<SubscriberState> start() {
        if (floor == AppliedFloor.NOT_YET) {
            giveUp("what the journal holds is not known yet");
            return result;
        }
        Runnable deadline =
                timer.after(timeouts.counters(), () -> giveUp("no answer came in time"));
        var _ =
                result.whenComplete((_, _) -> {
                    deadline.run();
                    stopWaiting();
                });
        round();
        return result;
    }

    /// Asks the partition's current owner.
    private void round() {
        if (result.isDone()) {
            return;
        }
        OwnerRoute route = directory.route(StoreGroup.COUNTERS, place.partition());
        synchronized (candidates) {
            retry = null;
            route.owners().forEach(url -> candidates.addLast(new Candidate(url, true)));
            route.standbys().forEach(url -> candidates.addLast(new Candidate(url, false)));
        }
        askNext();
    }

    /// Asks the next one, and the one after it if this one is slow. Nobody is left and nobody will
    /// answer: another round, after a pause.
    private void askNext() {
        Candidate next;
        synchronized (candidates) {
            cancel(hedge);
            hedge = null;
            next = candidates.pollFirst();
            if (next != null) {
                asked++;
                if (!candidates.isEmpty()) {
                    hedge = timer.after(timeouts.hedge(), this::hedge);
                }
            } else if (asked == 0 && retry == null && !result.isDone()) {
                retry = timer.after(timeouts.retry(), this::round);
            }
        }
        if (next == null) {
            directory.hurry();
            return;
        }
        Candidate candidate = next;
        var _ =
                batchers.ask(candidate.url(), place)
                        .whenComplete((answer, failure) -> answered(candidate, answer, failure));
    }

    private void hedge() {
        if (!result.isDone()) {
            meters.hedged.increment();
            askNext();
        }
    }

    private void answered(
            Candidate candidate, @Nullable CountersAnswer answer, @Nullable Throwable failure) {
        synchronized (candidates) {
            asked--;
        }
        if (answer instanceof CountersAnswer.Known known) {
            if (known.state().partitionApplied() >= floor) {
                if (result.complete(known.state())) {
                    (candidate.owner() ? meters.byOwner : meters.byStandby).increment();
                }
                return;
            }
            meters.behind.increment();
        } else if (failure instanceof InstanceGoneException) {
            directory.lose(candidate.url());
        } else if (candidate.owner()) {
            directory.hurry();
        }
        if (!result.isDone()) {
            askNext();
        }
    }

    private void giveUp(String why) {
        if (result.completeExceptionally(new StateUnavailableException(why))) {
            meters.unavailable.increment();
        }
    }

    private void stopWaiting() {
        synchronized (candidates) {
            candidates.clear();
            cancel(hedge);
            cancel(retry);
            hedge = null;
            retry = null;
        }
    }

    private static void cancel(@Nullable Runnable cancellation) {
        if (cancellation != null) {
            cancellation.run();
        }
    }

    private record Candidate(URI url, boolean owner) {}
}
