package io.interlude.aggregate.query;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.interlude.aggregate.topology.JournalDriver;
import io.interlude.aggregate.topology.JournalEvents;
import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyCounter;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.FrequencyQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InProcessQueryTest {
    private static final OrgId ACME = new OrgId("acme");

    private final JournalEvents events = new JournalEvents();
    private final JournalDriver journal = new JournalDriver();
    private final StorePartitions stores = new OnePartition();

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void countersOfASubscriberAreRead() {
        journal.append(events.fetchedBy("sam", events.fetchId(START), START));
        FrequencyQuery query = new InProcessFrequencyQuery(stores, _ -> true);

        assertThat(query.counters(ACME, new Subscriber("sam"), 0))
                .isCompletedWithValue(
                        new SubscriberCounters(
                                0,
                                List.of(
                                        new FrequencyCounter(
                                                CapScope.LINE_ITEM, "line", 1, List.of(START)))));
        assertThat(query.counters(ACME, new Subscriber("ann"), 0))
                .isCompletedWithValue(SubscriberCounters.NONE);
    }

    @Test
    void countersAreUnavailableWhileTheJournalIsBeingRead() {
        FrequencyQuery query = new InProcessFrequencyQuery(stores, _ -> false);

        assertThat(query.counters(ACME, new Subscriber("sam"), 0))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(StateUnavailableException.class);
    }

    @Test
    void stateOfAPartitionThatIsNotHereIsUnavailable() {
        assertThat(
                        new InProcessFrequencyQuery(stores, _ -> true)
                                .counters(ACME, new Subscriber("sam"), 1))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(StateUnavailableException.class);
        assertThat(
                        new InProcessRollupQuery(stores, 2, _ -> Runnable::run)
                                .cells(ACME, Granularity.minute, START, START.plusSeconds(60)))
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .withCauseInstanceOf(StateUnavailableException.class);
    }

    @Test
    void cellsOfTheOrgAndSpanAreRead() {
        // given
        var other = events.fetched(events.fetchId(START), START);
        other.setOrgId("acme2");
        journal.append(
                other,
                events.fetched(events.fetchId(START), START.minusSeconds(1)),
                events.fetched(events.fetchId(START), START),
                events.notFilled(START.plusSeconds(59)),
                events.fetched(events.fetchId(START), START.plusSeconds(60)));
        journal.flush();

        // then
        assertThat(cells(Granularity.minute, START, START.plusSeconds(60)))
                .extracting(RollupCell::getFetches, RollupCell::getNoFills)
                .containsExactlyInAnyOrder(tuple(1L, 0L), tuple(0L, 1L));
        assertThat(cells(Granularity.day, START.minus(Duration.ofHours(12)), START)).hasSize(2);
        assertThat(cells(Granularity.hour, START, START)).isEmpty();
        assertThat(cells(Granularity.hour, START, START.minusSeconds(1))).isEmpty();
    }

    private List<RollupCell> cells(Granularity granularity, Instant from, Instant to) {
        return new InProcessRollupQuery(stores, 1, _ -> Runnable::run)
                .cells(ACME, granularity, from, to)
                .join();
    }

    private final class OnePartition implements StorePartitions {
        @Override
        public <K, V> ReadOnlyKeyValueStore<K, V> open(String storeName, int partition) {
            if (partition != 0) {
                throw new InvalidStateStoreException("not here");
            }
            return journal.store(storeName);
        }
    }
}
