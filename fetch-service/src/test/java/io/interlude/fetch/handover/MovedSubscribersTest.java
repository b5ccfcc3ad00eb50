package io.interlude.fetch.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.frequency.CapScope;
import io.interlude.domain.frequency.FrequencyAdvance;
import io.interlude.domain.frequency.SubscriberCounters;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.Subscriber;
import io.interlude.fetch.handover.JournalTail.End;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.state.query.FrequencyQuery;
import io.interlude.state.query.SubscriberState;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is known of a subscriber from two sources, and when nothing is.
class MovedSubscribersTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final Subscriber SUBSCRIBER = new Subscriber("s1");
    private static final int PARTITION = 4;
    private static final Instant NOW = Instant.parse("2026-06-10T12:00:00Z");
    private static final List<FrequencyAdvance> ADVANCES =
            List.of(new FrequencyAdvance(CapScope.LINE_ITEM, "li", 3));

    private final CompletableFuture<SubscriberState> applied = new CompletableFuture<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private boolean flowing = true;
    private final MovedSubscribers counters =
            new MovedSubscribers(new Aggregator(), (_, _) -> end, _ -> flowing);

    private final class Aggregator implements FrequencyQuery {
        @Override
        public CompletableFuture<SubscriberCounters> counters(
                OrgId orgId, Subscriber subscriber, int partition) {
            return applied.thenApply(SubscriberState::counters);
        }

        @Override
        public CompletableFuture<SubscriberState> state(
                OrgId orgId, Subscriber subscriber, int partition) {
            return applied;
        }
    }

    private CompletableFuture<SubscriberCounters> read() {
        return counters.counters(ORG, SUBSCRIBER, PARTITION);
    }

    private void answer(long appliedBefore, long from) {
        applied.complete(new SubscriberState(SubscriberCounters.NONE, appliedBefore));
        end.complete(new End(from, List.of(new TailFetch(52, NOW, ADVANCES))));
    }

    @Test
    void addsWhatTheEndOfTheJournalHolds() {
        CompletableFuture<SubscriberCounters> read = read();

        answer(50, 40);

        assertThat(read.join().counters()).hasSize(1);
        assertThat(read.join().appliedOffset()).isEqualTo(52);
    }

    @Test
    void doesNotKnowWhatLiesBetweenTheAnswerAndTheEnd() {
        CompletableFuture<SubscriberCounters> read = read();

        answer(39, 40);

        assertUnknown(read, "older than the journal");
    }

    /// Also when Kafka comes back meanwhile: the end was asked for while it hid what others had
    /// promised.
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false"})
    void knowsNothingIfOwnFetchesWaitForKafka(boolean whenAsked, boolean whenAnswered) {
        flowing = whenAsked;
        CompletableFuture<SubscriberCounters> read = read();

        flowing = whenAnswered;
        answer(50, 40);

        assertUnknown(read, "wait for Kafka");
    }

    private static void assertUnknown(CompletableFuture<SubscriberCounters> read, String message) {
        assertThatThrownBy(read::join)
                .hasCauseInstanceOf(StateUnavailableException.class)
                .hasMessageContaining(message);
    }
}
