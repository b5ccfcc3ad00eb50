package io.interlude.report.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.schema.CreativeVersionChanged;
import io.interlude.schema.FeedbackCount;
import io.interlude.schema.FeedbackLimit;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedbackLimitsTest {
    private static final String TODAY = "2026-05-10T09:30:00Z";
    private static final String LONG_AGO = "2025-11-02T23:30:00Z";

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-05-10T10:00:00Z"));
    private final ReportedCatalogue catalogue = new ReportedCatalogue();
    private final InMemoryRollups cells = new InMemoryRollups();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FeedbackLimits limits =
            new FeedbackLimits(catalogue, catalogue, cells, now::get, meters);

    @AfterEach
    void close() {
        limits.close();
    }

    @ParameterizedTest
    @CsvSource({
        // fetches, feedback, hides, share, atLeast, drafted
        "100, 10,  0, 0.1,  10, true",
        "101, 10,  0, 0.1,  10, false",
        "100,  9,  0, 0.09, 10, false",
        "100, 12,  3, 0.1,   1, false",
        "100, 13,  3, 0.1,   1, true",
        "  1,  3,  0, 1,     3, true",
        "100,  2,  0, 0,     2, true",
        "  0,  0,  0, 0,     1, false",
    })
    void draftsWhatReadersReportTooOften(
            long fetches, long feedback, long hides, double share, int atLeast, boolean drafted) {
        catalogue.limit(new FeedbackLimit(share, atLeast));
        count(TODAY, fetches, feedback, hides);

        limits.look();

        CreativeVersionChanged creative = catalogue.creative();
        assertThat(creative.getApproved()).isEqualTo(!drafted);
        assertThat(creative.getVersion()).isEqualTo(drafted ? 2 : 1);
        assertThat(creative.getChangedBy()).isEqualTo(drafted ? "product:feedback_limit" : null);
        assertThat(meters.get("interlude.feedback.drafts").counter().count())
                .isEqualTo(drafted ? 1 : 0);
    }

    @Test
    void countsAllDaysAndCorrections() {
        catalogue.limit(new FeedbackLimit(0.5, 6));
        count(LONG_AGO, 6, 3, 0);
        count(TODAY, 4, 3, 0);
        cells.add(Cells.aCell(TODAY).setCorrection(true).setFeedback(-1L).build());

        limits.look();
        assertThat(catalogue.creative().getApproved()).isTrue();
        count(TODAY, 0, 1, 0);
        limits.look();

        assertThat(catalogue.creative().getApproved()).isFalse();
        assertThat(catalogue.creative().getFeedbackBefore()).isEqualTo(new FeedbackCount(10L, 6L));
    }

    @Test
    void countsAnewOnceItIsApprovedAgain() {
        catalogue.limit(new FeedbackLimit(0.5, 2));
        count(TODAY, 4, 2, 0);
        limits.look();
        limits.look();
        assertThat(catalogue.creative().getVersion()).isEqualTo(2);

        catalogue.approve();
        count(TODAY, 2, 1, 0);
        limits.look();
        assertThat(catalogue.creative().getApproved()).isTrue();
        count(TODAY, 2, 1, 0);
        limits.look();

        assertThat(catalogue.creative().getVersion()).isEqualTo(4);
        assertThat(catalogue.creative().getFeedbackBefore()).isEqualTo(new FeedbackCount(8L, 4L));
    }

    @Test
    void leavesAnOrgWithoutALimitAlone() {
        count(TODAY, 1, 3, 0);

        limits.look();

        assertThat(catalogue.creative().getApproved()).isTrue();
        assertThat(cells.reads()).isEmpty();
    }

    @Test
    void decidesNothingWhileCellsAreMissing() {
        catalogue.limit(new FeedbackLimit(0.5, 1));
        count(TODAY, 1, 1, 0);
        cells.miss(1);
        limits.look();
        assertThat(catalogue.creative().getApproved()).isTrue();

        cells.miss(0);
        limits.look();

        assertThat(catalogue.creative().getApproved()).isFalse();
    }

    @Test
    void looksAgainWhereTheCatalogueHasMoved() {
        catalogue.limit(new FeedbackLimit(0.5, 1));
        count(TODAY, 1, 1, 0);
        catalogue.changeMeanwhile();
        limits.look();
        assertThat(catalogue.creative().getVersion()).isEqualTo(1);

        limits.look();

        assertThat(catalogue.creative().getVersion()).isEqualTo(2);
    }

    @Test
    void readsEarlierDaysOnceAnHour() {
        catalogue.limit(new FeedbackLimit(0.5, 4));
        count(LONG_AGO, 4, 2, 0);
        limits.look();
        limits.look();
        assertThat(cells.reads()).hasSize(3);

        count(LONG_AGO, 0, 2, 0);
        now.set(now.get().plusSeconds(3_601));
        limits.look();

        assertThat(catalogue.creative().getApproved()).isFalse();
    }

    private void count(String at, long fetches, long feedback, long hides) {
        cells.add(
                Cells.aCell(at).setFetches(fetches).setFeedback(feedback).setHides(hides).build());
    }
}
