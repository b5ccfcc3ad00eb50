package io.interlude.benchmark.sizing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class SizingTest {
    private static final Path PAGE = Path.of("..", "docs", "sizing.md");

    @ParameterizedTest
    @CsvSource({"0.5, 1000", "1, 1000", "1.1, 100000"})
    void drawsRanksByTheirShare(double exponent, long count) {
        // given
        Zipf zipf = new Zipf(count, exponent);
        Random random = new Random(1);
        int draws = 100_000;
        int[] rankToDraws = new int[3];

        // when
        for (int i = 0; i < draws; i++) {
            long rank = zipf.draw(random);
            assertThat(rank).isBetween(1L, count);
            if (rank <= 2) {
                rankToDraws[(int) rank]++;
            }
        }

        // then
        double first =
                1
                        / LongStream.rangeClosed(1, count)
                                .mapToDouble(rank -> Math.pow((double) rank, -exponent))
                                .sum();
        assertThat(rankToDraws[1] / (double) draws).isCloseTo(first, within(0.005));
        assertThat(rankToDraws[2] / (double) draws)
                .isCloseTo(first * Math.pow(2, -exponent), within(0.005));
    }

    @Test
    void aHotSubscriberFillsOnePartitionAndItsThread() {
        // given
        Population even = Population.of("even", 1_000_000, 0.1, 100, 100);
        Population hot = Population.of("hot", 1_000_000, 1.5, 1, 100);
        PartitionLoad.Load load = new PartitionLoad.Load(10_000, 300, 24, 8);

        // when
        PartitionLoad spread = PartitionLoad.simulate(even, load, 20_000, new Random(1));
        PartitionLoad skewed = PartitionLoad.simulate(hot, load, 20_000, new Random(1));

        // then
        assertThat(spread.worstOverMean()).isLessThan(1.3);
        assertThat(spread.busiestThread()).isBetween(0.3, 0.6);
        assertThat(skewed.worstOverMean()).isGreaterThan(5);
        assertThat(skewed.busiestThread()).isGreaterThan(1);
        assertThat(skewed.waitMillisP99()).isGreaterThan(10 * spread.waitMillisP99());
    }

    @Test
    void waitsLongerTheBusierTheThreads() {
        Population even = Population.of("even", 1_000_000, 0.1, 100, 100);
        List<Double> waits =
                List.of(1_000.0, 2_000.0, 3_000.0).stream()
                        .map(rate ->
                                PartitionLoad.simulate(
                                                even,
                                                new PartitionLoad.Load(rate, 300, 12, 1),
                                                20_000,
                                                new Random(1))
                                        .waitMillisP99())
                        .toList();

        assertThat(waits).isSorted();
        // One server, constant work, 30 % busy: hardly anybody waits for more than two others.
        assertThat(waits.getFirst()).isLessThan(0.9);
    }

    @Test
    void oneLineItemCostsTheSecondStageFiveSumsASecondAndPartition() {
        // given
        Population one = Population.of("one", 1_000_000, 0.1, 100, 1);

        // when
        SecondStage stage = SecondStage.simulate(one, 50_000, 24, 4, new Random(1));

        // then
        assertThat(stage.partialsPerSecond()).isEqualTo(24 * 5.0);
        assertThat(stage.publishedPerSecond()).isEqualTo(5);
        assertThat(stage.worstOverMean()).isEqualTo(24);
    }

    @Test
    void saysTheSameForTheSameSeed() {
        SizingOptions options = SizingOptions.parse("--fetches", "2000", "--seed", "7");
        List<SizingBenchmark.Rate> rates = List.of(SizingBenchmark.SMALL_RATE);

        assertThat(SizingBenchmark.report(options, rates))
                .isEqualTo(SizingBenchmark.report(options, rates));
    }

    @Test
    void pageHasThePlansOfToday() throws IOException {
        assertThat(Files.readString(PAGE)).contains(SimulatedTables.plans(SizingBenchmark.plans()));
    }

    @Test
    void measuresAStore(@TempDir Path folder) throws RocksDBException, IOException {
        // given
        Path store = Files.createDirectories(folder.resolve("0_1/rocksdb/fetches"));
        try (Options options = new Options().setCreateIfMissing(true);
                FlushOptions flush = new FlushOptions().setWaitForFlush(true);
                RocksDB db = RocksDB.open(options, store.toString())) {
            for (int i = 100; i < 200; i++) {
                db.put(("key-" + i).getBytes(UTF_8), new byte[20]);
            }
            db.flush(flush);
        }

        // when
        StoreBytes measured = StoreBytes.of(folder).get("fetches");

        // then
        assertThat(measured).isNotNull();
        assertThat(measured.entries()).isEqualTo(100);
        assertThat(measured.contentBytes()).isEqualTo(100 * 27);
        assertThat(measured.bytes()).isPositive();
    }
}
