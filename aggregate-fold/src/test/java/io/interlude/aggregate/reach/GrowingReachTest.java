package io.interlude.aggregate.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.rollup.RollupCellCodec;
import io.interlude.aggregate.rollup.RollupKeys;
import io.interlude.aggregate.state.StateSerde;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.reach.ReachUnion;
import io.interlude.domain.rollup.CellDimensions;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingReachTest {
    private static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");
    private static final OrgId ORG = new OrgId("org");
    private static final RollupCell CELL = cell("card", false);
    private static final Bytes KEY = RollupKeys.of(CELL);
    private static final long SETTLED_MILLIS = GrowingReach.SETTLED_AFTER.toMillis();

    private final Random random = new Random(1);
    private KeyValueStore<Bytes, ReachCell> store;
    private GrowingReach reach;

    @BeforeEach
    void open(@TempDir Path folder) {
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        var context =
                new MockProcessorContext<Void, Void>(settings, new TaskId(0, 0), folder.toFile());
        store =
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("reach"),
                                Serdes.Bytes(),
                                StateSerde.of(List.of(ReachCell.class)))
                        .withLoggingDisabled()
                        .build();
        store.init(context.getStateStoreContext(), store);
        restart();
    }

    /// What is only in memory is gone.
    private void restart() {
        reach = new GrowingReach(store);
    }

    @Test
    void aSmallCellIsWrittenWhole() {
        reach.add(KEY, CELL, subscribers(100), 0);
        reach.add(KEY, CELL, subscribers(1), 1);

        assertThat(entries()).hasSize(1);
        assertThat(read(CELL)).isEqualTo(101);
    }

    @Test
    void whatIsSmallBesideALargeCellIsKeptBesideIt() {
        reach.add(KEY, CELL, subscribers(1_000), 0);
        byte[] whole = sketch(KEY);

        reach.add(KEY, CELL, subscribers(10), 1);
        reach.add(KEY, CELL, subscribers(10), 2);

        assertThat(sketch(KEY)).isEqualTo(whole);
        assertThat(entries()).hasSize(3);
        assertThat(read(CELL)).isEqualTo(1_020);
    }

    @Test
    void whatIsLargeIsAddedAtOnceWithWhatWasBeside() {
        reach.add(KEY, CELL, subscribers(1_000), 0);
        reach.add(KEY, CELL, subscribers(10), 1);

        reach.add(KEY, CELL, subscribers(500), 2);

        assertThat(entries()).hasSize(1);
        assertThat(read(CELL)).isEqualTo(1_510);
    }

    @Test
    void thePartsOfACellAreBounded() {
        reach.add(KEY, CELL, subscribers(1_000), 0);
        for (int part = 0; part < 100; part++) {
            reach.add(KEY, CELL, subscribers(1), part);
            assertThat(entries()).hasSizeLessThanOrEqualTo(1 + GrowingReach.PARTS_MAX);
        }

        assertThat(read(CELL)).isEqualTo(1_100);
    }

    @Test
    void partsAreAddedOnceNoneFollow() {
        reach.add(KEY, CELL, subscribers(1_000), 0);
        reach.add(KEY, CELL, subscribers(5), 1_000);

        reach.settle(SETTLED_MILLIS);
        assertThat(entries()).hasSize(2);
        assertThat(reach.isGrowing()).isTrue();
        reach.settle(SETTLED_MILLIS + 1_000);

        assertThat(entries()).hasSize(1);
        assertThat(reach.isGrowing()).isFalse();
        assertThat(read(CELL)).isEqualTo(1_005);
    }

    @Test
    void whatATaskLeftIsAddedByTheNextOne() {
        reach.add(KEY, CELL, subscribers(1_000), 0);
        reach.add(KEY, CELL, subscribers(5), 1);
        reach.add(KEY, CELL, subscribers(5), 2);

        restart();
        reach.add(KEY, CELL, subscribers(5), 3);
        assertThat(entries()).hasSize(4);
        assertThat(read(CELL)).isEqualTo(1_015);
        reach.settle(SETTLED_MILLIS + 3);

        assertThat(entries()).hasSize(1);
        assertThat(read(CELL)).isEqualTo(1_015);
    }

    @Test
    void whoIsTakenBackIsSoAtOnce() {
        ReachSketch one = ReachSketch.of(random.nextLong(), 1);
        reach.add(KEY, CELL, subscribers(1_000), 0);
        reach.add(KEY, CELL, one, 1);
        reach.add(KEY, CELL, negative(one), 2);

        assertThat(entries()).hasSize(1);
        assertThat(read(CELL)).isEqualTo(1_000);
    }

    @Test
    void aCorrectionsCellHasNoParts() {
        RollupCell correction = cell("card", true);
        Bytes key = RollupKeys.of(correction);
        reach.add(key, correction, subscribers(1_000), 0);
        reach.add(key, correction, subscribers(1), 1);

        assertThat(entries()).hasSize(1);
    }

    @Test
    void cellsWhoseNamesBeginAlikeStayApart() {
        RollupCell longer = cell("card-2", false);
        RollupCell correction = cell("card", true);
        for (RollupCell each : List.of(CELL, longer, correction)) {
            reach.add(RollupKeys.of(each), each, subscribers(1_000), 0);
        }

        reach.add(KEY, CELL, subscribers(7), 1);
        reach.settle(SETTLED_MILLIS + 1);

        assertThat(entries()).hasSize(3);
        assertThat(read(CELL)).isEqualTo(1_007);
        assertThat(read(longer)).isEqualTo(1_000);
        assertThat(read(correction)).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyPartsAreTheSameAsTheWhole(long seed) {
        Random parts = new Random(seed);
        ReachSketch whole = ReachSketch.NONE;
        long millis = 0;
        for (int step = 0; step < 300; step++) {
            millis += parts.nextInt(2_000);
            ReachSketch part = subscribers(1 + parts.nextInt(parts.nextInt(10) == 0 ? 900 : 20));
            whole = whole.plus(part);
            reach.add(KEY, CELL, part, millis);
            if (parts.nextInt(20) == 0) {
                reach.settle(millis);
            }
            if (parts.nextInt(50) == 0) {
                restart();
            }
            if (whole.isExact()) {
                assertThat(read(CELL)).isEqualTo(whole.estimate());
            }
        }
        reach.add(KEY, CELL, subscribers(1), millis);
        reach.settle(millis + SETTLED_MILLIS);

        assertThat(entries()).hasSize(1);
        assertThat((double) read(CELL)).isBetween(whole.estimate() * 0.98, whole.estimate() * 1.02);
    }

    private ReachSketch subscribers(int count) {
        ReachSketch sketch = ReachSketch.NONE;
        for (int i = 0; i < count; i++) {
            sketch = sketch.plus(ReachSketch.of(random.nextLong(), 1));
        }
        return sketch;
    }

    private static ReachSketch negative(ReachSketch one) {
        long hash = one.toBytes().position(5).getLong();
        return ReachSketch.of(hash, -1);
    }

    private List<Bytes> entries() {
        List<Bytes> keys = new ArrayList<>();
        try (KeyValueIterator<Bytes, ReachCell> all = store.all()) {
            all.forEachRemaining(entry -> keys.add(entry.key));
        }
        return keys;
    }

    private byte[] sketch(Bytes key) {
        return store.get(key).getSketch().array();
    }

    /// As reports add up what a range of the store has of a cell.
    private long read(RollupCell cell) {
        ReachUnion union = new ReachUnion();
        Bytes first = RollupKeys.startOf(ORG, Granularity.minute, AT);
        Bytes end = RollupKeys.startOf(ORG, Granularity.minute, AT.plusSeconds(60));
        try (KeyValueIterator<Bytes, ReachCell> found = store.range(first, end)) {
            while (found.hasNext()) {
                ReachCell next = found.next().value;
                if (next.getCell().equals(cell)) {
                    union.add(ReachSketch.of(next.getSketch()));
                }
            }
        }
        return union.estimate();
    }

    private static RollupCell cell(String creative, boolean correction) {
        RollupCell cell =
                RollupCellCodec.minute(
                        new CellDimensions(
                                ORG, "app", "unit", "campaign", "item", creative, AdFormat.NATIVE),
                        "",
                        AT);
        cell.setCorrection(correction);
        return cell;
    }
}
