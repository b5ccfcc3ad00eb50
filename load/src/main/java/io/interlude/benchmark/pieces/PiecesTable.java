package io.interlude.benchmark.pieces;

import java.io.PrintStream;
import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs [PiecesBenchmark] and prints its table: time and memory of each piece, beside the hash of
/// the same run. Takes JMH's own options.
public final class PiecesTable {
    private static final String LIMIT = "hash";

    private PiecesTable() {}

    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        Options options =
                new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .include(PiecesBenchmark.class.getSimpleName())
                        .addProfiler(GCProfiler.class)
                        .build();
        print(new Runner(options).run(), System.out);
    }

    private static void print(Collection<RunResult> results, PrintStream out) {
        double limit =
                results.stream()
                        .filter(result -> name(result).equals(LIMIT))
                        .mapToDouble(result -> result.getPrimaryResult().getScore())
                        .findFirst()
                        .orElse(Double.NaN);
        out.println("\n| piece | ns | error | bytes | times the hash |");
        out.println("|---|---|---|---|---|");
        for (RunResult result : results) {
            double score = result.getPrimaryResult().getScore();
            out.printf(
                    "| %s | %.0f | %.0f | %.0f | %.1f |%n",
                    PiecesBenchmark.meanings().getOrDefault(name(result), name(result)),
                    score,
                    result.getPrimaryResult().getScoreError(),
                    allocated(result),
                    score / limit);
        }
    }

    private static String name(RunResult result) {
        String benchmark = result.getParams().getBenchmark();
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    private static double allocated(RunResult result) {
        Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return bytes == null ? Double.NaN : bytes.getScore();
    }
}
