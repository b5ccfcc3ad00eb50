package io.interlude.benchmark.fuzz;

import io.interlude.benchmark.fuzz.request.FuzzOptions;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/// Sends generated bad requests to every endpoint of the product, and ends with 1 when one of them
/// is answered otherwise than the contract says, is recorded, leaks, or costs memory for good. See
/// `benchmarks/README.md`.
public final class FuzzBenchmark {
    private FuzzBenchmark() {}

    /// Runs it and prints the tables.
    public static void main(String... arguments)
            throws IOException, InterruptedException, ExecutionException {
        FuzzRun.Report report = FuzzRun.of(FuzzOptions.parse(arguments));
        System.out.print(report.text());
        System.exit(report.clean() ? 0 : 1);
    }
}
