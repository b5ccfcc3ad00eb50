package io.interlude.local.cluster;

import io.interlude.local.terminal.Terminal;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// A process with two others under it, of which it guards the first; prints their numbers and
/// waits.
final class GuardedSleep {
    private static final List<String> SLEEP = List.of("sleep", "120");

    private GuardedSleep() {}

    public static void main(String[] arguments) throws Exception {
        Process guarded = new ProcessBuilder(SLEEP).start();
        Process released = new ProcessBuilder(SLEEP).start();
        ChildGuard guard = ChildGuard.start();
        guard.add(guarded.pid());
        guard.add(released.pid());
        guard.remove(released.pid());
        Terminal.standard().line(guarded.pid() + " " + released.pid());
        new CountDownLatch(1).await();
    }
}
