package io.interlude.benchmark.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A process that is started, stopped and killed, over and over. Used by one thread.
public final class KillableProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 60;

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private @Nullable Process running;

    public KillableProcess(List<String> command, Map<String, String> environment, Path log) {
        this.command = List.copyOf(command);
        this.environment = new HashMap<>(environment);
        this.log = log;
    }

    /// For the starts that follow.
    public void set(String variable, String value) {
        environment.put(variable, value);
    }

    public void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        running = builder.start();
    }

    public boolean isAlive() {
        Process process = running;
        return process != null && process.isAlive();
    }

    /// By SIGTERM; waits for the end.
    ///
    /// @return the exit code
    public int stop() throws InterruptedException {
        Process process = running;
        if (process == null) {
            return 0;
        }
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            kill();
        }
        return process.waitFor();
    }

    /// By SIGKILL; waits for the end.
    public void kill() throws InterruptedException {
        Process process = running;
        if (process != null) {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    @Override
    public void close() {
        Process process = running;
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
