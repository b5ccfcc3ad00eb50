package io.interlude.benchmark.faults.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Delays what goes to some ports of the loopback device and comes from them, with the kernel's own
/// means. Only where the run has a network of its own: everything else on the machine would be
/// slowed down too.
final class SlowNetwork {
    private static final String OWN = "FAULTS_OWN_NETWORK";
    private static final String TC = "tc";
    private static final String SLOW_BAND = "1:4";

    private SlowNetwork() {}

    /// Whether `benchmarks/cluster-faults` has made a network for this run.
    static boolean isPossible() {
        return "true".equals(System.getenv(OWN));
    }

    /// @param delayMillis each way
    static SlowNetwork of(List<Integer> ports, int delayMillis)
            throws IOException, InterruptedException {
        run("qdisc", "add", "dev", "lo", "root", "handle", "1:", "prio", "bands", "4");
        run("qdisc", "add", "dev", "lo", "parent", SLOW_BAND, "netem", "delay", delayMillis + "ms");
        for (int port : ports) {
            slow("dport", port);
            slow("sport", port);
        }
        return new SlowNetwork();
    }

    private static void slow(String end, int port) throws IOException, InterruptedException {
        run(
                "filter",
                "add",
                "dev",
                "lo",
                "parent",
                "1:",
                "protocol",
                "ip",
                "prio",
                "1",
                "u32",
                "match",
                "ip",
                end,
                String.valueOf(port),
                "0xffff",
                "flowid",
                SLOW_BAND);
    }

    private static void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(TC));
        command.addAll(List.of(arguments));
        int code = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
    }

    /// Ends the delay.
    void end() throws IOException, InterruptedException {
        run("qdisc", "del", "dev", "lo", "root");
    }
}
