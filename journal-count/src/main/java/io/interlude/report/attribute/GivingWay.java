package io.interlude.report.attribute;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/// Has a thread give way to what is more urgent: where it waited for a processor for longer than it
/// had one, it rests twice as long as it waited. Waiting for Kafka or the disk counts for neither.
/// Only Linux tells; elsewhere it never rests. Used by one thread.
final class GivingWay {
    private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int RESTS_FOR_WAITED = 2;

    private final Supplier<Scheduled> scheduled;
    private Scheduled before = Scheduled.NEVER;

    /// Since the thread began.
    record Scheduled(long ranNanos, long waitedNanos) {
        static final Scheduled NEVER = new Scheduled(0, 0);
    }

    /// Of the calling thread.
    GivingWay() {
        this(GivingWay::ofThread);
    }

    GivingWay(Supplier<Scheduled> scheduled) {
        this.scheduled = scheduled;
    }

    /// How long to rest for what was worked since this was asked last; zero mostly.
    Duration rest() {
        Scheduled now = scheduled.get();
        long ranNanos = now.ranNanos() - before.ranNanos();
        long waitedNanos = now.waitedNanos() - before.waitedNanos();
        before = now;
        if (waitedNanos <= ranNanos) {
            return Duration.ZERO;
        }
        Duration rest = Duration.ofNanos(RESTS_FOR_WAITED * waitedNanos);
        return rest.compareTo(LONGEST) > 0 ? LONGEST : rest;
    }

    private static Scheduled ofThread() {
        try {
            String[] told = Files.readString(SCHEDULED).split(" ", 3);
            return new Scheduled(Long.parseLong(told[0]), Long.parseLong(told[1]));
        } catch (IOException _) {
            return Scheduled.NEVER;
        }
    }
}
