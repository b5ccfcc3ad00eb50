package io.interlude.local.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// The processes as a table: name, process number, resident memory, address, log.
final class ClusterTable {
    private static final String ROW = "  %-22s %8s %6s  %-32s %s";
    private static final String RESIDENT = "VmRSS:";

    private ClusterTable() {}

    static List<String> of(List<ChildProcess> children, Path current) {
        List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted("process", "pid", "MB", "address", "log"));
        long sum = 0;
        for (ChildProcess child : children) {
            OptionalLong megabytes = residentMegabytes(child.pid());
            sum += megabytes.orElse(0);
            ProcessSpec spec = child.spec();
            lines.add(
                    ROW.formatted(
                            spec.name(),
                            child.pid(),
                            megabytes.isPresent() ? megabytes.getAsLong() : "",
                            spec.address(),
                            shorter(current, spec.log())));
        }
        if (sum > 0) {
            lines.add(ROW.formatted("together", "", sum, "", "").stripTrailing());
        }
        return lines;
    }

    private static Path shorter(Path current, Path log) {
        return log.startsWith(current) ? current.relativize(log) : log;
    }

    /// Known on Linux only.
    private static OptionalLong residentMegabytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) / 1_024)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
