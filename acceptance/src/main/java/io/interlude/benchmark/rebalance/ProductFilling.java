package io.interlude.benchmark.rebalance;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// Fills the state of a product that runs, by fetches that it never served, and prints how many
/// they were. See `benchmarks/killed`.
public final class ProductFilling {
    private static final int PARTITIONS = 12;
    private static final Duration LONGEST = Duration.ofHours(1);

    private ProductFilling() {}

    /// Fills.
    ///
    /// @param arguments the brokers, the registry's URL, the folder of the product's stores, and
    ///   the bytes that they are to have
    public static void main(String... arguments) throws InterruptedException {
        Path stores = Path.of(arguments[2]);
        try (AppliedFetches applied = new AppliedFetches(arguments[0], PARTITIONS);
                JournalWriter writer =
                        new JournalWriter(
                                new RebalanceAudience(PARTITIONS),
                                InstantSource.system(),
                                arguments[0],
                                arguments[1])) {
            Filling filling = new Filling(() -> Aggregators.bytesIn(stores), applied, writer);
            System.out.println(filling.fill(0, Long.parseLong(arguments[3]), LONGEST));
        }
    }
}
