package io.interlude.report.boot;

import io.interlude.web.settings.InvalidSettingsException;
import java.nio.file.Path;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.attributes.*`.
///
/// @param folder where the counts by attributes are kept, of this process alone
/// @param memory bound of what of them is in memory, beside the heap
public record AttributeSettings(
        @DefaultValue("data/attributes") Path folder, @DefaultValue("64MB") DataSize memory) {
    private static final DataSize LEAST = DataSize.ofMegabytes(8);

    public AttributeSettings {
        if (memory.compareTo(LEAST) < 0) {
            throw new InvalidSettingsException(List.of("memory is less than 8MB: " + memory));
        }
    }
}
