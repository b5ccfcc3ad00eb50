package io.interlude.client;

import io.interlude.client.Http.Answer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Events on their way to the server, in the order in which they were reported. Sends from a thread
/// of its own, which lives as long as there is something to send and keeps no process from ending.
/// Thread-safe.
final class EventQueue {
    private static final int MOST_EVENTS = 500;

    /// The service's limit of a request is 1 MiB.
    private static final int MOST_BYTES = 900_000;

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 6;

    private final Http http;
    private final Duration flushInterval;
    private final int most;
    private final Consumer<Problem> tell;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Batch> batches = new ArrayDeque<>();
    private List<String> waiting = new ArrayList<>();
    private int pending;
    private boolean running;
    private boolean hurry;
    private int flushes;
    private boolean closed;
    private int failures;
    private Duration retryAfter = Duration.ZERO;

    EventQueue(Http http, Duration flushInterval, int most, Consumer<Problem> tell) {
        this.http = http;
        this.flushInterval = flushInterval;
        this.most = most;
        this.tell = tell;
    }

    /// Keeps its Idempotency-Key and its events until each of them is settled. The service knows an
    /// event by the key and by what it says, so a batch may be sent again as often as need be and
    /// counts once. For the same reason no batch has two events that say the same.
    private static final class Batch {
        final String key = UUID.randomUUID().toString();
        List<String> events;

        Batch(Set<String> events) {
            this.events = List.copyOf(events);
        }
    }

    /// False when it is not taken.
    ///
    /// @param event JSON of ASCII alone
    boolean add(String event) {
        String refused = null;
        lock.lock();
        try {
            if (closed) {
                refused = "closed";
            } else if (pending >= most) {
                refused = "queue_full";
            } else {
                waiting.add(event);
                pending++;
                start();
                if (waiting.size() == MOST_EVENTS) {
                    changed.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            tell.accept(Problem.lost(refused, 1));
        }
        return refused == null;
    }

    int pending() {
        lock.lock();
        try {
            return pending;
        } finally {
            lock.unlock();
        }
    }

    boolean flush(Duration timeout) {
        long nanos = timeout.toNanos();
        lock.lock();
        try {
            if (pending > 0) {
                hurry = true;
                flushes++;
                start();
                changed.signalAll();
            }
            while (pending > 0 && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            return pending == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    boolean close(Duration timeout) {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        boolean flushed = flush(timeout);
        int lost;
        lock.lock();
        try {
            lost = pending;
            pending = 0;
            waiting.clear();
            batches.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (lost > 0) {
            tell.accept(Problem.lost("abandoned", lost));
        }
        return flushed;
    }

    private void start() {
        if (!running) {
            Exit.UNSENT.add(this);
            try {
                Thread.ofPlatform().name("interlude-events").daemon().start(this::run);
                running = true;
            } catch (OutOfMemoryError e) {
                // No more threads now: the next event tries again.
                Exit.UNSENT.remove(this);
            }
        }
    }

    private void run() {
        Batch batch = next();
        while (batch != null) {
            List<String> sent = batch.events;
            Answer answer = post(batch);
            List<Outcome> outcomes = Outcome.of(sent.size(), answer);
            // Before whoever flushes goes on: a process may end then.
            if (isOpen(batch)) {
                Outcome.problems(outcomes).forEach(tell);
            }
            settle(batch, outcomes, answer.retryAfter());
            batch = next();
        }
    }

    /// Waits for the next batch that is due; null when there is nothing to send.
    private @Nullable Batch next() {
        lock.lock();
        try {
            if (pending > 0) {
                await();
                seal();
            }
            Batch next = batches.peek();
            if (next == null) {
                running = false;
                hurry = false;
                Exit.UNSENT.remove(this);
                changed.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /// For others to go along, or for the server to come back. Whoever flushes ends it.
    private void await() {
        long nanos = failures > 0 ? backoff().toNanos() : flushInterval.toNanos();
        int before = flushes;
        try {
            while (nanos > 0 && flushes == before && mayWait()) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            // Nobody has this thread but the queue: as good as a flush.
        }
    }

    private boolean mayWait() {
        return failures > 0 || (!hurry && batches.isEmpty() && waiting.size() < MOST_EVENTS);
    }

    /// Makes batches of all that waits.
    private void seal() {
        Set<String> events = new LinkedHashSet<>();
        int bytes = 0;
        for (String event : waiting) {
            if (events.size() == MOST_EVENTS
                    || events.contains(event)
                    || bytes + event.length() >= MOST_BYTES) {
                add(events);
                events.clear();
                bytes = 0;
            }
            events.add(event);
            bytes += event.length() + 1;
        }
        add(events);
        waiting = new ArrayList<>();
    }

    private void add(Set<String> events) {
        if (!events.isEmpty()) {
            batches.add(new Batch(events));
        }
    }

    private Answer post(Batch batch) {
        String body = "{\"events\":[" + String.join(",", batch.events) + "]}";
        CompletableFuture<HttpResponse<byte[]>> call = null;
        try {
            call =
                    http.post(
                            "/v1/events",
                            body.getBytes(StandardCharsets.US_ASCII),
                            REQUEST_TIMEOUT,
                            batch.key);
            return Answer.of(call.get(REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException
                | ExecutionException
                | TimeoutException
                | RuntimeException e) {
            return Answer.NONE;
        } finally {
            if (call != null) {
                call.cancel(true);
            }
        }
    }

    /// False once the queue is closed meanwhile: then its events are told as abandoned.
    private boolean isOpen(Batch batch) {
        lock.lock();
        try {
            return batches.peek() == batch;
        } finally {
            lock.unlock();
        }
    }

    private void settle(Batch batch, List<Outcome> outcomes, Duration after) {
        lock.lock();
        try {
            List<String> left = new ArrayList<>();
            for (int i = 0; i < outcomes.size(); i++) {
                if (outcomes.get(i).worthAnotherTry()) {
                    left.add(batch.events.get(i));
                }
            }
            if (isOpen(batch)) {
                pending -= batch.events.size() - left.size();
                batch.events = left;
                if (left.isEmpty()) {
                    batches.remove();
                }
            }
            failures = left.isEmpty() ? 0 : failures + 1;
            retryAfter = after;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Doubled each time up to a minute, and varied by half, so that not everybody comes back at
    /// once.
    private Duration backoff() {
        Duration first = FIRST_WAIT.compareTo(retryAfter) > 0 ? FIRST_WAIT : retryAfter;
        Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        Duration bounded = doubled.compareTo(LONGEST_WAIT) < 0 ? doubled : LONGEST_WAIT;
        double factor = ThreadLocalRandom.current().nextDouble(0.5, 1.5);
        Duration varied = Duration.ofNanos((long) (bounded.toNanos() * factor));
        return varied.compareTo(retryAfter) > 0 ? varied : retryAfter;
    }

    /// A process that ends sends what waits, within seconds.
    private static final class Exit {
        static final Set<EventQueue> UNSENT = ConcurrentHashMap.newKeySet();

        static {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(Exit::send, "interlude-exit"));
            } catch (IllegalStateException e) {
                // The process ends already.
            }
        }

        private Exit() {}

        private static void send() {
            long until = System.nanoTime() + EXIT_TIMEOUT.toNanos();
            UNSENT.forEach(
                    queue -> queue.flush(Duration.ofNanos(Math.max(until - System.nanoTime(), 0))));
        }
    }
}
