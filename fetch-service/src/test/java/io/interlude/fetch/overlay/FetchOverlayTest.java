package io.interlude.fetch.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.FrequencyFold;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.domain.pacing.DaySpend;
import io.interlude.domain.pacing.LineItemSpend;
import io.interlude.domain.pacing.Spent;
import io.interlude.domain.rotation.CreativeEngagement;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.EngagementEpoch;
import io.interlude.domain.rotation.RotationStamp;
import io.interlude.journal.append.JournalPosition;
import io.interlude.state.query.AggregateViews;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FetchOverlayTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final LineItemId LINE_ITEM = new LineItemId("li");
    private static final CreativeId CREATIVE = new CreativeId("c1");
    private static final SubscriberKey SUBSCRIBER = new SubscriberKey(ORG, new Subscriber("s1"));
    private static final int PARTITION = 3;
    private static final long TODAY = 20_000;
    private static final List<FrequencyAdvance> ADVANCES =
            List.of(new FrequencyAdvance(CapScope.LINE_ITEM, "li", 16));

    private Instant now = Instant.parse("2026-06-10T12:00:00Z");
    private LineItemSpend spend = LineItemSpend.NONE;
    private long sequence;
    private CreativeEngagement engagement = CreativeEngagement.NONE;
    private final FetchOverlay overlay = new FetchOverlay(new Views(), () -> now, 100);

    /// Shows the two fields.
    private final class Views implements AggregateViews {
        @Override
        public LineItemSpend spend(OrgId orgId, LineItemId lineItemId) {
            return spend;
        }

        @Override
        public CreativeEngagement engagement(OrgId orgId, CreativeId creativeId) {
            return engagement;
        }
    }

    /// That many fetches of epoch 2, from the first on.
    private static Engagement served(long fetches) {
        return new Engagement(
                fetches,
                fetches - 1,
                Engagement.NEVER,
                List.of(new EngagementEpoch(2, fetches, 0)));
    }

    private OwnFetch reserve() {
        return overlay.reserve(places(), _ -> true).orElseThrow();
    }

    private OwnFetch.Places places() {
        return places(SUBSCRIBER);
    }

    private OwnFetch.Places places(SubscriberKey subscriber) {
        return new OwnFetch.Places(
                subscriber.orgId(),
                subscriber,
                -1,
                now,
                ADVANCES,
                LINE_ITEM,
                CREATIVE,
                new RotationStamp(2, sequence++),
                TODAY,
                1_000);
    }

    private void acknowledge(OwnFetch fetch, long offset) {
        overlay.acknowledge(fetch, new JournalPosition(PARTITION, offset));
    }

    private void apply(long fetches, long offset) {
        spend =
                new LineItemSpend(
                        List.of(new DaySpend(TODAY, fetches, fetches * 1_000)),
                        fetches,
                        fetches * 1_000,
                        Map.of(PARTITION, offset));
        engagement = new CreativeEngagement(0, served(fetches), Map.of(PARTITION, offset));
    }

    private Spent spent() {
        return overlay.state(ORG).spent(LINE_ITEM, TODAY);
    }

    private long served(SubscriberCounters read) {
        return overlay.counters(SUBSCRIBER, read).counters().stream()
                .mapToLong(FrequencyCounter::lifetime)
                .sum();
    }

    private SubscriberCounters applied(long offset) {
        return FrequencyFold.advance(SubscriberCounters.NONE, ADVANCES, now, offset);
    }

    @Test
    void reservedFetchCountsAtOnce() {
        reserve();

        assertThat(spent()).isEqualTo(new Spent(1, 1_000, 1, 1_000));
        assertThat(overlay.state(ORG).spent(LINE_ITEM, TODAY + 1))
                .isEqualTo(new Spent(0, 0, 1, 1_000));
        assertThat(overlay.state(ORG).engagement(CREATIVE)).isEqualTo(served(1));
        assertThat(served(SubscriberCounters.NONE)).isEqualTo(1);
    }

    @Test
    void placeGivenBackIsFree() {
        overlay.giveBack(reserve());

        assertThat(spent()).isEqualTo(Spent.NOTHING);
        assertThat(overlay.state(ORG).engagement(CREATIVE)).isEqualTo(Engagement.NONE);
        assertThat(served(SubscriberCounters.NONE)).isZero();
        assertThat(overlay.size()).isZero();
    }

    @Test
    void appliedFetchCountsOnce() {
        acknowledge(reserve(), 5);
        acknowledge(reserve(), 9);
        apply(1, 5);

        assertThat(spent()).isEqualTo(new Spent(2, 2_000, 2, 2_000));
        assertThat(overlay.state(ORG).engagement(CREATIVE)).isEqualTo(served(2));
        assertThat(served(applied(5))).isEqualTo(2);
        apply(2, 9);
        assertThat(spent()).isEqualTo(new Spent(2, 2_000, 2, 2_000));
    }

    @Test
    void fetchAppliedBeforeItIsAcknowledgedCountsOnceAfterwards() {
        OwnFetch fetch = reserve();
        apply(1, 5);
        assertThat(spent().dayFetches()).isEqualTo(2);

        acknowledge(fetch, 5);

        assertThat(spent()).isEqualTo(new Spent(1, 1_000, 1, 1_000));
        assertThat(overlay.state(ORG).engagement(CREATIVE)).isEqualTo(served(1));
    }

    @Test
    void readerOfOldCountersMissesNothing() {
        acknowledge(reserve(), 5);
        apply(1, 5);
        acknowledge(reserve(), 9);

        assertThat(served(SubscriberCounters.NONE)).isEqualTo(2);
        assertThat(served(applied(5))).isEqualTo(2);
        assertThat(served(applied(9))).isEqualTo(1);
    }

    @Test
    void saysWhenCountersMayCountAFetchTwice() {
        OwnFetch pending = reserve();

        assertThat(overlay.settling(SUBSCRIBER, SubscriberCounters.NONE)).isEmpty();
        assertThat(overlay.settling(SUBSCRIBER, applied(5))).isPresent();
        acknowledge(pending, 5);
        assertThat(overlay.settling(SUBSCRIBER, applied(5))).isEmpty();
    }

    @Test
    void forgetsAWhileAfterTheViewsHaveAppliedIt() {
        acknowledge(reserve(), 5);
        apply(1, 5);
        clearByServingAnother(6);
        assertThat(overlay.size()).isEqualTo(2);

        now = now.plus(FetchOverlay.GRACE);
        clearByServingAnother(7);

        assertThat(overlay.size()).isEqualTo(2);
        assertThat(served(applied(7))).isEqualTo(1);
    }

    private void clearByServingAnother(long offset) {
        acknowledge(reserve(), offset);
    }

    @Test
    void fullOverlayKeepsNoMore() {
        FetchOverlay small = new FetchOverlay(new Views(), () -> now, 1);
        assertThat(small.reserve(places(), _ -> true)).isPresent();

        assertThat(small.isFull(ORG)).isTrue();
        assertThat(small.knowsSpend(ORG)).isFalse();
        assertThat(small.reserve(places(), _ -> false)).isEmpty();
        OwnFetch untracked = small.reserve(places(), _ -> true).orElseThrow();
        small.giveBack(untracked);
        assertThat(small.size()).isEqualTo(1);
    }

    @Test
    void noOrgFillsItForAnother() {
        SubscriberKey anothers = new SubscriberKey(new OrgId("other"), new Subscriber("s1"));
        for (int i = 0; i < 200; i++) {
            reserve();
        }

        assertThat(overlay.size()).isEqualTo(75);
        assertThat(overlay.isFull(ORG)).isTrue();
        assertThat(overlay.isFull(anothers.orgId())).isFalse();
        assertThat(overlay.knowsSpend(anothers.orgId())).isTrue();
        overlay.giveBack(overlay.reserve(places(anothers), _ -> true).orElseThrow());
        assertThat(overlay.size()).isEqualTo(75);
    }

    /// What a fetch costs when the subscriber has that many which the aggregator has applied.
    private long bytesOfAFetchAfter(int applied) {
        FetchOverlay large = new FetchOverlay(new Views(), () -> now, 100_000);
        SubscriberCounters read = applied(applied);
        for (int i = 0; i < applied; i++) {
            large.acknowledge(
                    large.reserve(places(), _ -> true).orElseThrow(),
                    new JournalPosition(PARTITION, i));
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        large.counters(SUBSCRIBER, read);
        long before = threads.getCurrentThreadAllocatedBytes();
        large.counters(SUBSCRIBER, read);
        OwnFetch fetch = large.reserve(places(), _ -> true).orElseThrow();
        large.acknowledge(fetch, new JournalPosition(PARTITION, applied));
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void aFetchCostsNoMoreWhereTheSubscriberHasManyOthers() {
        bytesOfAFetchAfter(10);

        assertThat(bytesOfAFetchAfter(10_000)).isLessThan(10_000);
    }

    @Test
    void isRefusedWithoutRoom() {
        assertThat(overlay.reserve(places(), spent -> spent.dayFetches() < 1)).isPresent();
        assertThat(overlay.reserve(places(), spent -> spent.dayFetches() < 1)).isEmpty();
        assertThat(overlay.size()).isEqualTo(1);
    }
}
