package io.interlude.ingest.boot;

import io.interlude.ingest.traffic.ClickRates;
import io.interlude.web.settings.InvalidSettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Settings `interlude.traffic.*`: what no person reaches.
///
/// @param clicksPerFetch most clicks on one fetch's links in a window
/// @param clicksPerAddress most clicks from one public address in a window
/// @param clickWindow length of that window, 1 s to 1 h
public record TrafficSettings(
        @DefaultValue("60") int clicksPerFetch,
        @DefaultValue("300") int clicksPerAddress,
        @DefaultValue("10s") Duration clickWindow) {
    public TrafficSettings {
        List<String> violations = new ArrayList<>();
        if (clicksPerFetch < 1) {
            violations.add("clicks-per-fetch is under 1: " + clicksPerFetch);
        }
        if (clicksPerAddress < 1) {
            violations.add("clicks-per-address is under 1: " + clicksPerAddress);
        }
        if (clickWindow.toSeconds() < 1 || clickWindow.toHours() > 1) {
            violations.add("click-window is not 1 s to 1 h: " + clickWindow);
        }
        if (!violations.isEmpty()) {
            throw new InvalidSettingsException(violations);
        }
    }

    ClickRates.Bounds bounds() {
        return new ClickRates.Bounds(clicksPerFetch, clicksPerAddress, clickWindow);
    }
}
