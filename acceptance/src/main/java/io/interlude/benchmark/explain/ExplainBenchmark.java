package io.interlude.benchmark.explain;

import io.interlude.local.demo.Demo;
import io.interlude.local.demo.DemoKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Plays the demo against a running product while the catalogue changes, has every decision
/// explained over HTTP, and ends with 1 unless each comes to what was recorded. See
/// `benchmarks/README.md`.
public final class ExplainBenchmark {
    private static final double MILLIS_PER_MINUTE = 60_000;

    private ExplainBenchmark() {}

    /// Runs it and prints the table.
    public static void main(String... arguments)
            throws IOException, InterruptedException, ExecutionException {
        ExplainOptions options = ExplainOptions.parse(arguments);
        Path data = Path.of(Objects.requireNonNullElse(System.getenv("INTERLUDE_DATA"), "data"));
        DemoKeys keys =
                DemoKeys.read(data)
                        .orElseThrow(() -> new IOException("No demo keys in the folder " + data));
        ReadingClient client = new ReadingClient(keys.url(), keys.managementKey());
        Instant from = Instant.now();
        long changes = play(options, client);
        List<ReadingClient.Asked> decisions = client.decisions(from, options.fetches());
        Explaining explaining = new Explaining(client);
        explaining.all(decisions, options.connections());
        System.out.print(explaining.table(options, changes));
        System.exit(explaining.clean(options.fetches()) ? 0 : 1);
    }

    /// The demo's fetches and the reactions to them, while the catalogue changes.
    private static long play(ExplainOptions options, ReadingClient client)
            throws InterruptedException, ExecutionException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            CatalogueChanger changer = new CatalogueChanger(client, options.seed());
            Future<Long> changes = executor.submit(changer);
            // A few more, should some fail.
            double minutes = options.fetches() * 1.02 / options.rate() * 1_000 / MILLIS_PER_MINUTE;
            Demo.main(
                    new String[] {
                        "--rate", Double.toString(options.rate()),
                        "--minutes", Double.toString(minutes),
                        "--seed", Long.toString(options.seed())
                    });
            changer.stop();
            return changes.get();
        }
    }
}
