package io.interlude.fetch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.InstanceShare;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.journal.append.JournalPosition;
import io.interlude.state.query.AggregateViews;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The overlay on one of several instances.
class SharedBudgetTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE_ITEM = new LineItemId("li");
    private static final CreativeId CREATIVE = new CreativeId("c1");
    private static final long TODAY = 20_000;

    private Instant now = Instant.parse("2026-06-10T12:05:00Z");
    private LineItemSpend spend = LineItemSpend.NONE;
    private final FetchOverlay overlay =
            new FetchOverlay(new Views(), () -> now, 100, new InstanceNumber(2, 4), () -> true);

    /// Shows the field.
    private final class Views implements AggregateViews {
        @Override
        public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
            return spend;
        }

        @Override
        public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
            return CreativeEngagement.NONE;
        }
    }

    private OwnFetch reserve() {
        OwnFetch.Places places =
                new OwnFetch.Places(
                        ORG,
                        null,
                        -1,
                        now,
                        List.of(),
                        LINE_ITEM,
                        CREATIVE,
                        RotationStamp.START,
                        TODAY,
                        1_000);
        return overlay.reserve(places, _ -> true).orElseThrow();
    }

    private void apply(long fetches, long offset) {
        spend =
                new LineItemSpend(
                        List.of(new DaySpend(TODAY, fetches, fetches * 1_000)),
                        fetches,
                        fetches * 1_000,
                        Map.of(3, offset));
    }

    private InstanceShare share() {
        return overlay.state(ORG).spent(LINE_ITEM, TODAY).share();
    }

    private long fetches() {
        return overlay.state(ORG).spent(LINE_ITEM, TODAY).dayFetches();
    }

    @Test
    void hasAShareBeforeItServedAnything() {
        assertThat(share()).isEqualTo(InstanceShare.at(4, 2, LINE_ITEM, now.toEpochMilli(), 0));
    }

    @Test
    void ownFetchIsRecentUntilItHasShownForAsLongAsItTook() {
        // given
        overlay.acknowledge(reserve(), new JournalPosition(3, 5));
        reserve();
        assertThat(share().recentFetches()).isEqualTo(2);

        // when
        now = now.plus(Duration.ofSeconds(4));
        apply(7, 5);

        // then
        assertThat(fetches()).isEqualTo(8);
        assertThat(share().recentFetches()).isEqualTo(2);
        now = now.plus(Duration.ofSeconds(4));
        assertThat(share().recentFetches()).isEqualTo(1);
        assertThat(fetches()).isEqualTo(8);
    }

    @Test
    void fetchShownBeforeItsAcknowledgementIsRecentToo() {
        OwnFetch fetch = reserve();
        now = now.plus(Duration.ofSeconds(4));
        apply(1, 5);
        fetches();

        overlay.acknowledge(fetch, new JournalPosition(3, 5));

        assertThat(fetches()).isEqualTo(1);
        assertThat(share().recentFetches()).isEqualTo(1);
    }

    @Test
    void placeGivenBackIsNotRecent() {
        overlay.giveBack(reserve());

        assertThat(share().recentFetches()).isZero();
    }
}
