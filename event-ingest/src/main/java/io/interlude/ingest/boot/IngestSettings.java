package io.interlude.ingest.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.ingest.*`.
///
/// @param attributionWindow for how long after its fetch a conversion is attributed to it
/// @param clickWait how long a click redirect waits for the journal, 10 to 240 ms: the answer must
///   leave within 250 ms
/// @param sandboxTarget where the links of sandbox ads lead
public record IngestSettings(
        @DefaultValue("30d") Duration attributionWindow,
        @DefaultValue("200ms") Duration clickWait,
        @DefaultValue("https://example.com/") URI sandboxTarget) {
    private static final Duration SHORTEST_CLICK_WAIT = Duration.ofMillis(10);
    private static final Duration LONGEST_CLICK_WAIT = Duration.ofMillis(240);

    public IngestSettings {
        List<String> violations = new ArrayList<>();
        if (!attributionWindow.isPositive()) {
            violations.add("attribution-window is not positive: " + attributionWindow);
        }
        if (clickWait.compareTo(SHORTEST_CLICK_WAIT) < 0
                || clickWait.compareTo(LONGEST_CLICK_WAIT) > 0) {
            violations.add("click-wait is not 10 to 240 ms: " + clickWait);
        }
        if (sandboxTarget.getHost() == null) {
            violations.add("sandbox-target is not an absolute URL: " + sandboxTarget);
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }
}
