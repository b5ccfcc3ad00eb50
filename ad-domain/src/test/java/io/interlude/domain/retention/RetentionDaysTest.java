package io.interlude.domain.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionDaysTest {
    @ParameterizedTest
    @CsvSource({
        "1, 2026-03-10T00:00:00Z, 2026-03-09T00:00:00Z",
        "1, 2026-03-10T23:59:59.999Z, 2026-03-09T00:00:00Z",
        "1, 2026-03-11T00:00:00Z, 2026-03-10T00:00:00Z",
        "400, 2026-03-10T12:00:00Z, 2025-02-03T00:00:00Z",
        "36500, 2026-03-10T12:00:00Z, 1970-01-01T00:00:00Z",
    })
    void keepWholeDaysAndAtMostOneMore(int days, Instant now, Instant keptFrom) {
        RetentionDays retention = new RetentionDays(days);

        assertThat(RetentionDays.start(retention.firstKept(now))).isEqualTo(keptFrom);
        if (days <= 400) {
            assertThat(Duration.between(keptFrom, now))
                    .isBetween(Duration.ofDays(days), Duration.ofDays(days + 1L));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0",
        "1969-12-31T23:59:59Z, 0",
        "1970-01-01T23:59:59.999Z, 0",
        "1970-01-02T00:00:00Z, 1",
        "2026-03-10T12:00:00Z, 20522",
    })
    void anEpochIsADay(Instant at, int epoch) {
        assertThat(RetentionDays.epoch(at)).isEqualTo(epoch);
    }

    @Test
    void haveBounds() {
        assertThat(RetentionDays.isAllowed(1)).isTrue();
        assertThat(RetentionDays.isAllowed(36_500)).isTrue();
        assertThatThrownBy(() -> new RetentionDays(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RetentionDays(36_501))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
