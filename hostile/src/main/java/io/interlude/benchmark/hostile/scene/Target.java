package io.interlude.benchmark.hostile.scene;

import io.interlude.benchmark.faults.KillableProcess;
import io.interlude.benchmark.faults.Product;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The product as a process of its own, on its shipped options and an empty data folder.
public final class Target {
    static final String OPERATOR_TOKEN = "hostile-operator-token-0123456789abcdef";

    private static final int START_SECONDS = 180;
    private static final int POLL_MILLIS = 100;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final URI url;
    private final String brokers;
    private final Path data;
    private final KillableProcess process;
    private final Product product;

    private Target(URI url, String brokers, Path data, KillableProcess process) {
        this.url = url;
        this.brokers = brokers;
        this.data = data;
        this.process = process;
        product = new Product(url);
    }

    /// Starts it and waits until it is ready.
    public static Target start(Path folder, int port) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path data = Files.createTempDirectory(folder, "data-");
        URI url = URI.create("http://127.0.0.1:" + port);
        KillableProcess process =
                new KillableProcess(
                        command(),
                        Map.of(
                                "INTERLUDE_PORT",
                                Integer.toString(port),
                                "INTERLUDE_BROKER_PORT",
                                Integer.toString(port + 1),
                                "INTERLUDE_DATA",
                                data.toString(),
                                "INTERLUDE_DEMO",
                                "false",
                                "INTERLUDE_OPERATOR_TOKEN",
                                OPERATOR_TOKEN),
                        folder.resolve("product.log"));
        Runtime.getRuntime().addShutdownHook(new Thread(process::close, "clean-up"));
        Target target = new Target(url, "127.0.0.1:" + (port + 1), data, process);
        process.start();
        if (!target.awaitReady(START_SECONDS)) {
            process.close();
            throw new IOException("the product did not get ready: see " + folder);
        }
        return target;
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path fromModule = Path.of("..", "interlude-local", "product.options");
        command.add("@" + System.getProperty("interlude.options", fromModule.toString()));
        String jar = System.getProperty("interlude.jar");
        command.addAll(
                jar == null
                        ? List.of(
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.interlude.local.boot.InterludeLocal")
                        : List.of("-jar", jar));
        return command;
    }

    public URI url() {
        return url;
    }

    public String brokers() {
        return brokers;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Whether it gets ready in time; not if its process ends.
    public boolean awaitReady(int seconds) throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (process.isAlive() && System.nanoTime() < endNanos) {
            if (product.missing().isEmpty()) {
                return true;
            }
            pause(POLL_MILLIS);
        }
        return false;
    }

    /// Bytes of live objects.
    public double heapAfterCollection() throws IOException, InterruptedException {
        String processId = Files.readString(data.resolve("interlude.lock")).strip();
        Process collection =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                                processId,
                                "GC.run")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!collection.waitFor(1, TimeUnit.MINUTES) || collection.exitValue() != 0) {
            throw new IOException("jcmd cannot collect process " + processId);
        }
        return product.metric("jvm_memory_used_bytes{area=\"heap\"");
    }

    public static void pause(long millis) throws InterruptedException {
        var _ = NEVER.await(millis, TimeUnit.MILLISECONDS);
    }

    /// Whether something comes true in time.
    public static boolean await(int seconds, BooleanSupplier condition)
            throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNanos) {
                return false;
            }
            pause(POLL_MILLIS);
        }
        return true;
    }

    /// Kills it and waits for its end.
    public void end() throws InterruptedException {
        process.kill();
    }
}
