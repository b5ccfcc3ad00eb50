package io.interlude.report.nofill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.matching.Verdict;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.history.JudgedEvent;
import io.interlude.journal.history.PlacedRecord;
import io.interlude.journal.json.Json;
import io.interlude.journal.matching.EventMetadata;
import io.interlude.report.fixture.Cells;
import io.interlude.report.rollup.Report;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.StateRead;
import io.interlude.schema.serde.TrustedClasses;
import io.interlude.web.refusal.ProblemException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
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
        NoFillFold fold = new NoFillFold(query());
        String[] names = rules.isEmpty() ? new String[0] : rules.split(",");
        fold.add(judged(aNoFill("home", names.length, names), Verdict.COUNTED));

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
        NoFillFold fold = new NoFillFold(query("groupBy", "adUnit"));
        fold.add(judged(aNoFill("home", 0), Verdict.COUNTED));
        fold.add(
                new Report(
                        query("groupBy", "adUnit").fills(),
                        List.of("adUnit", "fetches"),
                        List.of(List.of("pause", 3L), List.of("home", 2L))));

        JsonNode home = row(fold, 0);
        assertThat(home.path("adUnit").asString()).isEqualTo("home");
        assertThat(home.path("requests").asInt()).isEqualTo(3);
        assertThat(home.path("matched").asInt()).isEqualTo(2);
        assertThat(row(fold, 1).path("served").asInt()).isEqualTo(3);
    }

    @Test
    void leavesOutWhatDoesNotCountOrWasNotAskedFor() {
        NoFillFold fold = new NoFillFold(query("adUnit", "home"));
        for (Verdict verdict : List.of(Verdict.TEST, Verdict.DUPLICATE, Verdict.CORRECTED)) {
            fold.add(judged(aNoFill("home", 0), verdict));
        }
        fold.add(judged(aNoFill("pause", 0), Verdict.COUNTED));
        AdNotFilled early = aNoFill("home", 0);
        early.setOccurredAt(NOW.minusSeconds(90_000));
        fold.add(judged(early, Verdict.COUNTED));

        assertThat(row(fold, 0).path("requests").asInt()).isZero();
    }

    @Test
    void saysWhereTheRecordIsCut() {
        NoFillFold fold = new NoFillFold(query());
        fold.add(judged(aNoFill("home", 500, "targeting"), Verdict.COUNTED));
        fold.add(judged(aNoFill("home", 500, "pacing"), Verdict.COUNTED));
        assertThat(row(fold, 0).path("undecided").asInt()).isEqualTo(1);
    }

    @Test
    void guessesNoVerdict() {
        NoFillFold fold = new NoFillFold(query());
        assertThatThrownBy(() -> fold.add(judged(aNoFill("home", 0), null)))
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
        return NoFillQuery.read(map, NOW);
    }

    private static JudgedEvent judged(AdNotFilled event, @Nullable Verdict verdict) {
        return new JudgedEvent(
                new PlacedRecord(
                        new TopicPartition("ads.no-fills", 0),
                        0,
                        NOW,
                        EventMetadata.of(event),
                        event),
                verdict,
                null);
    }

    private static AdNotFilled aNoFill(String adUnit, int candidates, String... rules) {
        return AdNotFilled.newBuilder()
                .setEventId("e-1")
                .setEventType(EventType.no_fill)
                .setOccurredAt(NOW.minusSeconds(60))
                .setReceivedAt(NOW.minusSeconds(60))
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
