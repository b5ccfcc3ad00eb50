package io.interlude.report.rollup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.web.limits.SideWork;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AttributeTurnsTest {
    private static final ReportQuery A_YEAR_BY_COUNTRY =
            new ReportQuery(
                    new TimeRange(
                            Instant.parse("2025-01-01T00:00:00Z"),
                            Instant.parse("2026-01-01T00:00:00Z")),
                    ReportGranularity.TOTAL,
                    List.of(Dimension.ATTRIBUTE),
                    List.of(Metric.FETCHES),
                    Map.of(),
                    true,
                    ZoneOffset.UTC,
                    "country");

    private final CountDownLatch workOfAnother = new CountDownLatch(1);
    private final List<CellSlice> slices = new ArrayList<>();

    @Test
    void workOfAnotherOrgComesBetweenTheSlicesOfALongReport() {
        Report report =
                new ReportReader(
                                new InMemoryRollups(),
                                new InMemoryReach(),
                                new ByCountry(),
                                Duration.ofSeconds(30))
                        .read(new OrgId(Cells.ORG), A_YEAR_BY_COUNTRY, _ -> {})
                        .block();

        assertThat(requireNonNull(report, "no report").rows()).isEmpty();
        assertThat(slices)
                .hasSize(4)
                .isSortedAccordingTo((one, other) -> one.from().compareTo(other.from()));
        assertThat(workOfAnother.getCount()).isZero();
    }

    /// Has no cells, and asks for work of another org meanwhile.
    private final class ByCountry implements AttributeQuery {
        @Override
        public SortedMap<String, Double> progress(OrgId orgId) {
            return new TreeMap<>(Map.of("country", 1.0));
        }

        @Override
        public void await(OrgId orgId, Map<TopicPartition, Long> ends, Duration longest) {
            // Nothing is counted.
        }

        @Override
        public String label(OrgId orgId, String attribute, String value) {
            return value;
        }

        @Override
        public void forEach(OrgId orgId, String attribute, CellSlice slice, Consumer<Cell> taker) {
            slices.add(slice);
            if (slices.size() == 1) {
                var _ = SideWork.of("another").schedule(workOfAnother::countDown);
                return;
            }
            try {
                assertThat(workOfAnother.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
