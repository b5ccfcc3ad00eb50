package io.interlude.aggregate.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.aggregate.matching.ServedVersion;
import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.matching.OrderKey;
import io.interlude.journal.history.FetchLife;
import io.interlude.journal.record.OrdersElsewhere;
import io.interlude.schema.AdFetched;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.EventRejected;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The verdicts that the journal tells are those of the counts, however topics interleaved when
/// they were counted.
class VerdictPropertyTest {
    private static final int FETCHES = 120;
    private static final ServedAds ADS = new ServedAds();

    private final Map<String, Long> typeAndVerdictToCount = new TreeMap<>();
    private final List<String> unmatched = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void verdictsAddUpToTheCounts(long seed) {
        // given
        Random random = new Random(seed);
        RandomJournal journal = new RandomJournal(random, FETCHES);

        // when
        try (JournalDriver driver = new JournalDriver()) {
            journal.interleaved(random).forEach(driver::append);
            List<RollupCell> cells = driver.settle().cells(Granularity.day);
            judge(journal.records, driver.told());

            // then
            assertThat(counted("fetch")).isEqualTo(sum(cells, RollupCell::getFetches));
            assertThat(counted("no_fill")).isEqualTo(sum(cells, RollupCell::getNoFills));
            assertThat(counted("send")).isEqualTo(sum(cells, RollupCell::getSends));
            assertThat(counted("deliver")).isEqualTo(sum(cells, RollupCell::getDelivers));
            assertThat(counted("read")).isEqualTo(sum(cells, RollupCell::getReads));
            assertThat(counted("click")).isEqualTo(sum(cells, RollupCell::getUniqueClicks));
            assertThat(counted("click") + count("click", CountingVerdict.REPEAT))
                    .isEqualTo(sum(cells, RollupCell::getClicks));
            assertThat(count("click", CountingVerdict.INVALID_TRAFFIC))
                    .isEqualTo(sum(cells, RollupCell::getInvalidClicks));
            assertThat(counted("conversion")).isEqualTo(sum(cells, RollupCell::getConversionCount));
            assertThat(count("conversion", CountingVerdict.INVALID_TRAFFIC))
                    .isEqualTo(sum(cells, RollupCell::getInvalidConversions));
            assertThat(driver.rejected())
                    .extracting(EventRejected::getEventId)
                    .containsExactlyInAnyOrderElementsOf(unmatched);
        }
        assertThat(typeAndVerdictToCount)
                .containsKeys(
                        "conversion/NOT_A_GOAL", "conversion/NO_CLICK", "conversion/OUTSIDE_WINDOW")
                .containsKeys("conversion/SAME_ORDER")
                .containsKeys("click/REPEAT", "click/DUPLICATE", "fetch/TEST", "click/TEST");
    }

    /// Each fetch's records in the order of their topics.
    private void judge(List<JournalEvent> records, List<CorrectionRecorded> told) {
        Map<String, Set<OrderKey>> fetchToOrdersElsewhere = new HashMap<>();
        told.forEach(order ->
                OrdersElsewhere.apply(
                        order,
                        fetchToOrdersElsewhere.computeIfAbsent(
                                order.getFetchId(), _ -> new HashSet<>())));
        Map<String, List<JournalEvent>> subjectToRecords = new LinkedHashMap<>();
        for (JournalEvent record : records) {
            String subject =
                    record.getFetchId() == null ? record.getEventId() : record.getFetchId();
            subjectToRecords.computeIfAbsent(subject, _ -> new ArrayList<>()).add(record);
        }
        for (Map.Entry<String, List<JournalEvent>> subject : subjectToRecords.entrySet()) {
            List<JournalEvent> life = subject.getValue();
            Set<OrderKey> elsewhere =
                    fetchToOrdersElsewhere.getOrDefault(subject.getKey(), Set.of());
            life.sort(Comparator.comparing(record -> !(record instanceof AdFetched)));
            FetchLife judging = new FetchLife(VerdictPropertyTest::flow);
            List<CountingVerdict> verdicts =
                    life.stream().map(record -> judging.judge(record).orElseThrow()).toList();
            for (int index = 0; index < life.size(); index++) {
                JournalEvent record = life.get(index);
                count(record, judging.afterAll(verdicts.get(index), record, elsewhere));
            }
        }
    }

    private void count(JournalEvent record, CountingVerdict verdict) {
        typeAndVerdictToCount.merge(record.getEventType() + "/" + verdict, 1L, Long::sum);
        if (verdict == CountingVerdict.UNMATCHED) {
            unmatched.add(record.getEventId());
        }
    }

    private static Optional<FlowOutline> flow(AdFetched fetched) {
        return fetched.getFormat() == RenderFormat.flow
                ? ADS.outline(
                        new ServedVersion(
                                new OrgId(fetched.getOrgId()),
                                new CreativeId(fetched.getCreativeId()),
                                fetched.getCreativeVersion()))
                : Optional.of(FlowOutline.NONE);
    }

    private long counted(String eventType) {
        return count(eventType, CountingVerdict.COUNTED);
    }

    private long count(String eventType, CountingVerdict verdict) {
        return typeAndVerdictToCount.getOrDefault(eventType + "/" + verdict, 0L);
    }

    private static long sum(List<RollupCell> cells, ToLongFunction<RollupCell> counter) {
        return cells.stream().mapToLong(counter).sum();
    }
}
