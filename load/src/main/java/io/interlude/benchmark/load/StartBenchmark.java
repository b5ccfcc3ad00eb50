package io.interlude.benchmark.load;

import io.interlude.benchmark.load.LoadGenerator.Numbers;
import io.interlude.benchmark.load.probe.AggregatorLag;
import io.interlude.benchmark.load.probe.ServerCost;
import io.interlude.benchmark.load.probe.ServerCpu;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Starts the product under different options of the JVM, in turn, and measures each start and the
/// first seconds of fetches after it: what the options in `product.options` were chosen by. See
/// `benchmarks/README.md`.
public final class StartBenchmark {
    private static final int PORT = 28_980;
    private static final int CONNECTIONS = 16;
    private static final int LINE_ITEMS = 10;
    private static final int POLL_MILLIS = 50;
    private static final double MEBIBYTE = 1 << 20;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double P99 = 99;
    private static final int OK = 200;
    private static final int KIBIBYTE = 1 << 10;
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Path folder;
    private final Path jar;
    private final Path learned;
    private final URI url = URI.create("http://127.0.0.1:" + PORT);
    private final HttpClient http = HttpClient.newHttpClient();
    private final CountDownLatch never = new CountDownLatch(1);

    private StartBenchmark(Path folder, Path jar, Path learned) {
        this.folder = folder;
        this.jar = jar;
        this.learned = learned;
    }

    /// Prints a row for each set of options, of medians.
    ///
    /// @param arguments seconds of fetches after each start (20), and rounds (3)
    public static void main(String... arguments) throws IOException, InterruptedException {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        StartBenchmark benchmark =
                new StartBenchmark(
                        Files.createTempDirectory("interlude-start"),
                        Path.of(System.getProperty("interlude.jar")),
                        Path.of(System.getProperty("interlude.learned")));
        System.out.println(
                "| options | ready s | CPU s until then | resident then MiB"
                        + " | fetches/s in the first seconds | p99 ms | resident then MiB |\n"
                        + "|---|---|---|---|---|---|---|");
        for (Variant variant : benchmark.variants()) {
            List<Start> starts = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                System.err.printf("%s, round %d of %d%n", variant.name(), round + 1, rounds);
                starts.add(benchmark.start(variant, Duration.ofSeconds(seconds)));
            }
            System.out.println(row(variant, starts));
        }
    }

    private List<Variant> variants() {
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant("as shipped", List.of()));
        if (Files.exists(learned)) {
            variants.add(
                    new Variant("after `./interlude train`", List.of("-XX:AOTCache=" + learned)));
        } else {
            System.err.println("no AOT cache: run ./interlude train first to measure that too");
        }
        variants.add(new Variant("no class data sharing", List.of("-Xshare:off")));
        variants.add(
                new Variant("object headers of 12 bytes", List.of("-XX:-UseCompactObjectHeaders")));
        variants.add(new Variant("parallel", List.of("-XX:-UseG1GC", "-XX:+UseParallelGC")));
        variants.add(new Variant("serial", List.of("-XX:-UseG1GC", "-XX:+UseSerialGC")));
        variants.add(new Variant("first compiler only", List.of("-XX:TieredStopAtLevel=1")));
        return variants;
    }

    private Start start(Variant variant, Duration load) throws IOException, InterruptedException {
        Path data = Files.createTempDirectory(folder, "data");
        long startNanos = System.nanoTime();
        Process process = process(variant, data);
        try {
            awaitReady(process);
            double readySeconds = (System.nanoTime() - startNanos) / 1e9;
            ServerCpu cpu = new ServerCpu(process.pid(), data);
            double cpuSeconds = cpu.millis() / MILLIS_PER_SECOND;
            double resident = residentMebibytes(process);
            String key = BenchOrg.makeAndAnswerFetchKey(url, data, LINE_ITEMS, false);
            Leg leg =
                    new LoadGenerator(
                                    url,
                                    CONNECTIONS,
                                    cpu,
                                    new AggregatorLag(url),
                                    new ServerCost(url, null))
                            .closedLoop(new FetchWorkload(url, key), new Numbers(), load);
            return new Start(
                    readySeconds,
                    cpuSeconds,
                    resident,
                    leg.perSecond(),
                    leg.micros().getValueAtPercentile(P99) / MICROS_PER_MILLI,
                    residentMebibytes(process));
        } finally {
            process.destroy();
            process.waitFor();
            delete(data);
        }
    }

    private Process process(Variant variant, Path data) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + System.getProperty("interlude.options"));
        command.addAll(variant.options());
        command.addAll(List.of("-jar", jar.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("INTERLUDE_DATA", data.toString());
        builder.environment().put("INTERLUDE_PORT", String.valueOf(PORT));
        builder.environment().put("INTERLUDE_BROKER_PORT", String.valueOf(PORT + 1));
        builder.redirectErrorStream(true);
        builder.redirectOutput(folder.resolve("log").toFile());
        return builder.start();
    }

    private void awaitReady(Process process) throws InterruptedException {
        long endNanos = System.nanoTime() + DEADLINE.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > endNanos) {
                throw new IllegalStateException("not ready, see " + folder.resolve("log"));
            }
            var _ = never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(url.resolve("/health/ready")).build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException _) {
            return false;
        }
    }

    private static double residentMebibytes(Process process) throws IOException {
        try (Stream<String> lines =
                Files.lines(Path.of("/proc/" + process.pid() + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Rss:"))
                            .mapToDouble(line ->
                                    Double.parseDouble(line.replaceAll("\\D", "")) * KIBIBYTE)
                            .sum()
                    / MEBIBYTE;
        }
    }

    private static void delete(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    private static String row(Variant variant, List<Start> starts) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.0f | %,.0f | %.1f | %.0f |",
                variant.name(),
                median(starts.stream().mapToDouble(Start::readySeconds).toArray()),
                median(starts.stream().mapToDouble(Start::cpuSeconds).toArray()),
                median(starts.stream().mapToDouble(Start::residentReady).toArray()),
                median(starts.stream().mapToDouble(Start::perSecond).toArray()),
                median(starts.stream().mapToDouble(Start::p99Millis).toArray()),
                median(starts.stream().mapToDouble(Start::residentLoaded).toArray()));
    }

    private static double median(double[] numbers) {
        Arrays.sort(numbers);
        return numbers[numbers.length / 2];
    }

    /// @param options added to the product's own; a later one overrides
    private record Variant(String name, List<String> options) {}

    /// The results of one start; memory in MiB.
    private record Start(
            double readySeconds,
            double cpuSeconds,
            double residentReady,
            double perSecond,
            double p99Millis,
            double residentLoaded) {}
}
