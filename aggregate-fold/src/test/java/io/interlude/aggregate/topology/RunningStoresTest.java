package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.state.RunningStores;
import io.interlude.aggregate.subscriber.SubscriberFrequencies;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.schema.SubscriberFrequency;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.junit.jupiter.api.Test;

class RunningStoresTest {
    private static final OrgId ACME = new OrgId("acme");

    private final JournalEvents events = new JournalEvents();

    @Test
    void storeRunsFromWhenItsProcessorBeginsUntilItEnds() {
        RunningStores running;
        try (JournalDriver own = new JournalDriver()) {
            own.append(events.fetchedBy("sam", events.fetchId(START), START));
            running = own.running;

            ReadOnlyKeyValueStore<String, SubscriberFrequency> store =
                    running.of(StoreNames.SUBSCRIBER_FREQUENCIES, 0);
            assertThat(store).isNotNull();
            assertThat(store.get(SubscriberFrequencies.key(ACME, new Subscriber("sam"))))
                    .isNotNull();
            assertThat(running.of(StoreNames.SUBSCRIBER_FREQUENCIES, 1)).isNull();
        }

        assertThat(running.of(StoreNames.SUBSCRIBER_FREQUENCIES, 0)).isNull();
    }
}
