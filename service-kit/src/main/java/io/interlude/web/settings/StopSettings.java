package io.interlude.web.settings;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.stop.*`, of a process that is one service alone.
///
/// @param notice how long a process that is asked to end goes on serving while it says that it is
///   not ready, so that whoever sends it requests stops doing so; at most 1 min
public record StopSettings(@DefaultValue("2s") Duration notice) {
    private static final Duration LONGEST_NOTICE = Duration.ofMinutes(1);

    public StopSettings {
        if (notice.isNegative() || notice.compareTo(LONGEST_NOTICE) > 0) {
            throw new InvalidSettingsException(List.of("notice is not 0 to 1m: " + notice));
        }
    }
}
