package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.interlude.schema.AdFetched;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.ShadowWin;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What shadow line items would have been served, beside all that was.
class ShadowTopologyTest {
    private static final List<ShadowWin> WINS =
            List.of(
                    new ShadowWin("trials", "cpm", 2_000L, "EUR", null, null),
                    new ShadowWin("trials", "cpc", 0L, "USD", 0.4, null));

    private final JournalEvents events = new JournalEvents();
    private final JournalDriver journal = new JournalDriver();

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void isCountedOnceForEachDecision() {
        // given
        AdFetched fetched = events.fetched(events.fetchId(START), START);
        fetched.setShadows(WINS);
        AdNotFilled notFilled = events.notFilled(START);
        notFilled.setShadows(WINS.subList(0, 1));

        // when: the broker has each of them twice
        journal.append(fetched, fetched, notFilled, notFilled);
        journal.flush();

        // then
        assertThat(journal.cells(Granularity.minute))
                .filteredOn(cell -> cell.getWouldServe() != 0)
                .extracting(
                        RollupCell::getLineItemId,
                        RollupCell::getCreativeId,
                        RollupCell::getCurrency,
                        RollupCell::getWouldServe,
                        RollupCell::getWouldSpendMicros,
                        RollupCell::getFetches)
                .containsExactlyInAnyOrder(
                        tuple("cpm", "", "EUR", 2L, 4_000L, 0L),
                        tuple("cpc", "", "USD", 1L, 0L, 0L));
        assertThat(journal.cells(Granularity.minute))
                .filteredOn(cell -> cell.getWouldServe() == 0)
                .extracting(RollupCell::getFetches, RollupCell::getNoFills)
                .containsExactlyInAnyOrder(tuple(1L, 0L), tuple(0L, 1L));
    }

    @Test
    void isNotCountedInTests() {
        AdFetched fetched = events.fetched(events.fetchId(START), START);
        fetched.setShadows(WINS);
        fetched.setTest(true);

        journal.append(fetched);
        journal.flush();

        assertThat(journal.cells(Granularity.minute)).isEmpty();
    }

    @Test
    void staysWhenTheFetchIsTakenBack() {
        AdFetched fetched = events.fetched(events.fetchId(START), START);
        fetched.setShadows(WINS);

        journal.append(fetched);
        journal.append(events.correction(fetched, START.plusSeconds(9)));
        journal.flush();

        assertThat(journal.cells(Granularity.minute))
                .filteredOn(RollupCell::getCorrection)
                .allMatch(cell -> cell.getWouldServe() == 0);
        assertThat(
                        journal.cells(Granularity.minute).stream()
                                .mapToLong(RollupCell::getWouldServe)
                                .sum())
                .isEqualTo(2);
    }
}
