package io.interlude.local.cluster;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A shell that ends the cluster's processes when this one is gone without having done so, as after
/// `kill -9`: it reads the end of a pipe that only this process holds open.
final class ChildGuard implements AutoCloseable {
    /// Reads `+pid` and `-pid`, one a line; ends the pids that are left, politely for ten seconds.
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP
            pids=' '
            while read -r line; do
                case "$line" in
                    +*) pids="$pids${line#+} " ;;
                    -*) pids="${pids%% ${line#-} *} ${pids#* ${line#-} }" ;;
                    end) exit 0 ;;
                esac
            done
            for pid in $pids; do kill -TERM "$pid" 2> /dev/null; done
            tries=0
            while [ "$tries" -lt 50 ]; do
                left=''
                for pid in $pids; do kill -0 "$pid" 2> /dev/null && left="$left $pid"; done
                [ -n "$left" ] || exit 0
                tries=$((tries + 1))
                sleep 0.2
            done
            for pid in $left; do kill -KILL "$pid" 2> /dev/null; done
            """;

    private final Process shell;
    private final Writer lines;

    private ChildGuard(Process shell) {
        this.shell = shell;
        this.lines = shell.outputWriter(StandardCharsets.US_ASCII);
    }

    static ChildGuard start() throws IOException {
        return new ChildGuard(
                new ProcessBuilder(List.of("/bin/sh", "-c", SCRIPT))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /// From now on the process ends with this one.
    void add(long pid) throws IOException {
        tell("+" + pid);
    }

    /// The process has ended: its number may be another's soon.
    void remove(long pid) throws IOException {
        tell("-" + pid);
    }

    private synchronized void tell(String line) throws IOException {
        lines.write(line + "\n");
        lines.flush();
    }

    /// Ends the guard, which then leaves everything as it is.
    @Override
    public void close() throws IOException {
        tell("end");
        shell.onExit().join();
    }
}
