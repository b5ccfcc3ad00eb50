package io.interlude.report.live;

import static io.interlude.report.fixture.Cells.aCell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.rollup.CounterSums;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveWindowTest {
    private final InMemoryRollups rollups = new InMemoryRollups();
    private final LiveWindow window = new LiveWindow();

    @Test
    void countsTheMinuteBeforeAsAWholeAtFirst() {
        // given
        fetchAt("2026-03-01T10:29:02Z");
        fetchAt("2026-03-01T10:30:01Z");

        // when
        LiveFrame frame = advance("2026-03-01T10:30:05Z");

        // then
        assertThat(frame.from()).isEqualTo("2026-03-01T10:29:00Z");
        assertThat(fetches(frame)).isEqualTo(2);
        assertThat(frame.elapsedMillis()).isZero();
        assertThat(frame.sinceLast()).isEqualTo(CounterSums.NONE);
    }

    @Test
    void forgetsWhatItSawAMinuteAgo() {
        // given
        fetchAt("2026-03-01T10:30:01Z");
        advance("2026-03-01T10:30:05Z");
        fetchAt("2026-03-01T10:30:20Z");
        advance("2026-03-01T10:30:30Z");

        // when
        LiveFrame frame = advance("2026-03-01T10:31:06Z");

        // then
        assertThat(frame.from()).isEqualTo("2026-03-01T10:30:05Z");
        assertThat(fetches(frame)).isEqualTo(1);
    }

    @Test
    void tellsWhatBecameVisibleSinceTheFrameBefore() {
        // given
        fetchAt("2026-03-01T10:30:58Z");
        advance("2026-03-01T10:30:59Z");
        fetchAt("2026-03-01T10:30:59Z");
        fetchAt("2026-03-01T10:31:00Z");

        // when
        LiveFrame frame = advance("2026-03-01T10:31:00Z");

        // then
        assertThat(frame.sinceLast().fetches()).isEqualTo(2);
        assertThat(frame.elapsedMillis()).isEqualTo(1_000);
    }

    @Test
    void isEmptyAfterAMinuteWithoutTraffic() {
        fetchAt("2026-03-01T10:30:58Z");
        advance("2026-03-01T10:30:59Z");

        assertThat(advance("2026-03-01T10:32:00Z").counters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34})
    void countsExactlyFromItsStartOn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Instant, Integer> fetches = new TreeMap<>();
        Instant now = Instant.parse("2026-03-01T10:30:17Z");
        for (int i = 0; i < 200; i++) {
            // given
            int count = random.nextInt(4);
            fetches.put(now, count);
            rollups.add(aCell(now.toString()).setFetches(count).build());

            // when
            now = now.plus(Duration.ofSeconds(1));
            LiveFrame frame = advance(now.toString());

            // then
            int expected = fetches.tailMap(frame.from()).values().stream().mapToInt(n -> n).sum();
            assertThat(fetches(frame)).as("seed %d at %s", seed, now).isEqualTo(expected);
            assertThat(frame.sinceLast().fetches()).isEqualTo(i == 0 ? 0 : count);
            if (i > 60) {
                assertThat(Duration.between(frame.from(), now)).hasSeconds(60);
            }
        }
    }

    @Test
    void keepsTheSumsOfManyConversionNamesAlone() {
        // given: a tag that names each conversion anew
        LiveCells cells = new LiveCells(Instant.parse("2026-03-01T10:30:05Z"));
        for (int name = 0; name < 3 * LiveCells.SUMS_MAX; name++) {
            cells.accept(
                    aCell("2026-03-01T10:30:00Z")
                            .setConversionName("n" + name)
                            .setFetches(1)
                            .build());
        }

        assertThat(cells.current()).hasSize(1);
    }

    @Test
    void refusesMoreSumsThanAStreamMayHold() {
        LiveCells cells = new LiveCells(Instant.parse("2026-03-01T10:30:05Z"));
        for (int unit = 0; unit < LiveCells.SUMS_MAX; unit++) {
            cells.accept(unit(unit));
        }

        assertThatThrownBy(() -> cells.accept(unit(LiveCells.SUMS_MAX)))
                .isInstanceOf(StateUnavailableException.class);
    }

    @Test
    void countsExactlyWhereItCannotRememberAMinuteOfReadings() {
        // given
        for (int unit = 0; unit < LiveCells.SUMS_MAX / 3; unit++) {
            rollups.add(unit(unit));
        }
        for (int second = 5; second < 50; second++) {
            advance("2026-03-01T10:30:%02dZ".formatted(second));
        }

        // when
        LiveFrame frame = advance("2026-03-01T10:31:10Z");

        // then: all of the minute before, since the reading of 60 seconds ago is forgotten
        assertThat(frame.from()).isEqualTo("2026-03-01T10:30:00Z");
        assertThat(fetches(frame)).isEqualTo(LiveCells.SUMS_MAX / 3);
    }

    private static RollupCell unit(int number) {
        return aCell("2026-03-01T10:30:00Z").setAdUnitCode("u" + number).setFetches(1).build();
    }

    private void fetchAt(String at) {
        rollups.add(aCell(at).setFetches(1).build());
    }

    private LiveFrame advance(String at) {
        Instant now = Instant.parse(at);
        LiveCells cells = new LiveCells(now);
        rollups.forEachReadable(
                        new OrgId(Cells.ORG),
                        Granularity.minute,
                        LiveWindow.firstCell(now),
                        LiveWindow.endOfCells(now),
                        cells)
                .join();
        return window.advance(now, cells);
    }

    private static long fetches(LiveFrame frame) {
        return frame.counters().values().stream().mapToLong(CounterSums::fetches).sum();
    }
}
