package io.interlude.aggregate.state;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/// Calls a processor again and again by the wall clock while something waits for its time. After
/// each call the task commits, even if it got no record; and that is a transaction with the
/// brokers, which an idle task should not make ten times a second. Used by the task's thread.
public final class Turns {
    private final ProcessorContext<?, ?> context;
    private final Duration interval;
    private final Punctuator action;
    private final BooleanSupplier waits;
    private @Nullable Cancellable present;

    /// @param action takes the time in milliseconds
    /// @param waits whether something waits, asked after each call
    public Turns(
            ProcessorContext<?, ?> context,
            Duration interval,
            Punctuator action,
            BooleanSupplier waits) {
        this.context = context;
        this.interval = interval;
        this.action = action;
        this.waits = waits;
    }

    /// Something waits from now on. Only to be called where the processor may use its context.
    public void begin() {
        if (present == null) {
            present = context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, this::turn);
        }
    }

    private void turn(long nowMillis) {
        action.punctuate(nowMillis);
        Cancellable ended = present;
        if (ended != null && !waits.getAsBoolean()) {
            ended.cancel();
            present = null;
        }
    }
}
