package io.interlude.aggregate.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.AdFetched;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Days are those of the org's time zone.
class DayCellsTest {
    private final JournalDriver driver = new JournalDriver();
    private final JournalEvents events = new JournalEvents();

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void midnightOfKathmanduIsAQuarterPastTheHour() {
        // given
        driver.append(
                fetched("2026-03-01T18:14:59Z"),
                fetched("2026-03-01T18:15:00Z"),
                fetched("2026-03-02T18:14:00Z"));

        // when
        driver.flushReach();

        // then
        assertThat(driver.cells(Granularity.day))
                .extracting(RollupCell::getStartsAt)
                .containsExactlyInAnyOrder(
                        Instant.parse("2026-02-28T18:15:00Z"),
                        Instant.parse("2026-03-01T18:15:00Z"));
        assertThat(driver.cells(Granularity.day))
                .extracting(RollupCell::getTimeZone)
                .containsOnly("Asia/Kathmandu");
        assertThat(driver.cells(Granularity.hour)).hasSize(2);
        assertThat(driver.reach(Granularity.day)).hasSize(2).containsValue(1L);
    }

    private AdFetched fetched(String at) {
        Instant time = Instant.parse(at);
        AdFetched fetched = events.fetchedBy("ana", events.fetchId(time), time);
        fetched.setOrgId("kathmandu");
        return fetched;
    }
}
