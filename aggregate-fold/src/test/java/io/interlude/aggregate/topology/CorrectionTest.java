package io.interlude.aggregate.topology;

import static io.interlude.aggregate.topology.JournalEvents.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.DeliveryRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.EventType;
import io.interlude.schema.FlowEventRecorded;
import io.interlude.schema.Granularity;
import io.interlude.schema.RollupCell;
import io.interlude.schema.SubscriberFrequency;
import io.interlude.schema.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Single corrections; [AggregationPropertyTest] has the crowd.
class CorrectionTest {
    private final JournalDriver driver = new JournalDriver();
    private final JournalEvents events = new JournalEvents();
    private final String fetchId = events.fetchId(START);
    private final AdFetched fetched = events.fetchedBy("ana", fetchId, START);

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void theNextClickIsUniqueWithoutTheFirst() {
        // given
        ClickRecorded first = events.click(fetchId, 0, START.plusSeconds(10));
        ClickRecorded second = events.click(fetchId, 0, START.plusSeconds(20));
        driver.append(fetched, first, second);

        // when
        driver.append(events.correction(first, START.plusSeconds(60)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getClicks)).isOne();
        assertThat(sum(RollupCell::getUniqueClicks)).isOne();
        assertThat(sum(RollupCell::getSpendMicros)).isEqualTo(500_000);
        assertThat(sum(RollupCell::getEngagements)).isOne();
    }

    @Test
    void aCorrectionCountsOnce() {
        // given
        DeliveryRecorded read = events.delivery(EventType.read, fetchId, START);
        CorrectionRecorded correction = events.correction(read, START.plusSeconds(60));

        // when
        driver.append(fetched, read, correction, correction, read);
        driver.append(events.correction(read, START.plusSeconds(90)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getReads)).isZero();
        assertThat(sum(RollupCell::getFetches)).isOne();
    }

    @Test
    void aCorrectionMayComeBeforeItsEventAndItsFetch() {
        // given
        DeliveryRecorded read = events.delivery(EventType.read, fetchId, START);

        // when
        driver.append(events.correction(read, START.plusSeconds(60)));
        driver.append(read);
        driver.append(fetched);
        driver.flush();

        // then
        assertThat(sum(RollupCell::getReads)).isZero();
        assertThat(sum(RollupCell::getFetches)).isOne();
    }

    @Test
    void aFetchTakesWhatComesLaterWithIt() {
        // given
        driver.append(fetched, events.correction(fetched, START.plusSeconds(60)));

        // when
        driver.append(events.click(fetchId, 0, START.plusSeconds(90)));
        driver.flush();

        // then
        assertThat(sum(RollupCell::getFetches)).isZero();
        assertThat(sum(RollupCell::getClicks)).isZero();
        assertThat(sum(RollupCell::getEngagements)).isZero();
        assertThat(driver.contents(StoreNames.SUBSCRIBER_FREQUENCIES).values())
                .extracting(frequency -> ((SubscriberFrequency) frequency).getCounters().size())
                .containsExactly(0);
        assertThat(driver.published(Topics.PACING, "acme/line").getLifetimeFetches()).isZero();
    }

    @Test
    void whatIsCountedAtOnceJoinsWhatWasTakenBackBefore() {
        // given
        driver.ads.read = false;
        ClickRecorded click = events.click(fetchId, 0, START.plusSeconds(10));
        driver.append(events.fetchedFlow(fetchId, START), click);
        driver.append(events.correction(click, START.plusSeconds(30)));
        List<FlowEventRecorded> steps =
                Stream.of(60, 120, 180)
                        .map(START::plusSeconds)
                        .map(at -> events.flowStep(EventType.choice_tap, fetchId, at))
                        .toList();
        driver.append(events.correction(steps.getFirst(), START.plusSeconds(200)));
        steps.forEach(driver::append);

        // when
        driver.ads.read = true;
        driver.flush().flush();

        // then
        assertThat(driver.size(StoreNames.PARKED_EVENTS)).isZero();
        assertThat(Counts.counts(driver.cells(Granularity.minute)))
                .containsOnly(
                        entry(START + "/card/USD/fetches", 1L),
                        entry(START.plusSeconds(120) + "/card/USD/engagements", 1L));
    }

    @Test
    void correctionsOfAnotherOrgAndOfForgottenFetchesAreRejected() {
        // given
        DeliveryRecorded read = events.delivery(EventType.read, fetchId, START);
        CorrectionRecorded foreign = events.correction(read, START);
        foreign.setOrgId("other");
        DeliveryRecorded lost = events.delivery(EventType.read, events.fetchId(START), START);

        // when
        driver.append(fetched, read, foreign, events.correction(lost, START));
        driver.advance(JournalDriver.PARKED_TIMEOUT.plus(Duration.ofSeconds(1)));

        // then
        assertThat(sum(RollupCell::getReads)).isOne();
        assertThat(driver.rejected())
                .extracting(EventRejected::getReason)
                .containsExactly("unknown_fetch", "unknown_fetch");
    }

    private long sum(ToLongFunction<RollupCell> counter) {
        return driver.cells(Granularity.day).stream().mapToLong(counter).sum();
    }
}
