package io.interlude.benchmark.selection;

import java.io.PrintStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs [SelectionBenchmark] and prints its table: each decision beside the scan of the same run.
/// Takes JMH's own options, such as `-p shape=MIXED`.
public final class SelectionTable {
    private SelectionTable() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        Options options =
                new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(SelectionBenchmark.class.getSimpleName())
                        .build();
        print(new Runner(options).run(), System.out);
    }

    private static void print(Collection<RunResult> results, PrintStream out) {
        Map<String, Double> caseToScan = new HashMap<>();
        for (RunResult result : results) {
            if (result.getParams().getBenchmark().endsWith(".scan")) {
                caseToScan.put(caseOf(result.getParams()), score(result));
            }
        }
        out.println(
                "\n| catalogue | line items | decision us | error | scan us | times the scan |");
        out.println("|---|---|---|---|---|---|");
        for (RunResult result : results) {
            if (result.getParams().getBenchmark().endsWith(".decide")) {
                double scan = caseToScan.getOrDefault(caseOf(result.getParams()), Double.NaN);
                out.printf(
                        "| %s | %.1f | %.1f | %.2f | %.0f |%n",
                        caseOf(result.getParams()),
                        score(result),
                        result.getPrimaryResult().getScoreError(),
                        scan,
                        score(result) / scan);
            }
        }
    }

    private static String caseOf(BenchmarkParams params) {
        return params.getParam("shape") + " | " + params.getParam("lineItems");
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }
}
