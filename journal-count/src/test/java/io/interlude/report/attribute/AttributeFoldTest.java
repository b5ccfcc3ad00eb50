package io.interlude.report.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.attribute.AttributeStore.Meta;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.PlacedEvent;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.audit.count.Subject;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.Cells;
import io.interlude.report.rollup.AttributeQuery;
import io.interlude.report.rollup.CellSlice;
import io.interlude.schema.AdFetched;
import io.interlude.schema.EventType;
import io.interlude.schema.Granularity;
import io.interlude.schema.JournalEvent;
import io.interlude.schema.PriceModel;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.schema.topic.Topic;
import io.interlude.schema.topic.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

/// Folds random fetches with what follows them, in random order, over a store on disk.
class AttributeFoldTest {
    private static final List<String> NAMES = List.of("country", "tags");
    private static final List<PriceModel> PRICES =
            List.of(PriceModel.cpm, PriceModel.cpc, PriceModel.cpa);
    private static final TopicPartition PLACE = new TopicPartition(Topics.FETCHES.name(), 0);
    private static final List<String> TOPICS = Topics.folded().stream().map(Topic::name).toList();
    private static final CellSlice ALL =
            new CellSlice(
                    Granularity.minute,
                    AuditedEvents.AT.minus(Duration.ofDays(1)),
                    AuditedEvents.AT.plus(Duration.ofDays(1)));

    private static final AttributionWindow WINDOW = new AttributionWindow(Duration.ofDays(30));

    @TempDir private Path folder;

    private final AuditedEvents events = new AuditedEvents();
    private final PlainCount count = new PlainCount(_ -> Optional.of(FlowOutline.NONE));
    private final Map<String, Subject> keyToSubject = new HashMap<>();
    private final List<PlacedEvent> records = new ArrayList<>();

    @BeforeAll
    static void trustGeneratedClasses() {
        TrustedClasses.install();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void valuesAddUpToWhatTheJournalSaysInEveryOrderAndAfterARestart(long seed) {
        // given
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            play(random, fetched(random, "c" + random.nextInt(5), "t" + random.nextInt(3)));
        }
        List<PlacedEvent> records = inSomeOrder(random);

        // when
        Map<String, Long> country;
        Map<String, Long> tags;
        try (AttributeStore store = new AttributeStore(folder, 8 << 20)) {
            AttributeFold fold = fold(store, KeptValues.MOST);
            keep(fold, records.subList(0, records.size() / 2), random);
            store.write(fold.meta());
        }
        try (AttributeStore store = new AttributeStore(folder, 8 << 20)) {
            Meta kept = store.metas().getFirst();
            AttributeFold fold = new AttributeFold(store, kept, KeptValues.MOST);
            assertThat(kept.names()).isEqualTo(NAMES);
            assertThat(fold.position(PLACE)).isEqualTo(records.size() / 2);
            keep(fold, records.subList(records.size() / 2, records.size()), random);
            country = sums(fold, "country");
            tags = sums(fold, "tags");
            assertThat(sums(fold, "country", Granularity.hour)).isEqualTo(country);
            assertThat(sums(fold, "country", Granularity.day)).isEqualTo(country);
        }

        // then
        assertThat(country).as("seed %d", seed).isEqualTo(journal("country"));
        assertThat(tags).as("seed %d", seed).isEqualTo(journal("tags"));
        assertThat(whole(country)).as("seed %d", seed).isEqualTo(whole(journal("nothing")));
    }

    @Test
    void whatIsReceivedPastTheWindowCountsForNothing() {
        // given
        AdFetched fetched = events.fetched(PriceModel.cpc, "s");
        fetched.setAttributesJson("{\"country\": \"se\"}");
        record(Topics.FETCHES, fetched);
        JournalEvent last = record(Topics.CLICKS, events.click(fetched, 0));
        last.setReceivedAt(AuditedEvents.AT.plus(WINDOW.length()));
        Map<String, Long> expected = journal("country");

        // when
        JournalEvent late = record(Topics.CLICKS, events.click(fetched, 60));
        late.setReceivedAt(last.getReceivedAt().plusMillis(1));
        record(Topics.CORRECTIONS, events.correction(last)).setReceivedAt(late.getReceivedAt());

        // then
        try (AttributeStore store = new AttributeStore(folder, 8 << 20)) {
            AttributeFold fold = fold(store, KeptValues.MOST);
            keep(fold, records, new Random(1));
            assertThat(expected).containsEntry("se/CLICKS/false", 1L);
            assertThat(sums(fold, "country")).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aCrashTakesCountsBackWithPositionsUntilTheFoldIsComplete(long seed) throws IOException {
        // given
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            play(random, fetched(random, "c" + random.nextInt(5), "t"));
        }
        List<PlacedEvent> records = inSomeOrder(random);
        int third = records.size() / 3;
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Path last = folder.resolve("last");
        try (AttributeStore store = new AttributeStore(first, 8 << 20)) {
            AttributeFold fold = fold(store, KeptValues.MOST);
            store.write(fold.meta());
            keep(fold, records.subList(0, third), random);
            store.flush();
            keep(fold, records.subList(third, 2 * third), random);
            FileSystemUtils.copyRecursively(first, second);
        }

        // when: what was not flushed is lost
        try (AttributeStore store = new AttributeStore(second, 8 << 20)) {
            AttributeFold fold =
                    new AttributeFold(store, store.metas().getFirst(), KeptValues.MOST);
            assertThat(fold.position(PLACE)).isEqualTo(third);
            keep(fold, records.subList(third, 2 * third), random);
            fold.complete();
            keep(fold, records.subList(2 * third, records.size()), random);
            FileSystemUtils.copyRecursively(second, last);
        }

        // then: nothing is, once it is complete
        try (AttributeStore store = new AttributeStore(last, 8 << 20)) {
            AttributeFold fold =
                    new AttributeFold(store, store.metas().getFirst(), KeptValues.MOST);
            assertThat(fold.isComplete()).isTrue();
            assertThat(fold.position(PLACE)).isEqualTo(records.size());
            assertThat(sums(fold, "country")).as("seed %d", seed).isEqualTo(journal("country"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsBeyondTheMostValuesIsTheSameInEveryOrder(long seed) {
        // given
        Random random = new Random(seed);
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 40).boxed().toList());
        Collections.shuffle(numbers, random);
        for (int number : numbers) {
            AdFetched fetched = events.fetched(PriceModel.cpm, "s");
            fetched.setAttributesJson("{\"country\": \"v" + number + "\"}");
            play(random, fetched);
        }
        List<PlacedEvent> records = inSomeOrder(random);

        // when
        Map<String, Long> fetches = new TreeMap<>();
        try (AttributeStore store = new AttributeStore(folder, 8 << 20)) {
            AttributeFold fold = fold(store, 10);
            keep(fold, records, random);
            fold.forEach(
                    "country",
                    ALL,
                    cell -> {
                        if (!cell.getCorrection()) {
                            fetches.merge(cell.value(), cell.getFetches(), Long::sum);
                        }
                    });
        }

        // then
        Map<String, Long> expected = new TreeMap<>(Map.of(AttributeQuery.Cell.OTHER, 30L));
        for (int i = 0; i < 10; i++) {
            expected.put("v" + i, 1L);
        }
        assertThat(fetches).as("seed %d", seed).isEqualTo(expected);
    }

    @Test
    void aDroppedFoldLeavesNothing() {
        try (AttributeStore store = new AttributeStore(folder, 8 << 20)) {
            AttributeFold fold = fold(store, 10);
            store.write(fold.meta());
            play(new Random(1), events.fetched(PriceModel.cpm, "s"));
            keep(fold, records, new Random(1));
            fold.drop();
            keep(fold, records, new Random(1));

            assertThat(store.metas()).isEmpty();
            assertThat(sums(fold, "country")).isEmpty();
            assertThat(store.positions(1)).isEmpty();
        }
    }

    private static AttributeFold fold(AttributeStore store, int mostValues) {
        Meta meta = new Meta(1, new OrgId(Cells.ORG), NAMES, ZoneOffset.UTC, false);
        return new AttributeFold(store, meta, mostValues);
    }

    private AdFetched fetched(Random random, String country, String tag) {
        AdFetched fetched = events.fetched(PRICES.get(random.nextInt(3)), "s");
        String scalar = random.nextInt(4) == 0 ? "" : "\"country\": \"" + country + "\",";
        fetched.setAttributesJson("{" + scalar + "\"tags\": [\"" + tag + "\", \"t9\", \"t9\"]}");
        return fetched;
    }

    private void play(Random random, AdFetched fetched) {
        record(Topics.FETCHES, fetched);
        List<JournalEvent> following = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            following.add(
                    switch (random.nextInt(3)) {
                        case 0 -> record(Topics.CLICKS, events.click(fetched, random.nextInt(90)));
                        case 1 ->
                                record(
                                        Topics.DELIVERIES,
                                        events.delivery(fetched, EventType.deliver));
                        default ->
                                record(
                                        Topics.CONVERSIONS,
                                        events.conversion(fetched, 1_000_000, "EUR"));
                    });
        }
        if (random.nextInt(5) == 0) {
            record(
                    Topics.CORRECTIONS,
                    events.correction(
                            following.isEmpty() || random.nextBoolean()
                                    ? fetched
                                    : following.getFirst()));
        }
    }

    private <V extends JournalEvent> V record(Topic<V> topic, V event) {
        fill(event);
        PlacedEvent placed =
                new PlacedEvent(
                        TOPICS.indexOf(topic.name()),
                        records.size(),
                        AuditedEvents.AT.toEpochMilli(),
                        false,
                        event);
        records.add(placed);
        keyToSubject
                .computeIfAbsent(Subject.keyOf(event).orElseThrow(), _ -> new Subject())
                .add(placed);
        return event;
    }

    /// With something in fields that the schema asks for and that count for nothing.
    private static void fill(JournalEvent event) {
        for (Schema.Field field : event.getSchema().getFields()) {
            Object value =
                    switch (field.schema().getType()) {
                        case STRING -> "";
                        case LONG -> AuditedEvents.AT;
                        case ARRAY -> List.of();
                        case ENUM ->
                                SpecificData.get()
                                        .createEnum(
                                                field.schema().getEnumSymbols().getFirst(),
                                                field.schema());
                        default -> null;
                    };
            if (event.get(field.pos()) == null && value != null) {
                event.put(field.pos(), value);
            }
        }
    }

    /// Each topic in its order, as readers get them.
    private List<PlacedEvent> inSomeOrder(Random random) {
        Map<Integer, Deque<PlacedEvent>> topicToRecords = new HashMap<>();
        records.forEach(record ->
                topicToRecords
                        .computeIfAbsent(record.topic(), _ -> new ArrayDeque<>())
                        .add(record));
        List<PlacedEvent> ordered = new ArrayList<>();
        while (ordered.size() < records.size()) {
            Deque<PlacedEvent> next = topicToRecords.get(random.nextInt(TOPICS.size()));
            if (next != null && !next.isEmpty()) {
                ordered.add(next.remove());
            }
        }
        return ordered;
    }

    /// In readings of any size.
    private void keep(AttributeFold fold, List<PlacedEvent> some, Random random) {
        Ledger ledger = new Ledger();
        FoldBatch batch = new FoldBatch(fold, count, ledger, WINDOW);
        long read = fold.position(PLACE);
        for (PlacedEvent record : some) {
            JournalEvent copy =
                    SpecificData.get().deepCopy(record.event().getSchema(), record.event());
            batch.add(
                    PLACE.partition(),
                    new PlacedEvent(
                            record.topic(),
                            record.offset(),
                            record.writtenAtMillis(),
                            false,
                            copy));
            read++;
            if (random.nextInt(20) == 0) {
                batch.readTo(PLACE, read);
                batch.keep();
                batch = new FoldBatch(fold, count, ledger, WINDOW);
            }
        }
        batch.readTo(PLACE, read);
        batch.keep();
    }

    private static Map<String, Long> sums(AttributeFold fold, String attribute) {
        return sums(fold, attribute, Granularity.minute);
    }

    private static Map<String, Long> sums(
            AttributeFold fold, String attribute, Granularity granularity) {
        Map<String, Long> sums = new TreeMap<>();
        fold.forEach(
                attribute,
                new CellSlice(granularity, ALL.from(), ALL.to()),
                cell -> {
                    for (AuditMetric metric : AuditMetric.REPORTED) {
                        add(sums, cell.value(), cell.getCorrection(), metric, metric.of(cell));
                    }
                });
        return sums;
    }

    private Map<String, Long> journal(String attribute) {
        Map<String, Long> sums = new TreeMap<>();
        for (Subject subject : keyToSubject.values()) {
            count.countBy(subject, AttributeBreakdown.of(List.of(attribute)))
                    .forEach((minute, counts) -> {
                        for (AuditMetric metric : AuditMetric.REPORTED) {
                            String value = minute.series().attributeValue();
                            long counted = counts.get(metric, View.EXCLUDE);
                            long corrected = counts.get(metric, View.INCLUDE) - counted;
                            add(sums, value, false, metric, counted);
                            add(sums, value, true, metric, corrected);
                        }
                    });
        }
        return sums;
    }

    private static void add(
            Map<String, Long> sums,
            String value,
            boolean correction,
            AuditMetric metric,
            long amount) {
        if (amount != 0) {
            sums.merge(value + '/' + metric + '/' + correction, amount, Long::sum);
        }
        sums.values().removeIf(sum -> sum == 0);
    }

    private static Map<String, Long> whole(Map<String, Long> sums) {
        Map<String, Long> whole = new TreeMap<>();
        sums.forEach((key, sum) -> whole.merge(key.substring(key.indexOf('/')), sum, Long::sum));
        whole.values().removeIf(sum -> sum == 0);
        return whole;
    }
}
