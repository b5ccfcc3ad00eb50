package io.interlude.benchmark.faults.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Processes that are stopped and go on, again and again, each for as long: whatever they are asked
/// takes longer, as over a slow network, and no connection breaks. For kernels that cannot delay
/// packets.
final class SlowProcesses {
    /// Asked to end, it lets them go on first.
    private static final String LOOP =
            "trap 'kill -CONT \"$@\" 2> /dev/null; exit 0' TERM; "
                    + "while kill -STOP \"$@\" 2> /dev/null; do sleep \"$0\"; "
                    + "kill -CONT \"$@\" 2> /dev/null; sleep \"$0\"; done";

    private final Process loop;

    private SlowProcesses(Process loop) {
        this.loop = loop;
    }

    /// Begins.
    ///
    /// @param millis how long they are stopped, and then how long they go on
    static SlowProcesses of(List<Long> processIds, int millis) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", LOOP));
        command.add("0.%03d".formatted(millis));
        processIds.forEach(id -> command.add(String.valueOf(id)));
        return new SlowProcesses(new ProcessBuilder(command).inheritIO().start());
    }

    /// Lets them go on.
    void end() throws InterruptedException {
        loop.destroy();
        loop.waitFor();
    }
}
