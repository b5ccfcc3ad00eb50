package io.interlude.local.cluster;

import io.interlude.local.boot.DataFolder;
import io.interlude.local.demo.DemoKeys;
import io.interlude.local.terminal.Terminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// `./interlude cluster`: brokers, registry, services and gateway as processes on this machine.
public final class Cluster {
    private final ClusterOptions options;
    private final Terminal terminal;
    private final ClusterSecrets secrets;
    private final ClusterPlan plan;
    private final ClusterSupervisor supervisor;

    private Cluster(ClusterOptions options, DataFolder folder, Terminal terminal)
            throws IOException {
        this.options = options;
        this.terminal = terminal;
        this.secrets = ClusterSecrets.of(folder, options.operatorToken());
        Installation installation =
                Installation.of(
                        Path.of(System.getProperty("interlude.home", "")), options.javaOptions());
        refuseIncomplete(installation);
        Optional<List<String>> gateway =
                installation.gateway(System.getenv().getOrDefault("PATH", ""));
        if (gateway.isEmpty()) {
            terminal.line(
                    "HAProxy is not installed: the cluster starts without a gateway, each service"
                            + " at its own address.");
        }
        this.plan = new ClusterPlan(options, secrets, installation, gateway);
        refuseTakenPorts(plan);
        this.supervisor =
                new ClusterSupervisor(
                        plan.stages(),
                        new ClusterFile(folder.path(), plan),
                        options.restart(),
                        terminal::line);
    }

    /// Starts the cluster and runs it until it is told to stop; ends with 1 and one sentence when
    /// it can't start.
    public static void main(String[] arguments) throws InterruptedException {
        Terminal terminal = Terminal.standard();
        try {
            run(ClusterOptions.parse(List.of(arguments), System.getenv()), terminal);
        } catch (IllegalArgumentException | IllegalStateException e) {
            Terminal.failAndExit(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        } catch (IOException | UncheckedIOException e) {
            Terminal.failAndExit("The cluster did not start: " + e.getMessage() + ".");
        }
    }

    private static void run(ClusterOptions options, Terminal terminal)
            throws IOException, InterruptedException {
        DataFolder folder =
                DataFolder.open(options.dataFolder(), options.fresh(), ClusterOptions.DATA);
        Cluster cluster = new Cluster(options, folder, terminal);
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "shutdown"));
        cluster.start();
        // The signal's thread ends the process.
        new CountDownLatch(1).await();
    }

    private void start() throws IOException, InterruptedException {
        supervisor.start();
        @Nullable DemoKeys demo = null;
        if (options.demo()) {
            supervisor.tell("booking the demo's catalogue");
            demo =
                    new ClusterDemo(plan, options.dataFolder())
                            .prepare(secrets.operatorToken().value(), supervisor.children())
                            .orElse(null);
        }
        greet(demo);
    }

    /// Keys are shown to the person alone, and in no log.
    private void greet(@Nullable DemoKeys demo) {
        terminal.line("");
        ClusterTable.of(supervisor.children(), Path.of("").toAbsolutePath())
                .forEach(terminal::line);
        terminal.line("");
        terminal.line("  Kafka           " + plan.bootstrapServers());
        terminal.line("  schema registry " + plan.ports().registry());
        if (plan.hasGateway()) {
            terminal.line("  console         " + plan.entrance() + "/console");
        }
        if (demo != null) {
            terminal.line("  management key  " + demo.managementKey());
            demo.applications()
                    .forEach(application ->
                            terminal.line(
                                    "  fetch key       %s  (%s)"
                                            .formatted(
                                                    application.key(),
                                                    application.applicationId())));
        }
        if (secrets.operatorToken().madeNow()) {
            terminal.line(
                    "  operator token  "
                            + secrets.operatorToken().value()
                            + "  (shown once; kept in the data folder)");
        }
        terminal.line("");
        terminal.line(
                "ready "
                        + (plan.hasGateway()
                                ? plan.entrance()
                                : plan.ports().url(ProcessRole.FETCH, 1)));
    }

    private void stop() {
        boolean wasReady = false;
        try {
            wasReady = supervisor.close();
        } catch (IOException | InterruptedException e) {
            terminal.line("The cluster did not stop cleanly: " + e.getMessage());
        }
        Runtime.getRuntime().halt(wasReady ? 0 : 1);
    }

    private static void refuseIncomplete(Installation installation) {
        List<Path> missing = installation.missing();
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "The build lacks " + missing.getFirst() + ": run mvn package -DskipTests.");
        }
    }

    private static void refuseTakenPorts(ClusterPlan plan) {
        Map<Integer, String> portToName = plan.portToName();
        portToName.forEach((port, name) -> {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException e) {
                throw new IllegalStateException(
                        "Port %d of %s is in use by another program: stop it, or set %s so that it and the 79 ports above it are free."
                                .formatted(port, name, ClusterOptions.PORT),
                        e);
            }
        });
    }
}
