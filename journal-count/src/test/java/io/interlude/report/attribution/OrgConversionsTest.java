package io.interlude.report.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.attribution.AttributionRules.GoalChange;
import io.interlude.report.attribution.RandomConversions.Written;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.CellBook;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.audit.count.ReplayedCells;
import io.interlude.report.audit.count.Series;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.Cells;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AdFetched;
import io.interlude.schema.RollupCell;
import io.interlude.schema.topic.Topic;
import io.interlude.web.limits.Admission;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.DoubleConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Versions over random journals, against an independent count of the same records.
class OrgConversionsTest {
    private static final OrgId ORG = new OrgId(Cells.ORG);
    private static final InstantSource CLOCK = InstantSource.fixed(AuditedEvents.AT);
    private static final long HELD_MAX = 1 << 30;
    private static final AuditRequest ALL =
            new AuditRequest(
                    ORG,
                    new TimeRange(
                            AuditedEvents.AT.minusSeconds(86_400),
                            AuditedEvents.AT.plusSeconds(70 * 86_400)),
                    ZoneOffset.UTC,
                    null);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aVersionIsWhatIsBookedAndItsDifferences(long seed) {
        // given
        RandomConversions journal = new RandomConversions(seed, 120);
        SplittableRandom random = new SplittableRandom(seed);
        AttributionRules rules = rules(random);

        // when
        OrgConversions conversions = conversions(journal);
        conversions.add("version", rules);
        read(journal, conversions, random);

        // then
        CellBook booked = booked(journal);
        List<RollupCell> differences = differences(conversions);
        assertThat(differences).isNotEmpty();
        assertThat(differences).allMatch(cell -> cell.getSpendMicros() == 0);
        add(differences, booked);
        assertThat(comparison(booked, replayed(journal, rules))).isEmpty();
        assertThat(comparison(booked, replayed(journal, AttributionRules.BOOKED))).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void aVersionThatChangesNothingDiffersNowhere(long seed) {
        // given
        RandomConversions journal = new RandomConversions(seed, 120);
        AttributionRules same =
                new AttributionRules(Map.of("purchase", new GoalChange(null, null, null)));

        // when
        OrgConversions conversions = conversions(journal);
        conversions.add("none", AttributionRules.BOOKED);
        conversions.add("same", same);
        read(journal, conversions, new SplittableRandom(seed));

        // then
        assertThat(cells(conversions, "none")).isEmpty();
        assertThat(cells(conversions, "same")).isEmpty();
        assertThat(comparison(booked(journal), replayed(journal, same))).isEmpty();
    }

    @Test
    void lateConversionsLeaveAVersionOfShorterWindowsAndStayBooked() {
        // given
        RandomConversions journal = new RandomConversions(21, 300);
        GoalChange week = new GoalChange(null, Duration.ofDays(7), Duration.ZERO);
        GoalChange year = new GoalChange(null, Duration.ofDays(365), null);

        // when
        OrgConversions conversions = conversions(journal);
        conversions.add("week", new AttributionRules(Map.of("purchase", week, "signup", week)));
        conversions.add("year", new AttributionRules(Map.of("purchase", year, "signup", year)));
        read(journal, conversions, new SplittableRandom(21));

        // then
        assertThat(sum(cells(conversions, "week"))).isNegative();
        assertThat(sum(cells(conversions, "year"))).isPositive();
        assertThat(cells(conversions, "year"))
                .as("those that came after the service's own window")
                .anyMatch(cell ->
                        cell.getStartsAt().isAfter(AuditedEvents.AT.plusSeconds(30 * 86_400)));
    }

    @Test
    void aVersionIsCurrentOnceTheJournalIsReadAndItsAdsAreFound() {
        // given
        RandomConversions journal = new RandomConversions(31, 20);
        OrgConversions conversions = conversions(journal);
        conversions.add("version", AttributionRules.BOOKED);

        // when, then
        assertThat(conversions.status("version")).isEqualTo(AttributionStatus.RUNNING);
        assertThat(conversions.differences("version")).isEmpty();
        journal.events()
                .forEach(each -> conversions.onRecord(each.topic(), each.source(), each.event()));
        assertThat(conversions.holdsBack()).isTrue();
        conversions.onBatchEnd(false);
        assertThat(conversions.status("version")).isEqualTo(AttributionStatus.RUNNING);
        assertThat(conversions.progress()).isBetween(0.4, 0.6);
        conversions.onBatchEnd(true);
        assertThat(conversions.status("version")).isEqualTo(AttributionStatus.CURRENT);
        assertThat(conversions.progress()).isEqualTo(1);
        assertThat(conversions.holdsBack()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"interlude-local/product.options, 3", "service.options, 4"})
    void theMemoryIsInTheTable(String options, int column) throws IOException {
        Matcher heap =
                Pattern.compile("(?m)^-Xmx(\\d+)m$")
                        .matcher(Files.readString(Path.of("..").resolve(options)));
        assertThat(heap.find()).isTrue();
        long share = Long.parseLong(heap.group(1)) / AttributionMemory.HEAP_PARTS;

        assertThat(Files.readAllLines(Path.of("../docs/operations/what-memory-is-for.md")))
                .filteredOn(line -> line.startsWith("| versions of attribution |"))
                .singleElement()
                .extracting(line -> line.split("\\|", -1)[column].strip())
                .isEqualTo(Long.toString(share));
    }

    private static AttributionRules rules(SplittableRandom random) {
        Map<String, GoalChange> goalToChange = new HashMap<>();
        for (String goal : List.of("purchase", "signup")) {
            goalToChange.put(
                    goal,
                    new GoalChange(
                            random.nextBoolean() ? random.nextBoolean() : null,
                            window(random),
                            window(random)));
        }
        return new AttributionRules(goalToChange);
    }

    private static @Nullable Duration window(SplittableRandom random) {
        return random.nextBoolean() ? null : Duration.ofDays(random.nextInt(60));
    }

    @Test
    void versionsThatDoNotFitFailAndThoseBegunBeforeThemCount() {
        // given
        RandomConversions journal = new RandomConversions(41, 300);
        GoalChange week = new GoalChange(null, Duration.ofDays(7), Duration.ZERO);
        AttributionRules rules = new AttributionRules(Map.of("purchase", week, "signup", week));
        AttributionMemory.OfOrg needed = new AttributionMemory(HELD_MAX).ofOrg();
        OrgConversions alone = conversions(journal, needed);
        alone.add("version", rules);
        read(journal, alone, new SplittableRandom(41));

        // when
        OrgConversions conversions =
                conversions(journal, new AttributionMemory(2 * needed.heldBytes()).ofOrg());
        conversions.add("version", rules);
        for (int i = 1; i < 100; i++) {
            conversions.add("v" + i, rules);
        }
        read(journal, conversions, new SplittableRandom(41));

        // then
        assertThat(cells(conversions, "version"))
                .containsExactlyInAnyOrderElementsOf(cells(alone, "version"));
        assertThat(conversions.status("v99")).isEqualTo(AttributionStatus.FAILED);
        assertThat(conversions.differences("v99")).isEmpty();
    }

    @Test
    void allFailWhereTheFactsDoNotFit() {
        // given
        RandomConversions journal = new RandomConversions(43, 300);
        AttributionMemory all = new AttributionMemory(20_000);
        OrgConversions conversions = conversions(journal, all.ofOrg());
        conversions.add("before", AttributionRules.BOOKED);

        // when
        read(journal, conversions, new SplittableRandom(43));
        conversions.add("after", AttributionRules.BOOKED);
        conversions.onBatchEnd(true);

        // then
        assertThat(conversions.status("before")).isEqualTo(AttributionStatus.FAILED);
        assertThat(conversions.status("after")).isEqualTo(AttributionStatus.FAILED);
        assertThat(all.ofOrg().take(15_000)).as("others have it again").isTrue();
    }

    private static OrgConversions conversions(RandomConversions journal) {
        return conversions(journal, new AttributionMemory(HELD_MAX).ofOrg());
    }

    private static OrgConversions conversions(
            RandomConversions journal, AttributionMemory.OfOrg memory) {
        return new OrgConversions(
                ORG,
                memory,
                new OrgConversions.Lookup() {
                    @Override
                    public long size(Collection<Topic<?>> topics) {
                        return journal.events().size();
                    }

                    @Override
                    public void find(
                            Collection<FetchId> wanted,
                            BiConsumer<FetchId, AdFetched> taker,
                            DoubleConsumer progress) {
                        Map<FetchId, AdFetched> found = new HashMap<>(journal.fetches);
                        found.keySet().retainAll(wanted);
                        found.forEach(taker);
                    }
                },
                (_, _) -> {},
                CLOCK);
    }

    /// In batches, each topic in its order, and some of it twice.
    private static void read(
            RandomConversions journal, OrgConversions conversions, SplittableRandom random) {
        Map<Topic<?>, List<Written>> topicToRest = new HashMap<>();
        journal.events()
                .forEach(each ->
                        topicToRest
                                .computeIfAbsent(each.topic(), _ -> new ArrayList<>())
                                .add(each));
        int left = journal.events().size();
        while (left > 0) {
            List<Topic<?>> topics = List.copyOf(topicToRest.keySet());
            Topic<?> topic = topics.get(random.nextInt(topics.size()));
            List<Written> rest = topicToRest.getOrDefault(topic, List.of());
            for (int count = random.nextInt(40); count > 0 && !rest.isEmpty(); count--) {
                Written next = rest.removeFirst();
                left--;
                conversions.onRecord(next.topic(), next.source(), next.event());
                conversions.onRecord(next.topic(), next.source(), next.event());
            }
            conversions.onBatchEnd(random.nextBoolean());
        }
        conversions.onBatchEnd(true);
    }

    private static List<RollupCell> differences(OrgConversions conversions) {
        return cells(conversions, "version");
    }

    private static List<RollupCell> cells(OrgConversions conversions, String id) {
        List<RollupCell> cells = new ArrayList<>();
        conversions
                .differences(id)
                .orElseThrow()
                .forEach(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"), cells::add);
        return cells;
    }

    private static long sum(List<RollupCell> cells) {
        return cells.stream().mapToLong(RollupCell::getConversionCount).sum();
    }

    private static ReplayedCells replayed(RandomConversions journal, AttributionRules rules) {
        ReplayedCells replayed =
                new ReplayedCells(
                        ALL,
                        new PlainCount(_ -> Optional.of(FlowOutline.NONE)).by(rules),
                        AttributeBreakdown.NONE,
                        new Admission(Map.of(), 2 * HELD_MAX, new SimpleMeterRegistry())
                                .work(Cells.ORG),
                        0);
        journal.subjects().forEach(replayed::add);
        return replayed.end();
    }

    private static CellBook booked(RandomConversions journal) {
        ReplayedCells replayed = replayed(journal, AttributionRules.BOOKED);
        CellBook booked =
                new CellBook(
                        new Admission(Map.of(), 2 * HELD_MAX, new SimpleMeterRegistry())
                                .work(Cells.ORG));
        for (Series series : replayed.series()) {
            replayed.of(series)
                    .forEach((cell, counts) ->
                            booked.at(series, cell.span(), cell.start()).add(counts));
        }
        return booked;
    }

    private static void add(List<RollupCell> differences, CellBook booked) {
        for (RollupCell cell : differences) {
            long minute = AuditSpan.minute(cell.getStartsAt());
            for (AuditSpan span : List.of(AuditSpan.MINUTE, AuditSpan.HOUR, AuditSpan.DAY)) {
                for (AuditMetric metric : AuditMetric.REPORTED) {
                    booked.at(
                                    Series.of(cell),
                                    span,
                                    span.startOf(minute, ZoneOffset.UTC, ALL.firstMinute()))
                            .add(metric, cell.getCorrection(), metric.of(cell));
                }
            }
        }
    }

    /// The numbers that differ, each in a line.
    private static List<String> comparison(CellBook served, ReplayedCells replayed) {
        Set<Series> all = replayed.series();
        all.addAll(served.series());
        List<String> differences = new ArrayList<>();
        for (Series series : all) {
            Map<Cell, Counts> says = served.of(series);
            Map<Cell, Counts> must = replayed.of(series);
            Set<Cell> cells = new HashSet<>(must.keySet());
            cells.addAll(says.keySet());
            cells.removeIf(cell -> !ALL.covers(cell.span(), cell.start()));
            for (Cell cell : cells) {
                differences(
                                says.getOrDefault(cell, new Counts()),
                                must.getOrDefault(cell, new Counts()))
                        .forEach(each -> differences.add(series + " " + cell + " " + each));
            }
        }
        return differences;
    }

    private static List<String> differences(Counts says, Counts must) {
        List<String> differences = new ArrayList<>();
        for (AuditMetric metric : AuditMetric.ALL) {
            for (View view : View.values()) {
                if (says.get(metric, view) != must.get(metric, view)) {
                    differences.add(
                            "%s %s: %d, not %d"
                                    .formatted(
                                            metric,
                                            view,
                                            says.get(metric, view),
                                            must.get(metric, view)));
                }
            }
        }
        return differences;
    }
}
