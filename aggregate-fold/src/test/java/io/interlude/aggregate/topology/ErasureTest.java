package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.AdFetched;
import io.interlude.schema.EventType;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What an erasure does to state, and what it leaves as it is.
class ErasureTest {
    private final JournalDriver driver = new JournalDriver();
    private final JournalEvents events = new JournalEvents();

    @AfterEach
    void close() {
        driver.close();
    }

    private AdFetched fetchedBy(String subscriber) {
        return events.fetchedBy(subscriber, events.fetchId(START), START);
    }

    private boolean isCounted(String subscriber) {
        return driver.<String, SubscriberFrequency>store(StoreNames.SUBSCRIBER_FREQUENCIES)
                        .get(
                                SubscriberFrequencies.key(
                                        new OrgId("acme"), new Subscriber(subscriber)))
                != null;
    }

    private long sum(ToLongFunction<RollupCell> metric) {
        return driver.cells(Granularity.day).stream().mapToLong(metric).sum();
    }

    @Test
    void dropsTheCountersOfOneSubscriber() {
        // given
        driver.append(fetchedBy("ana"), fetchedBy("ben"));

        // when
        driver.erase("other", "ben", START.plusSeconds(1));
        driver.erase("acme", "ana", START.plusSeconds(1));
        driver.erase("acme", "nobody", START.plusSeconds(1));

        // then
        assertThat(isCounted("ana")).isFalse();
        assertThat(isCounted("ben")).isTrue();
    }

    @Test
    void leavesTotalsAndReachAsTheyAreAndRejectsNothing() {
        // given
        AdFetched fetched = fetchedBy("ana");
        driver.append(fetched, fetchedBy("ben"));
        driver.flushReach();
        List<RollupCell> cells = driver.cells(Granularity.day);
        Map<String, Long> reach = driver.reach(Granularity.day);

        // when
        driver.erase("acme", "ana", START.plusSeconds(1));
        driver.flushReach();

        // then
        assertThat(driver.cells(Granularity.day)).isEqualTo(cells);
        assertThat(driver.reach(Granularity.day)).isEqualTo(reach).isNotEmpty();
        assertThat(driver.rejected()).isEmpty();
    }

    @Test
    void whatComesAfterwardsForTheFetchCountsAsBefore() {
        // given
        AdFetched fetched = fetchedBy("ana");
        driver.append(fetched);
        driver.erase("acme", "ana", START.plusSeconds(1));

        // when: an event of it, and then it is taken back
        driver.append(events.delivery(EventType.read, fetched.getFetchId(), START.plusSeconds(2)));
        driver.flush();
        long reads = sum(RollupCell::getReads);
        driver.append(events.correction(fetched, START.plusSeconds(60)));
        driver.flushReach();

        // then
        assertThat(reads).isOne();
        assertThat(sum(RollupCell::getFetches)).isZero();
        assertThat(driver.reach(Granularity.day)).isEmpty();
        assertThat(isCounted("ana")).isFalse();
    }

    @Test
    void aLateFetchUnderTheOldPseudonymIsDroppedByTheSecondErasure() {
        // given
        driver.append(fetchedBy("ana"));
        driver.erase("acme", "ana", START.plusSeconds(1));
        driver.append(fetchedBy("ana"));
        assertThat(isCounted("ana")).isTrue();

        // when
        driver.erase("acme", "ana", START.plusSeconds(4));

        // then
        assertThat(isCounted("ana")).isFalse();
    }
}
