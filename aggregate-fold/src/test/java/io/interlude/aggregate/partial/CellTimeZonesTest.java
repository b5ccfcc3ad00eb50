package io.interlude.aggregate.partial;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.schema.LineItemSpend;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CellTimeZonesTest {
    private final AtomicReference<Optional<ZoneId>> known = new AtomicReference<>(Optional.empty());
    private final AtomicLong nowMillis = new AtomicLong(1_000);
    private final CellTimeZones timeZones =
            new CellTimeZones(_ -> known.get(), Duration.ofMinutes(1), nowMillis::get);

    @Test
    void aCellWaitsForItsOrg() {
        // given
        RollupCell cell = cell("acme");
        assertThat(timeZones.set(cell)).isFalse();

        // when
        known.set(Optional.of(ZoneId.of("Asia/Tokyo")));

        // then
        assertThat(timeZones.set(cell)).isTrue();
        assertThat(cell.getTimeZone()).isEqualTo("Asia/Tokyo");
    }

    @Test
    void anOrgThatNeverComesHasTheDaysOfUtc() {
        // given
        RollupCell cell = cell("acme");
        assertThat(timeZones.set(cell)).isFalse();

        // when
        nowMillis.addAndGet(60_000);

        // then
        assertThat(timeZones.set(cell)).isTrue();
        assertThat(cell.getTimeZone()).isEqualTo("UTC");
    }

    @Test
    void nothingElseWaits() {
        assertThat(timeZones.set(cell(""))).isTrue();
        LineItemSpend spend =
                new LineItemSpend("acme", "line", List.of(), 0L, 0L, List.of(), 0L, 0L, null, 0L);
        assertThat(timeZones.set(spend)).isTrue();
    }

    private static RollupCell cell(String org) {
        RollupCell cell = new RollupCell();
        cell.setOrgId(org);
        cell.setTimeZone("UTC");
        return cell;
    }
}
