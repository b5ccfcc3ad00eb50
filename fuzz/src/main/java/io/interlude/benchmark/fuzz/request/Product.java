package io.interlude.benchmark.fuzz.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.loopback.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/// The product that is tested: one that runs already, or a process of our own on free ports and in
/// a temporary folder, in which Netty looks for leaks in every buffer.
///
/// @param own null for one that ran already
public record Product(URI url, Path dataFolder, String brokers, @Nullable Process own)
        implements AutoCloseable {
    private static final int DEADLINE_SECONDS = 120;

    public static Product of(FuzzOptions options) throws IOException {
        URI url = options.url();
        return url == null
                ? start()
                : new Product(url, options.dataFolder(), options.brokers(), null);
    }

    private static Product start() throws IOException {
        Path folder = Files.createTempDirectory("interlude-fuzz-");
        int port = FreePorts.one();
        int brokerPort = FreePorts.one();
        ProcessBuilder builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xms256m",
                                "-Xmx768m",
                                "-XX:+UseCompactObjectHeaders",
                                "-Dio.netty.leakDetection.level=paranoid",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.interlude.local.boot.InterludeLocal"));
        builder.environment().put("INTERLUDE_PORT", Integer.toString(port));
        builder.environment().put("INTERLUDE_BROKER_PORT", Integer.toString(brokerPort));
        builder.environment().put("INTERLUDE_DATA", folder.resolve("data").toString());
        builder.environment().put("INTERLUDE_DEMO", "false");
        builder.redirectError(folder.resolve("errors.log").toFile());
        Product product =
                new Product(
                        URI.create("http://127.0.0.1:" + port),
                        folder.resolve("data"),
                        "127.0.0.1:" + brokerPort,
                        builder.start());
        product.awaitReady();
        return product;
    }

    private void awaitReady() throws IOException {
        Process process = started();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        process.onExit().orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS);
        BufferedReader lines = process.inputReader(UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("ready ")) {
                Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
                return;
            }
        }
        throw new IOException("the product did not start: see " + dataFolder.getParent());
    }

    private Process started() {
        if (own == null) {
            throw new IllegalStateException("the product is not ours");
        }
        return own;
    }

    public String operatorToken() throws IOException {
        String given = System.getenv("INTERLUDE_OPERATOR_TOKEN");
        return given != null
                ? given
                : Files.readString(dataFolder.resolve("operator-token")).strip();
    }

    public long processId() throws IOException {
        return Long.parseLong(Files.readString(dataFolder.resolve("interlude.lock")).strip());
    }

    /// What our own process logged and printed as errors.
    public List<Path> logs() throws IOException {
        try (Stream<Path> files = Files.list(dataFolder.resolve("log"))) {
            return Stream.concat(files, Stream.of(dataFolder.resolveSibling("errors.log")))
                    .toList();
        }
    }

    /// Ends our own process, if there is one, and leaves nothing of it.
    public void forget() throws IOException {
        close();
        if (own != null) {
            FileSystemUtils.deleteRecursively(dataFolder.getParent());
        }
    }

    /// Leaves the folder for a look.
    @Override
    public void close() {
        if (own != null) {
            own.destroy();
            own.onExit().orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
