package io.interlude.journal.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.matching.CountingVerdict;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionGoal;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.EventSource;
import io.interlude.schema.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchLifeTest {
    private static final Instant SERVED_AT = Instant.parse("2026-03-01T10:00:00Z");
    private static final String FETCH = "native-01a1fe70-6527-8004-bf50-000b9218da12";

    private final FetchLife life = new FetchLife(_ -> Optional.of(FlowOutline.NONE));

    @ParameterizedTest
    @CsvSource({"other, true, NOT_A_GOAL", "sale, false, NO_CLICK", "sale, true, OUTSIDE_WINDOW"})
    void theFirstVerdictThatHoldsIsToldOfALateConversion(
            String name, boolean clicked, CountingVerdict expected) {
        ConversionRecorded late = conversion("late", name, true);
        life.judge(fetched());
        CountingVerdict first = life.judge(late).orElseThrow();
        if (clicked) {
            life.judge(click());
        }

        assertThat(life.afterAll(first, late, Set.of())).isEqualTo(expected);
        CountingVerdict copied = life.judge(late).orElseThrow();
        assertThat(life.afterAll(copied, late, Set.of())).isEqualTo(CountingVerdict.DUPLICATE);
    }

    @Test
    void aLateConversionLeavesTheGoalToOthers() {
        ConversionRecorded late = conversion("late", "sale", true);
        ConversionRecorded own = conversion("own", "sale", false);
        life.judge(fetched());
        life.judge(click());
        CountingVerdict ofLate = life.judge(late).orElseThrow();
        CountingVerdict ofOwn = life.judge(own).orElseThrow();

        assertThat(ofOwn).isEqualTo(CountingVerdict.COUNTED);
        assertThat(life.afterAll(ofOwn, own, Set.of())).isEqualTo(CountingVerdict.COUNTED);
        assertThat(life.afterAll(ofLate, late, Set.of())).isEqualTo(CountingVerdict.OUTSIDE_WINDOW);
    }

    @Test
    void aLateConversionNeedsNoFetch() {
        ConversionRecorded late = conversion("late", "other", true);
        CountingVerdict first = life.judge(late).orElseThrow();

        assertThat(life.afterAll(first, late, Set.of())).isEqualTo(CountingVerdict.OUTSIDE_WINDOW);
    }

    private static AdFetched fetched() {
        AdFetched fetched = new AdFetched();
        fetched.setEventId("fetch");
        fetched.setEventType(EventType.fetch);
        fetched.setOccurredAt(SERVED_AT);
        fetched.setReceivedAt(SERVED_AT);
        fetched.setOrgId("acme");
        fetched.setSource(EventSource.fetch);
        fetched.setFetchId(FETCH);
        fetched.setLineItemId("line");
        fetched.setCurrency("USD");
        fetched.setConversionGoals(
                List.of(
                        new ConversionGoal(
                                "sale",
                                List.of("sale"),
                                false,
                                Duration.ofDays(60).toMillis(),
                                0L,
                                null)));
        return fetched;
    }

    private static ClickRecorded click() {
        ClickRecorded click = new ClickRecorded();
        click.setEventId("click");
        click.setEventType(EventType.click);
        click.setOccurredAt(SERVED_AT.plusSeconds(60));
        click.setReceivedAt(SERVED_AT.plusSeconds(60));
        click.setOrgId("acme");
        click.setSource(EventSource.redirect);
        click.setFetchId(FETCH);
        return click;
    }

    private static ConversionRecorded conversion(String id, String name, boolean late) {
        Instant at = SERVED_AT.plus(Duration.ofDays(40));
        ConversionRecorded conversion = new ConversionRecorded();
        conversion.setEventId(id);
        conversion.setEventType(EventType.conversion);
        conversion.setOccurredAt(at);
        conversion.setReceivedAt(at);
        conversion.setOrgId("acme");
        conversion.setSource(EventSource.api);
        conversion.setFetchId(FETCH);
        conversion.setConversionName(name);
        conversion.setLate(late);
        return conversion;
    }
}
