package io.interlude.benchmark.hostile.scene;

import io.interlude.benchmark.hostile.scene.Api.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// The scene of an attack: the product, the victim, an end, and a list of faults. Safe for use by
/// many threads.
public final class Scene {
    private static final int MOST_FAULTS = 6;
    private static final Duration PREPARATION = Duration.ofSeconds(60);

    private final Target target;
    private final Victim victim;
    private final Api api;
    private final long spanNanos;
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, Integer> answers = new TreeMap<>();
    private final Set<String> faults = new LinkedHashSet<>();
    private volatile long endNanos;
    private volatile Window window;

    public Scene(Target target, Victim victim, Duration span) {
        this.target = target;
        this.victim = victim;
        api = new Api(target.url());
        spanNanos = span.toNanos();
        window = victim.enter();
        restartClock();
    }

    /// Before a preparation that takes long itself.
    public void prepare() {
        endNanos = System.nanoTime() + PREPARATION.toNanos();
    }

    /// After a preparation that is no attack, such as the making of much data: only what the victim
    /// sees from now on is judged.
    public void begin() {
        window = victim.enter();
        restartClock();
    }

    /// The leg that is judged.
    public Window window() {
        return window;
    }

    /// After a long preparation: the time of the attack itself begins now.
    public void restartClock() {
        endNanos = System.nanoTime() + spanNanos;
    }

    public Target target() {
        return target;
    }

    public Victim victim() {
        return victim;
    }

    public Api api() {
        return api;
    }

    /// Makes an org to attack from; the time of the attack begins when it is there.
    public Org org() throws IOException, InterruptedException {
        Org made = Org.make(api, 2);
        restartClock();
        return made;
    }

    public boolean timeLeft() {
        return target.isAlive() && System.nanoTime() < endNanos;
    }

    public void pauseUntilEnd() throws InterruptedException {
        while (timeLeft()) {
            Target.pause(100);
        }
    }

    /// Counts a request with its answer.
    public Answer count(Answer answer) {
        requests.incrementAndGet();
        synchronized (answers) {
            answers.merge(answer.said(), 1, Integer::sum);
        }
        return answer;
    }

    /// Counts requests whose answers are not looked at.
    public void countUnanswered(long number) {
        requests.addAndGet(number);
    }

    public void require(boolean holds, String fault) {
        if (!holds && target.isAlive()) {
            synchronized (faults) {
                if (faults.size() < MOST_FAULTS) {
                    faults.add(fault);
                }
            }
        }
    }

    /// Counts an answer, and requires that it is no fault of the product's own.
    public Answer sane(Answer answer, String what) {
        count(answer);
        require(answer.sane(), what + ": " + answer.said());
        return answer;
    }

    /// Counts an answer, and requires that it is whole and says yes.
    public Answer good(Answer answer, String what) {
        count(answer);
        require(answer.good(), what + ": " + answer.said() + (answer.whole() ? "" : ", cut off"));
        return answer;
    }

    /// Counts an answer, and requires a refusal.
    public Answer refused(Answer answer, String what) {
        count(answer);
        boolean refusal = answer.status() / 100 == 4 || answer.status() == 501;
        require(refusal || answer.status() == 0, what + ": " + answer.status());
        return answer;
    }

    /// Takes steps 0, 1, … in so many threads until enough are taken or the time is over.
    public void parallel(int threads, int most, Step step) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                executor.execute(() -> take(next, most, step));
            }
        }
    }

    private void take(AtomicInteger next, int most, Step step) {
        for (int number = next.getAndIncrement();
                number < most && timeLeft();
                number = next.getAndIncrement()) {
            try {
                step.take(number);
            } catch (IOException _) {
                countUnanswered(1);
            }
        }
    }

    public long requests() {
        return requests.get();
    }

    public String answers() {
        synchronized (answers) {
            return answers.toString();
        }
    }

    public List<String> faults() {
        synchronized (faults) {
            return List.copyOf(faults);
        }
    }

    /// One step of many.
    @FunctionalInterface
    public interface Step {
        void take(int number) throws IOException;
    }
}
