package io.interlude.report.audit.count;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.selection.NoFillReason;
import io.interlude.domain.selection.SelectionRule;
import io.interlude.journal.decision.NoFillCauseCodec;
import io.interlude.report.fixture.Cells;
import io.interlude.schema.AdNotFilled;
import io.interlude.schema.CandidateVerdict;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import io.interlude.schema.FrequencyReading;
import io.interlude.schema.RenderFormat;
import io.interlude.schema.RollupCell;
import io.interlude.schema.StateRead;
import io.interlude.schema.serde.TrustedClasses;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What an audit counts of a no-fill is what its cell must have.
class NoFillCountsTest {
    static {
        TrustedClasses.install();
    }

    private static final String AT = "2026-03-02T11:59:00Z";

    @ParameterizedTest
    @EnumSource(SelectionRule.class)
    void auditCountsWhatTheCellHas(SelectionRule rule) {
        for (NoFillReason reason : NoFillReason.values()) {
            for (int candidates : new int[] {2, 5}) {
                AdNotFilled event = aNoFill(reason, candidates, "status", rule.wireName());
                Map<String, Long> counts = new HashMap<>();
                NoFillCauseCodec.read(event).forEach(cause -> counts.put(cause.key(), 1L));
                RollupCell cell = Cells.aNoFill(AT).setNoFills(1).setNoFillsBy(counts).build();

                new PlainCount(_ -> Optional.empty())
                        .count(List.of(event), Set.of())
                        .forEach((_, counted) -> {
                            for (AuditMetric metric : AuditMetric.ALL) {
                                assertThat(counted.get(metric, Counts.View.INCLUDE))
                                        .as(metric.wireName())
                                        .isEqualTo(metric.of(cell));
                            }
                            assertThat(counted.tellsNoFills()).isTrue();
                            counted.add(AuditMetric.NO_FILLS, false, 1);
                            assertThat(counted.tellsNoFills()).isFalse();
                        });
            }
        }
    }

    private static AdNotFilled aNoFill(NoFillReason reason, int candidates, String... rules) {
        return AdNotFilled.newBuilder()
                .setEventId("e-1")
                .setEventType(EventType.no_fill)
                .setOccurredAt(Instant.parse(AT))
                .setReceivedAt(Instant.parse(AT))
                .setOrgId(Cells.ORG)
                .setTest(false)
                .setSource(EventSource.fetch)
                .setAdUnitId("home")
                .setAdUnitCode("home")
                .setFormat(RenderFormat.native$)
                .setContextBytes(0)
                .setAttributesJson("{}")
                .setCatalogueRevision(1)
                .setSeed(1)
                .setCandidates(
                        List.of(rules).stream()
                                .map(rule ->
                                        CandidateVerdict.newBuilder()
                                                .setLineItemId("li-" + rule)
                                                .setRule(rule)
                                                .build())
                                .toList())
                .setReason(reason.wireName())
                .setState(
                        StateRead.newBuilder()
                                .setFrequency(FrequencyReading.not_read)
                                .setCandidateCount(candidates)
                                .build())
                .build();
    }
}
