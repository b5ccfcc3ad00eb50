package io.interlude.local.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.disk.*`, of a process with a broker of its own.
///
/// @param reserve what stays free on the disk of the data folder, 0 to 1 TB
record DiskSettings(@DefaultValue("512MB") DataSize reserve) {
    DiskSettings {
        if (reserve.isNegative() || reserve.toTerabytes() > 1) {
            throw new InvalidSettingsException(List.of("reserve is not 0 to 1TB: " + reserve));
        }
    }
}
