package io.interlude.flow;

import java.time.Duration;
import java.time.Instant;

/// The time after which [Input.Timeout] is due. The executor has no clock: its host asks here.
///
/// @param longest how long a person may be silent
public record IdleTime(Duration longest) {
    /// What is usual: a day for text messages, ten minutes otherwise.
    public static IdleTime usualFor(Surface surface) {
        return new IdleTime(
                switch (surface) {
                    case SMS -> Duration.ofDays(1);
                    case WEB, PLAIN -> Duration.ofMinutes(10);
                });
    }

    /// Whether the walk has to be given up.
    ///
    /// @param lastActiveAt when its last step was taken
    public boolean isOver(WalkState state, Instant lastActiveAt, Instant now) {
        return !state.over() && !now.isBefore(lastActiveAt.plus(longest));
    }
}
