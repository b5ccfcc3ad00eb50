package io.interlude.state.remote;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;

/// Calls back later. A test has its own.
@FunctionalInterface
interface Timer {
    /// On threads that must not block.
    Timer SCHEDULED =
            (delay, action) ->
                    Schedulers.parallel().schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS)
                            ::dispose;

    /// Calls back once, unless what is returned is run before.
    Runnable after(Duration delay, Runnable action);
}
