package io.interlude.aggregate.partial;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.Contribution;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.rollup.CellCounters;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.domain.rollup.CellMetric;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PendingSumsTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Instant AT = Instant.parse("2026-03-01T10:00:10Z");

    /// Reach is due first a second after it was due last.
    private static final long START_MILLIS = 1_000_000;

    private KeyValueStore<String, SpecificRecord> store;
    private Optional<ZoneId> timeZone = Optional.of(ZoneOffset.UTC);
    private PendingSums sums;
    private final List<SpecificRecord> sent = new ArrayList<>();

    @BeforeEach
    void open(@TempDir Path folder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        var context =
                new MockProcessorContext<Void, Void>(settings, new TaskId(0, 0), folder.toFile());
        store =
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("sums"),
                                Serdes.String(),
                                PartialSums.serde())
                        .withLoggingDisabled()
                        .build();
        store.init(context.getStateStoreContext(), store);
        restart();
        sums.handOver(START_MILLIS, (_, _) -> {});
    }

    /// What is only in memory is gone.
    private void restart() {
        sums =
                new PendingSums(
                        store,
                        new CellTimeZones(_ -> timeZone, Duration.ofHours(1), () -> START_MILLIS),
                        INTERVAL);
    }

    @Test
    void whatIsDueLeavesAsOneSum() {
        sums.add(List.of(fetches(1), fetches(2)));

        handOver(100);

        assertThat(sentFetches()).containsExactly(3L);
        assertThat(kept()).isZero();
    }

    @Test
    void whatIsNotDueIsKeptAndAddedTo() {
        sums.add(List.of(fetches(1)));
        handOver(50);
        assertThat(sent).isEmpty();
        assertThat(kept()).isEqualTo(1);

        sums.add(List.of(fetches(2)));
        handOver(100);

        assertThat(sentFetches()).containsExactly(3L);
        assertThat(kept()).isZero();
    }

    @Test
    void spendLeavesWithEachCommit() {
        sums.add(List.of(fetches(1), spend(5)));

        handOver(50);

        assertThat(sent).singleElement().isInstanceOf(io.interlude.schema.LineItemSpend.class);
        assertThat(kept()).isEqualTo(1);
    }

    @Test
    void reachFollowsOnceASecond() {
        sums.add(List.of(reach(1)));
        handOver(900);
        sums.add(List.of(reach(2)));

        handOver(1_000);

        assertThat(sent)
                .singleElement()
                .satisfies(cell ->
                        assertThat(ReachSketch.of(((ReachCell) cell).getSketch()).estimate())
                                .isEqualTo(2));
        assertThat(kept()).isZero();
    }

    @Test
    void aCellWaitsForItsOrgsTimeZone() {
        timeZone = Optional.empty();
        sums.add(List.of(fetches(1), spend(5)));
        handOver(100);
        assertThat(sent).singleElement().isInstanceOf(io.interlude.schema.LineItemSpend.class);

        timeZone = Optional.of(ZoneId.of("Asia/Tokyo"));
        handOver(200);

        assertThat(sentFetches()).containsExactly(1L);
        assertThat(((RollupCell) sent.getLast()).getTimeZone()).isEqualTo("Asia/Tokyo");
    }

    @Test
    void whatWasKeptIsThereAfterARestart() {
        sums.add(List.of(fetches(1)));
        handOver(50);

        restart();
        sums.add(List.of(fetches(2)));
        handOver(100);

        assertThat(sentFetches()).containsExactly(3L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void nothingIsLostOrSentTwice(long seed) {
        Random random = new Random(seed);
        long nowMillis = 0;
        long added = 0;
        for (int step = 0; step < 500; step++) {
            switch (random.nextInt(6)) {
                case 0 ->
                        timeZone =
                                random.nextBoolean()
                                        ? Optional.of(ZoneOffset.UTC)
                                        : Optional.empty();
                case 1 -> {
                    nowMillis += random.nextInt(120);
                    handOver(nowMillis);
                    restart();
                }
                case 2 -> {
                    nowMillis += random.nextInt(120);
                    handOver(nowMillis);
                }
                default -> {
                    int fetches = random.nextInt(3);
                    added += fetches;
                    sums.add(List.of(fetches(fetches), spend(1), reach(random.nextInt(100))));
                }
            }
        }
        timeZone = Optional.of(ZoneOffset.UTC);
        handOver(nowMillis + 1_000);

        assertThat(sentFetches().stream().mapToLong(Long::longValue).sum())
                .isPositive()
                .isEqualTo(added);
        assertThat(kept()).isZero();
    }

    private void handOver(long millisLater) {
        sums.handOver(START_MILLIS + millisLater, (_, sum) -> sent.add(sum));
    }

    private List<Long> sentFetches() {
        return sent.stream()
                .filter(RollupCell.class::isInstance)
                .map(cell -> ((RollupCell) cell).getFetches())
                .toList();
    }

    private long kept() {
        try (var all = store.all()) {
            long count = 0;
            while (all.hasNext()) {
                all.next();
                count++;
            }
            return count;
        }
    }

    private static Contribution fetches(long count) {
        return new Contribution.ToCells(
                dimensions(), "USD", AT, CellCounters.of(CellMetric.FETCHES, count));
    }

    private static Contribution reach(long hash) {
        return new Contribution.ToReach(dimensions(), AT, ReachSketch.of(hash, 1));
    }

    private static Contribution spend(long micros) {
        return new Contribution.ToSpend(
                new OrgId("acme"),
                new LineItemId("line"),
                new LineItemSpend(List.of(new DaySpend(20_513, 0, micros)), 0, micros, Map.of()));
    }

    private static CellDimensions dimensions() {
        return new CellDimensions(
                new OrgId("acme"), "app", "unit", "campaign", "line", "card", AdFormat.NATIVE);
    }
}
