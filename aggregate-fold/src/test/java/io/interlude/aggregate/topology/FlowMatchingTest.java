package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.interlude.schema.AdFetched;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.Granularity;
import io.interlude.schema.RejectionStage;
import io.interlude.schema.RollupCell;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Flow events against the flow that was served.
class FlowMatchingTest {
    private final JournalEvents events = new JournalEvents();
    private final JournalDriver journal = new JournalDriver();
    private final String fetchId = events.fetchId(START);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void stepThatTheFlowHasNotIsRejectedOnceAndCountedNowhere() {
        FlowEventRecorded tap = tap("maybe");
        journal.append(events.fetchedFlow(fetchId, START), tap, tap);
        journal.flush();

        assertThat(journal.rejected())
                .singleElement()
                .satisfies(rejected -> {
                    assertThat(rejected.getReason()).isEqualTo("unmatched");
                    assertThat(rejected.getField()).isEqualTo("eventData.choiceId");
                    assertThat(rejected.getStage()).isEqualTo(RejectionStage.aggregator);
                    assertThat(rejected.getEventId()).isEqualTo(tap.getEventId());
                    assertThat(rejected.getOrgId()).isEqualTo("acme");
                    assertThat(rejected.getFetchId()).isEqualTo(fetchId);
                    assertThat(rejected.getTest()).isFalse();
                    assertThat(rejected.getBodyJson()).isEqualTo(body("maybe"));
                });
        assertThat(engagements()).isZero();
    }

    @Test
    void flowEventOfACardIsRejected() {
        journal.append(events.fetched(fetchId, START), tap("yes"));
        journal.flush();

        assertThat(journal.rejected())
                .extracting(EventRejected::getReason, EventRejected::getField)
                .containsExactly(tuple("unmatched", "eventType"));
        assertThat(engagements()).isZero();
    }

    @Test
    void rejectedStepOfATestFetchIsMarkedAsTest() {
        AdFetched test = events.fetchedFlow(fetchId, START);
        test.setTest(true);
        journal.append(test, tap("maybe"), tap("yes"));

        assertThat(journal.rejected()).extracting(EventRejected::getTest).containsExactly(true);
    }

    @Test
    void stepWaitsUntilTheServedFlowIsRead() {
        // given
        journal.ads.read = false;
        journal.append(tap("yes"), events.fetchedFlow(fetchId, START), tap("no"), tap("maybe"));
        journal.flush();
        assertThat(journal.size(StoreNames.PARKED_EVENTS)).isEqualTo(3);
        assertThat(journal.rejected()).isEmpty();

        // when
        journal.ads.read = true;
        journal.flush().flush();

        // then
        assertThat(journal.size(StoreNames.PARKED_EVENTS)).isZero();
        assertThat(engagements()).isEqualTo(1);
        assertThat(journal.rejected())
                .extracting(EventRejected::getBodyJson)
                .containsExactly(body("maybe"));
    }

    @Test
    void stepWhoseFlowStaysUnreadIsRejectedAndLaterOnesStillWait() {
        // given
        journal.ads.read = false;
        journal.append(events.fetchedFlow(fetchId, START), tap("yes"));
        journal.advance(JournalDriver.PARKED_TIMEOUT.minusSeconds(1));
        journal.append(tap("no"));

        // when
        journal.advance(Duration.ofSeconds(1));

        // then
        assertThat(journal.rejected())
                .extracting(EventRejected::getReason, EventRejected::getBodyJson)
                .containsExactly(tuple("unmatched", body("yes")));
        journal.ads.read = true;
        journal.flush().flush();
        assertThat(engagements()).isEqualTo(1);
    }

    @Test
    void stepWithoutItsIdsIsUnreadable() {
        FlowEventRecorded bare = tap("yes");
        bare.setNodeId(null);
        journal.append(events.fetchedFlow(fetchId, START), bare);

        assertThat(journal.rejected())
                .extracting(EventRejected::getReason)
                .containsExactly("unreadable_record");
    }

    private FlowEventRecorded tap(String choice) {
        return events.flowStep(EventType.choice_tap, "ask", choice, fetchId, START);
    }

    private String body(String choice) {
        return "{\"version\":2,\"eventType\":\"choice_tap\",\"fetchEventId\":\"%s\",\"timestamp\":%d,\"eventData\":{\"nodeId\":\"ask\",\"choiceId\":\"%s\"}}"
                .formatted(fetchId, START.toEpochMilli(), choice);
    }

    private long engagements() {
        return journal.cells(Granularity.day).stream().mapToLong(RollupCell::getEngagements).sum();
    }
}
