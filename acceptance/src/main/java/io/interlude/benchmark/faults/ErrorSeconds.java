package io.interlude.benchmark.faults;

import io.interlude.benchmark.faults.Sent.ClientOutcome;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// Failed requests of one kind, by the second of their phase in which they were due. Safe for use
/// by many threads.
public final class ErrorSeconds {
    /// More than this share of a second's requests makes it a bad one.
    static final double BAD_SHARE = 0.01;

    private final Map<Long, Second> numberToSecond = new ConcurrentSkipListMap<>();

    /// @param dueNanos since the start of the phase
    void add(long dueNanos, ClientOutcome outcome) {
        Second second =
                numberToSecond.computeIfAbsent(
                        TimeUnit.NANOSECONDS.toSeconds(Math.max(0, dueNanos)), _ -> new Second());
        second.requests.increment();
        if (isError(outcome)) {
            second.errors.increment();
        }
    }

    /// True for an answer that is neither a promise nor an honest nothing.
    private static boolean isError(ClientOutcome outcome) {
        return switch (outcome) {
            case ACCEPTED, NOTHING, UNPROMISED -> false;
            case REFUSED, UNANSWERED, NOT_SENT -> true;
        };
    }

    long requests() {
        return numberToSecond.values().stream().mapToLong(each -> each.requests.sum()).sum();
    }

    public long errors() {
        return numberToSecond.values().stream().mapToLong(each -> each.errors.sum()).sum();
    }

    /// Share of all requests that failed; 0 without any.
    public double share() {
        long requests = requests();
        return requests == 0 ? 0 : (double) errors() / requests;
    }

    /// The most bad seconds in a row.
    public int longestBadStretch() {
        int longest = 0;
        int stretch = 0;
        long expected = 0;
        for (Map.Entry<Long, Second> second : numberToSecond.entrySet()) {
            boolean goesOn = second.getKey() == expected;
            stretch = second.getValue().isBad() ? (goesOn ? stretch + 1 : 1) : 0;
            longest = Math.max(longest, stretch);
            expected = second.getKey() + 1;
        }
        return longest;
    }

    /// Number of the last bad second of the phase; -1 without one.
    public long lastBad() {
        return numberToSecond.entrySet().stream()
                .filter(second -> second.getValue().isBad())
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElse(-1);
    }

    private static final class Second {
        private final LongAdder requests = new LongAdder();
        private final LongAdder errors = new LongAdder();

        boolean isBad() {
            return errors.sum() > BAD_SHARE * requests.sum();
        }
    }
}
