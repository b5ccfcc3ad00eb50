package io.interlude.benchmark.load.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Processor time that the server's process has used, all threads together.
public final class ServerCpu {
    private final Optional<ProcessHandle> process;

    /// Reads the processor time of a product.
    ///
    /// @param processId 0 to take the one that the product's data folder names, if it does
    public ServerCpu(long processId, Path dataFolder) throws IOException {
        this.process = processId == 0 ? ofDataFolder(dataFolder) : ProcessHandle.of(processId);
    }

    private static Optional<ProcessHandle> ofDataFolder(Path dataFolder) throws IOException {
        Path lock = dataFolder.resolve("interlude.lock");
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(lock).strip()));
    }

    /// Milliseconds since it started; -1 when they can't be read.
    public long millis() {
        return process.flatMap(handle -> handle.info().totalCpuDuration())
                .map(Duration::toMillis)
                .orElse(-1L);
    }
}
