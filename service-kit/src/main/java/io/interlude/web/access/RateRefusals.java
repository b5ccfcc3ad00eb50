package io.interlude.web.access;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/// The refusals of those who are over one rate, counted.
final class RateRefusals {
    private static final int MILLIS_PER_SECOND = 1_000;

    private final Counter counter;

    /// @param kind of the key, as the metric has it
    RateRefusals(String kind, MeterRegistry meters) {
        counter =
                Counter.builder("http.server.rate.limited")
                        .description(
                                "Requests refused because their key or address was over its rate.")
                        .tag("key", kind)
                        .register(meters);
    }

    /// @param wait until there is room again; told in whole seconds, at least one
    ProblemException refusal(String what, Duration wait) {
        counter.increment();
        long seconds = Math.ceilDiv(wait.toMillis() + 1, MILLIS_PER_SECOND);
        return Problem.of(Reason.RATE_LIMITED, what + ": come back after Retry-After seconds.")
                .withHeader("Retry-After", Long.toString(seconds))
                .exception();
    }
}
