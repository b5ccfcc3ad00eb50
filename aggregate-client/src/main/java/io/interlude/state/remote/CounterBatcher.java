package io.interlude.state.remote;

import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.transport.StateInstances;
import io.interlude.state.wire.CountersAnswer;
import io.interlude.state.wire.CountersCodec;
import io.interlude.state.wire.MalformedStateException;
import io.interlude.state.wire.SubscriberPlace;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Questions for counters on their way to one instance. A few requests are under way at once; what
/// comes while they are is sent together with the next. So a question goes out at once when there
/// is little to do, a request carries many when there is much, and neither the connections nor what
/// waits can grow. Safe for use by many threads.
final class CounterBatcher {
    private final StateInstances instances;
    private final URI url;
    private final int requestsMax;
    private final int waitingMax;
    private final StateMeters meters;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int requests;

    CounterBatcher(
            StateInstances instances,
            URI url,
            int requestsMax,
            int waitingMax,
            StateMeters meters) {
        this.instances = instances;
        this.url = url;
        this.requestsMax = requestsMax;
        this.waitingMax = waitingMax;
        this.meters = meters;
    }

    /// Asks. Fails at once, with [StateUnavailableException], when too many wait.
    CompletableFuture<CountersAnswer> ask(SubscriberPlace place) {
        Waiting question = new Waiting(place, new CompletableFuture<>());
        List<Waiting> batch;
        synchronized (waiting) {
            if (waiting.size() >= waitingMax) {
                meters.refused.increment();
                return CompletableFuture.failedFuture(
                        new StateUnavailableException("too many questions wait for " + url));
            }
            waiting.addLast(question);
            meters.pending.incrementAndGet();
            batch = next();
        }
        send(batch);
        return question.answer();
    }

    /// What the next request carries; nothing while enough are under way. Whoever nobody waits for
    /// any more is left out.
    private List<Waiting> next() {
        if (requests >= requestsMax) {
            return List.of();
        }
        List<Waiting> batch = new ArrayList<>(Math.min(waiting.size(), CountersCodec.BATCH_MAX));
        while (batch.size() < CountersCodec.BATCH_MAX && !waiting.isEmpty()) {
            Waiting question = waiting.removeFirst();
            if (question.answer().isDone()) {
                meters.pending.decrementAndGet();
            } else {
                batch.add(question);
            }
        }
        if (!batch.isEmpty()) {
            requests++;
        }
        return batch;
    }

    private void send(List<Waiting> batch) {
        if (batch.isEmpty()) {
            return;
        }
        CompletableFuture<List<CountersAnswer>> answers;
        try {
            answers = instances.counters(url, batch.stream().map(Waiting::place).toList());
        } catch (RuntimeException e) {
            answers = CompletableFuture.failedFuture(e);
        }
        var _ = answers.whenComplete((found, failure) -> end(batch, found, failure));
    }

    private void end(
            List<Waiting> batch,
            @Nullable List<CountersAnswer> found,
            @Nullable Throwable failure) {
        List<Waiting> following;
        synchronized (waiting) {
            requests--;
            meters.pending.addAndGet(-batch.size());
            following = next();
        }
        send(following);
        for (int i = 0; i < batch.size(); i++) {
            if (found != null && found.size() == batch.size()) {
                batch.get(i).answer().complete(found.get(i));
            } else {
                batch.get(i)
                        .answer()
                        .completeExceptionally(
                                failure == null ? new MalformedStateException() : cause(failure));
            }
        }
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }

    private record Waiting(SubscriberPlace place, CompletableFuture<CountersAnswer> answer) {}
}
