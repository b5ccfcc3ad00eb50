package io.interlude.report.nofill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.matching.CountingVerdict;
import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.report.fixture.Cells;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import io.interlude.schema.StateRead;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.web.refusal.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.JsonNode;

class NoFillFoldTest {
    static {
        TrustedClasses.install();
    }

    private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
    private static final String AT = "2026-03-02T11:59:00Z";
    private static final TimeRange ALL = new TimeRange(NOW.minus(Duration.ofDays(1)), NOW);
    private static final SelectionRule[] RULES = SelectionRule.values();
    private static final NoFillReason[] REASONS = NoFillReason.values();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                         | 0 | 0 | no_candidate
                    flight,flight              | 0 | 0 | flight
                    targeting,flight           | 1 | 0 | targeting
                    daypart,targeting          | 1 | 0 | daypart
                    budget,targeting           | 1 | 1 | budget
                    pacing                     | 1 | 1 | pacing
                    frequency_cap,targeting    | 1 | 1 | frequency_cap
                    relevance,frequency_cap    | 1 | 1 | relevance
                    appropriateness,budget     | 1 | 1 | appropriateness
                    """)
    void goesByTheCandidateThatCameFurthest(
            String rules, int eligible, int matched, String stoppedBy) {
        NoFillFold fold = new NoFillFold(query(), _ -> {});
        String[] names = rules.isEmpty() ? new String[0] : rules.split(",");
        fold.add(judged(aNoFill("home", names.length, names), CountingVerdict.COUNTED), ALL);

        JsonNode row = row(fold, 0);
        assertThat(row.path("requests").asInt()).isEqualTo(1);
        assertThat(row.path("eligible").asInt()).isEqualTo(eligible);
        assertThat(row.path("matched").asInt()).isEqualTo(matched);
        assertThat(row.path("stoppedBy").propertyNames()).containsExactly(stoppedBy);
        assertThat(row.path("reasons").path("no_demand").asInt()).isEqualTo(1);
        assertThat(row.path("undecided").asInt()).isZero();
    }

    @Test
    void fillsAreEveryStep() {
        NoFillFold fold = new NoFillFold(query("groupBy", "adUnit"), _ -> {});
        fold.add(judged(aNoFill("home", 0), CountingVerdict.COUNTED), ALL);
        fold.add(Cells.aCell(AT).setAdUnitCode("pause").setFetches(3).build());
        fold.add(Cells.aCell(AT).setFetches(2).setClicks(1).build());
        fold.add(Cells.aCell(AT).setAdUnitCode("clicks").setClicks(1).build());
        assertThat(fold.unexplained()).isEmpty();

        JsonNode home = row(fold, 0);
        assertThat(home.path("adUnit").asString()).isEqualTo("home");
        assertThat(home.path("requests").asInt()).isEqualTo(3);
        assertThat(home.path("matched").asInt()).isEqualTo(2);
        assertThat(row(fold, 1).path("served").asInt()).isEqualTo(3);
        assertThat(row(fold, 2).isMissingNode()).isTrue();
    }

    /// Whatever a no-fill is, its cell tells the same of it as its record.
    @Test
    void cellsTellWhatTheJournalTells() {
        Random random = new Random(7);
        List<AdNotFilled> events = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            String[] rules = new String[random.nextInt(4)];
            Arrays.setAll(rules, _ -> RULES[random.nextInt(RULES.length)].wireName());
            AdNotFilled event = aNoFill("unit-" + random.nextInt(3), random.nextInt(6), rules);
            event.setReason(REASONS[random.nextInt(REASONS.length)].wireName());
            events.add(event);
        }
        NoFillFold ofJournal = new NoFillFold(query("groupBy", "adUnit"), _ -> {});
        NoFillFold ofCells = new NoFillFold(query("groupBy", "adUnit"), _ -> {});
        for (AdNotFilled event : events) {
            ofJournal.add(judged(event, CountingVerdict.COUNTED), ALL);
            ofCells.add(cell(event, false));
            if (random.nextBoolean()) {
                ofCells.add(cell(event, false));
                ofCells.add(cell(event, true));
            }
        }

        assertThat(ofCells.unexplained()).isEmpty();
        assertThat(ofCells.json()).isEqualTo(ofJournal.json());
    }

    @Test
    void leavesTheTimeOfCellsThatDoNotTellToTheJournal() {
        NoFillFold fold = new NoFillFold(query(), _ -> {});
        AdNotFilled known = aNoFill("home", 0);
        fold.add(cell(known, false));
        fold.add(at("2026-03-02T10:00:00Z", cell(known, false)).setNoFillsBy(null).build());
        fold.add(at("2026-03-02T10:01:00Z", cell(known, false)).setNoFills(2L).build());
        fold.add(at("2026-03-02T10:01:00Z", cell(known, false)).setAdUnitCode("new").build());
        fold.add(at("2026-03-02T10:03:00Z", cell(known, true)).setNoFillsBy(null).build());

        assertThat(fold.unexplained())
                .containsExactly(
                        part("2026-03-02T10:00:00Z", "2026-03-02T10:02:00Z"),
                        part("2026-03-02T10:03:00Z", "2026-03-02T10:04:00Z"));
        assertThat(row(fold, 0).path("noFills").asInt()).isEqualTo(1);
        fold.add(judged(known, CountingVerdict.COUNTED), part("2026-03-02T10:03:00Z", AT));
        assertThat(row(fold, 0).path("noFills").asInt()).isEqualTo(1);
    }

    @Test
    void leavesOutCellsThatWereNotAskedFor() {
        NoFillFold fold = new NoFillFold(query("adUnit", "pause"), _ -> {});
        fold.add(cell(aNoFill("home", 0), false));
        fold.add(at(AT, cell(aNoFill("home", 0), false)).setNoFillsBy(null).build());
        assertThat(fold.unexplained()).isEmpty();
        assertThat(row(fold, 0).path("requests").asInt()).isZero();
    }

    /// A cell of the no-fill alone, or of its correction.
    private static RollupCell cell(AdNotFilled event, boolean correction) {
        long count = correction ? -1 : 1;
        Map<String, Long> counts = new HashMap<>();
        NoFillCauseCodec.read(event).forEach(cause -> counts.put(cause.key(), count));
        return Cells.aNoFill(AT)
                .setAdUnitCode(event.getAdUnitCode())
                .setNoFills(count)
                .setNoFillsBy(counts)
                .setCorrection(correction)
                .build();
    }

    private static RollupCell.Builder at(String time, RollupCell cell) {
        return RollupCell.newBuilder(cell).setStartsAt(Instant.parse(time));
    }

    private static TimeRange part(String from, String to) {
        return new TimeRange(Instant.parse(from), Instant.parse(to));
    }

    @Test
    void leavesOutWhatDoesNotCountOrWasNotAskedFor() {
        NoFillFold fold = new NoFillFold(query("adUnit", "home"), _ -> {});
        for (CountingVerdict verdict :
                List.of(
                        CountingVerdict.TEST,
                        CountingVerdict.DUPLICATE,
                        CountingVerdict.CORRECTED)) {
            fold.add(judged(aNoFill("home", 0), verdict), ALL);
        }
        fold.add(judged(aNoFill("pause", 0), CountingVerdict.COUNTED), ALL);
        AdNotFilled early = aNoFill("home", 0);
        early.setOccurredAt(NOW.minusSeconds(90_000));
        fold.add(judged(early, CountingVerdict.COUNTED), ALL);

        assertThat(row(fold, 0).path("requests").asInt()).isZero();
    }

    @Test
    void saysWhereTheRecordIsCut() {
        NoFillFold fold = new NoFillFold(query(), _ -> {});
        fold.add(judged(aNoFill("home", 500, "targeting"), CountingVerdict.COUNTED), ALL);
        fold.add(judged(aNoFill("home", 500, "pacing"), CountingVerdict.COUNTED), ALL);
        assertThat(row(fold, 0).path("undecided").asInt()).isEqualTo(1);
    }

    @Test
    void guessesNoVerdict() {
        NoFillFold fold = new NoFillFold(query(), _ -> {});
        assertThatThrownBy(() -> fold.add(judged(aNoFill("home", 0), null), ALL))
                .isInstanceOf(StateUnavailableException.class);
    }

    @ParameterizedTest
    @CsvSource({"lineItem,x", "groupBy,campaign", "granularity,day", "metrics,reach", "x,y"})
    void refusesWhatNoNoFillHas(String name, String value) {
        assertThatThrownBy(() -> query(name, value)).isInstanceOf(ProblemException.class);
    }

    private static JsonNode row(NoFillFold fold, int index) {
        return Json.MAPPER
                .readTree(Json.MAPPER.writeValueAsString(fold.json()))
                .path("rows")
                .path(index);
    }

    private static NoFillQuery query(String... parameters) {
        MultiValueMap<String, String> map = new LinkedMultiValueMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            map.add(parameters[i], parameters[i + 1]);
        }
        return NoFillQuery.read(map, NOW, ZoneOffset.UTC);
    }

    private static JudgedEvent judged(AdNotFilled event, @Nullable CountingVerdict verdict) {
        return new JudgedEvent(
                new PlacedRecord(new TopicPartition("ads.no-fills", 0), 0, NOW, event),
                verdict,
                null);
    }

    private static AdNotFilled aNoFill(String adUnit, int candidates, String... rules) {
        return aNoFill(adUnit, candidates, NOW.minusSeconds(60), rules);
    }

    static AdNotFilled aNoFill(String adUnit, int candidates, Instant at, String... rules) {
        return AdNotFilled.newBuilder()
                .setEventId("e-1")
                .setEventType(EventType.no_fill)
                .setOccurredAt(at)
                .setReceivedAt(at)
                .setOrgId(Cells.ORG)
                .setFetchId("native-0195531c-8800-8000-8000-000000000001")
                .setTest(false)
                .setSource(EventSource.fetch)
                .setAdUnitId(adUnit)
                .setAdUnitCode(adUnit)
                .setFormat(RenderFormat.native$)
                .setContextBytes(0)
                .setAttributesJson("{}")
                .setCatalogueRevision(1)
                .setSeed(1)
                .setCandidates(Arrays.stream(rules).map(NoFillFoldTest::verdict).toList())
                .setReason("no_demand")
                .setState(
                        StateRead.newBuilder()
                                .setFrequency(FrequencyReading.not_read)
                                .setCandidateCount(candidates)
                                .build())
                .build();
    }

    private static CandidateVerdict verdict(String rule) {
        return CandidateVerdict.newBuilder().setLineItemId("li-" + rule).setRule(rule).build();
    }
}
