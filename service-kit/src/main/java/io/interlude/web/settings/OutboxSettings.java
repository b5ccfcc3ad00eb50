package io.interlude.web.settings;

import io.interlude.journal.outbox.OutboxLimits;
import io.interlude.journal.outbox.OutboxLimits.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Settings `interlude.outbox.*`.
///
/// @param folder where records wait while Kafka is away; each process needs its own, on a disk that
///   outlives the process
/// @param entries most records that wait, clicks of the redirect aside, 1,000 to 10,000,000; each
///   takes about 100 bytes of memory
/// @param size most bytes of their files, 1 MB to 1 TB
/// @param clickEntries most clicks of the redirect that wait, in the same bounds
/// @param clickSize most bytes of their files, in the same bounds
/// @param slowAfter how long Kafka may acknowledge nothing on a partition before its records are
///   kept on disk, 10 ms to 1 s
public record OutboxSettings(
        @DefaultValue("data/outbox") Path folder,
        @DefaultValue("500000") int entries,
        @DefaultValue("512MB") DataSize size,
        @DefaultValue("500000") int clickEntries,
        @DefaultValue("256MB") DataSize clickSize,
        @DefaultValue("100ms") Duration slowAfter) {
    private static final int FEWEST_ENTRIES = 1_000;
    private static final int MOST_ENTRIES = 10_000_000;
    private static final Duration SHORTEST_SLOW_AFTER = Duration.ofMillis(10);
    private static final Duration LONGEST_SLOW_AFTER = Duration.ofSeconds(1);

    public OutboxSettings {
        List<String> violations = new ArrayList<>();
        entries(violations, "entries", entries);
        entries(violations, "click-entries", clickEntries);
        size(violations, "size", size);
        size(violations, "click-size", clickSize);
        if (slowAfter.compareTo(SHORTEST_SLOW_AFTER) < 0
                || slowAfter.compareTo(LONGEST_SLOW_AFTER) > 0) {
            violations.add("slow-after is not 10ms to 1s: " + slowAfter);
        }
        InvalidSettingsException.throwIfAny(violations);
    }

    private static void entries(List<String> violations, String name, int value) {
        if (value < FEWEST_ENTRIES || value > MOST_ENTRIES) {
            violations.add(name + " is not 1000 to 10000000: " + value);
        }
    }

    private static void size(List<String> violations, String name, DataSize value) {
        if (value.toMegabytes() < 1 || value.toTerabytes() > 1) {
            violations.add(name + " is not 1MB to 1TB: " + value);
        }
    }

    public OutboxLimits limits() {
        return new OutboxLimits(
                folder,
                new Bounds(entries, size.toBytes()),
                new Bounds(clickEntries, clickSize.toBytes()),
                slowAfter);
    }
}
