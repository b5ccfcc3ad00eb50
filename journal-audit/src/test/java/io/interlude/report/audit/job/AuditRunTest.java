package io.interlude.report.audit.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.MoneySum;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.journal.record.AttributionWindow;
import io.interlude.report.audit.CellDifference.Cause;
import io.interlude.report.audit.JournalReplay;
import io.interlude.report.audit.ListedJournal;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.audit.ManifestFindings.Damage;
import io.interlude.report.audit.SealedHours;
import io.interlude.report.audit.ServedCells;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.fixture.AuditedEvents;
import io.interlude.report.fixture.Cells;
import io.interlude.report.fixture.InMemoryReach;
import io.interlude.report.fixture.InMemoryRollups;
import io.interlude.report.rollup.ReportReader;
import io.interlude.report.rollup.TimeRange;
import io.interlude.schema.AdFetched;
import io.interlude.schema.ClickRecorded;
import io.interlude.schema.ConversionRecorded;
import io.interlude.schema.CorrectionRecorded;
import io.interlude.schema.CustomEventRecorded;
import io.interlude.schema.FeedbackKind;
import io.interlude.schema.PriceModel;
import io.interlude.state.query.AppliedJournal;
import io.interlude.web.limits.Admission;
import io.interlude.web.limits.OverloadedException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuditRunTest {
    private static final long WRITTEN_AT = AuditedEvents.AT.toEpochMilli();

    private int firstKept;
    private long heldBytes = 10_000_000;
    private final AuditedEvents events = new AuditedEvents();
    private final ListedJournal journal = new ListedJournal();
    private final InMemoryRollups rollups = new InMemoryRollups();
    private final InMemoryReach reach = new InMemoryReach();
    private Supplier<ManifestCheck> manifests = ManifestCheck::none;
    private final AdFetched fetched = events.fetched(PriceModel.cpm, "s");

    @BeforeEach
    void serveWhatTheJournalHolds() {
        journal.add("ads.fetches", WRITTEN_AT, fetched);
        journal.add("ads.clicks", WRITTEN_AT + 1, events.click(fetched, 0));
        rollups.add(
                AuditedEvents.cell()
                        .setFetches(1)
                        .setSpendMicros(5)
                        .setClicks(1)
                        .setUniqueClicks(1)
                        .setEngagements(1)
                        .build());
        reach.add(AuditedEvents.cell().setCurrency("").build(), 1);
    }

    @Test
    void passesWhenCellsAreWhatTheJournalSays() {
        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(result.differences()).isEmpty();
        assertThat(result.changing()).isZero();
        // Minute, hour, day and total, of counts and of reach.
        assertThat(result.cells()).isEqualTo(8);
        assertThat(result.records()).isEqualTo(2);
    }

    @Test
    void leavesOutWhatTheAggregatorRejectsAsUnreadableButNotItsManifests() {
        // given: no value, no record, and a record of another topic
        SealedHours sealed = new SealedHours();
        sealed.add(SealedHours.anHour("ads.clicks", 0, 0));
        manifests = sealed::check;
        AuditResult before = audit((_, _) -> {}, null);
        journal.addBytes("ads.clicks", WRITTEN_AT + 2, null);
        journal.addBytes("ads.clicks", WRITTEN_AT + 2, new byte[0]);
        journal.addBytes("ads.clicks", WRITTEN_AT + 2, new byte[] {127, 127});
        journal.add("ads.clicks", WRITTEN_AT + 2, events.fetched(PriceModel.cpm, "t"));

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(result.differences()).isEmpty();
        assertThat(result.cells()).isEqualTo(8);
        assertThat(result.records()).as("each is read").isEqualTo(2 + 4);
        assertThat(result.manifests().unsealed())
                .as("their hour is to be sealed")
                .isEqualTo(before.manifests().unsealed() + 1);
        assertThat(audit((_, _) -> {}, null)).usingRecursiveComparison().isEqualTo(result);
    }

    @Test
    void namesWhatIsServedAndNotInTheJournal() {
        // given
        rollups.add(AuditedEvents.cell().setReads(2).build());

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(result.differences())
                .hasSize(4)
                .allSatisfy(difference -> {
                    assertThat(difference.metric()).isEqualTo(AuditMetric.READS);
                    assertThat(difference.served()).isEqualTo(2);
                    assertThat(difference.replayed()).isZero();
                    assertThat(difference.cause()).isEqualTo(Cause.COUNTED_WITHOUT_EVENT);
                });
    }

    @Test
    void comparesConversionsAndCustomEventsByTheirNames() {
        // given
        fetched.setCountsNames(true);
        ConversionRecorded sale = events.conversion(fetched, 7, "USD");
        sale.setConversionName("sale");
        journal.add("ads.conversions", WRITTEN_AT + 2, sale);
        journal.add("ads.custom-events", WRITTEN_AT + 2, events.custom(fetched, "viewed"));
        rollups.add(AuditedEvents.cell().setEventName("viewed").setCustomEvents(1).build());
        rollups.add(
                AuditedEvents.cell()
                        .setConversionName("sale")
                        .setConversionCount(1)
                        .setConversionValueMicros(7)
                        .build());

        // when, then
        assertThat(audit((_, _) -> {}, null).differences()).isEmpty();

        // when: the custom event is moved to another name
        rollups.add(AuditedEvents.cell().setEventName("viewed").setCustomEvents(-1).build());
        rollups.add(AuditedEvents.cell().setEventName("shared").setCustomEvents(1).build());

        // then
        assertThat(audit((_, _) -> {}, null).differences())
                .hasSize(2 * 4)
                .allMatch(difference -> difference.metric() == AuditMetric.CUSTOM_EVENTS)
                .allMatch(difference -> difference.cause() == Cause.MOVED_TO_ANOTHER_CELL)
                .extracting(difference -> difference.series().eventName())
                .containsOnly("viewed", "shared");
    }

    @Test
    void comparesWhatReadersSaid() {
        // given
        journal.add("ads.feedback", WRITTEN_AT + 2, events.feedback(fetched, FeedbackKind.hide));
        rollups.add(AuditedEvents.cell().setHides(1).setFeedback(1).build());

        // when, then
        assertThat(audit((_, _) -> {}, null).differences()).isEmpty();
    }

    /// Eleven conversions of the largest value: more micros than a long holds.
    @Test
    void passesWhenSumsAreBeyondALong() {
        // given
        MoneySum value = convertElevenTimes();
        rollups.add(
                AuditedEvents.cell()
                        .setConversionCount(11)
                        .setConversionValueMicros(value.micros())
                        .setConversionValueOverflows(value.overflows())
                        .build());

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(value.overflows()).isPositive();
        assertThat(result.differences()).isEmpty();
        assertThat(result.totals())
                .filteredOn(total -> total.currency().equals("USD"))
                .singleElement()
                .satisfies(total ->
                        assertThat(
                                        total.counts()
                                                .exact(
                                                        AuditMetric.CONVERSION_VALUE,
                                                        Counts.View.INCLUDE))
                                .isEqualTo(value));
    }

    @Test
    void namesCellsThatAnEarlierVersionCapped() {
        // given
        var _ = convertElevenTimes();
        rollups.add(
                AuditedEvents.cell()
                        .setConversionCount(11)
                        .setConversionValueMicros(Long.MAX_VALUE)
                        .build());

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then: minute, hour, day and total
        assertThat(result.differences())
                .hasSize(4)
                .allMatch(difference -> difference.metric() == AuditMetric.CONVERSION_VALUE)
                .allMatch(difference -> difference.cause() == Cause.CAPPED);
    }

    private MoneySum convertElevenTimes() {
        MoneySum sum = MoneySum.ZERO;
        for (int i = 0; i < 11; i++) {
            long micros = 999_999_999_999_000_000L;
            journal.add(
                    "ads.conversions", WRITTEN_AT + 2, events.conversion(fetched, micros, "USD"));
            sum = sum.plus(MoneySum.of(micros));
        }
        return sum;
    }

    @Test
    void acceptsThatAnEventCameTooLongAfterItsFetchToCount() {
        // given: the aggregator knows nothing of the fetch any more, and rejects them
        Instant late = AuditedEvents.AT.plus(Duration.ofDays(31));
        ClickRecorded click = events.click(fetched, 10);
        click.setReceivedAt(late);
        CorrectionRecorded correction = events.correction(fetched);
        correction.setReceivedAt(late);
        journal.add("ads.clicks", late.toEpochMilli(), click);
        journal.add("ads.corrections", late.toEpochMilli(), correction);

        // when, then
        assertThat(audit((_, _) -> {}, null).differences()).isEmpty();

        // when: it knew the fetch
        rollups.add(AuditedEvents.cell().setClicks(1).build());

        // then
        assertThat(audit((_, _) -> {}, null).differences()).isEmpty();

        // when: more than came
        rollups.add(AuditedEvents.cell().setClicks(1).build());

        // then
        assertThat(audit((_, _) -> {}, null).differences()).isNotEmpty();
    }

    @Test
    void comparesNothingWithCellsThatAreNotAllThere() {
        rollups.miss(1);

        assertThatThrownBy(() -> audit((_, _) -> {}, null))
                .isInstanceOf(StateUnavailableException.class);
    }

    @Test
    void doesNotTakeForADifferenceWhatIsWrittenMeanwhile() {
        // given: an event that comes once the journal's end was noted, and may be in no cell yet
        AppliedJournal appending =
                (_, _) -> journal.add("ads.clicks", WRITTEN_AT + 2, events.click(fetched, 10));

        // when
        AuditResult result = audit(appending, null);

        // then
        assertThat(result.differences()).isEmpty();
        assertThat(result.changing()).isPositive();
    }

    @Test
    void stillFindsWhatNothingWrittenMeanwhileExplains() {
        // given
        rollups.add(AuditedEvents.cell().setClicks(5).build());
        AppliedJournal appending =
                (_, _) -> journal.add("ads.clicks", WRITTEN_AT + 2, events.click(fetched, 10));

        // when
        AuditResult result = audit(appending, null);

        // then
        assertThat(result.differences())
                .isNotEmpty()
                .allMatch(difference -> difference.metric() == AuditMetric.CLICKS);
    }

    @Test
    void tellsTheTotalsOfAPastInstant() {
        // given
        journal.add("ads.fetches", WRITTEN_AT + 5_000, events.fetched(PriceModel.cpm, "t"));

        // when
        AuditResult result = audit((_, _) -> {}, AuditedEvents.AT.plusSeconds(1));

        // then
        assertThat(result.differences()).isEmpty();
        assertThat(result.totals())
                .filteredOn(total -> total.currency().equals("USD"))
                .singleElement()
                .satisfies(total ->
                        assertThat(total.counts().get(AuditMetric.SPEND, Counts.View.INCLUDE))
                                .isEqualTo(5));
    }

    @Test
    void holdsTheJournalAgainstItsManifestsOnce() {
        // given: numbers that agree with a journal that is not as it was sealed
        SealedHours sealed = new SealedHours();
        sealed.add(SealedHours.anHour("ads.clicks", 0, 0));
        manifests = sealed::check;

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(result.differences()).isEmpty();
        assertThat(result.agrees()).isFalse();
        assertThat(result.manifests().unsealed()).as("of fetches").isEqualTo(1);
        assertThat(result.manifests().broken())
                .singleElement()
                .satisfies(hour -> {
                    assertThat(hour.problem()).isEqualTo(Damage.ALTERED);
                    assertThat(hour.topic()).isEqualTo("ads.clicks");
                });
        assertThat(audit((_, _) -> {}, AuditedEvents.AT.plusSeconds(1)).manifests())
                .as("as of a past instant too")
                .isEqualTo(result.manifests());
    }

    @Test
    void countsOutlinesAndSaysHowManyThereAre() {
        // given
        AuditResult before = audit((_, _) -> {}, null);

        // when
        firstKept = RetentionDays.epoch(AuditedEvents.AT);
        AuditResult kept = audit((_, _) -> {}, null);
        firstKept++;
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(kept.agrees()).isTrue();
        assertThat(kept.notAvailable()).isZero();
        assertThat(result.notAvailable()).isEqualTo(2);
        assertThat(result.agrees()).isTrue();
        assertThat(result.cells()).isEqualTo(before.cells());
    }

    @Test
    void readsOnceForManifestsWhenSomethingDiffers() {
        // given
        SealedHours sealed = new SealedHours();
        sealed.add(SealedHours.anHour("ads.clicks", 0, 0));
        manifests = sealed::check;
        rollups.add(AuditedEvents.cell().setReads(2).build());

        // when
        AuditResult result = audit((_, _) -> {}, null);

        // then
        assertThat(result.differences()).isNotEmpty();
        assertThat(result.manifests().brokenCount()).isEqualTo(1);
    }

    @Test
    void findsTheSameWhenItReadsSomeFetchesAtATime() {
        // given
        for (int i = 0; i < 200; i++) {
            journal.add("ads.fetches", WRITTEN_AT, events.fetched(PriceModel.cpm, "s" + i));
        }
        SealedHours sealed = new SealedHours();
        sealed.add(SealedHours.anHour("ads.fetches", 0, 200));
        manifests = sealed::check;
        AuditResult all = audit((_, _) -> {}, null);

        // when: they take some 300 KB
        heldBytes = 60_000;
        AuditResult some = audit((_, _) -> {}, null);

        // then
        assertThat(all.differences()).isNotEmpty();
        assertThat(some).usingRecursiveComparison().isEqualTo(all);
    }

    @Test
    void doesNotHoldTheDataOfEvents() {
        // given: 1.6 MB
        fetched.setCountsNames(true);
        for (int i = 0; i < 200; i++) {
            CustomEventRecorded custom = events.custom(fetched, "viewed");
            custom.setEventDataJson("\"" + "x".repeat(8_000) + "\"");
            journal.add("ads.custom-events", WRITTEN_AT + 2, custom);
        }
        rollups.add(AuditedEvents.cell().setEventName("viewed").setCustomEvents(200).build());
        heldBytes = 500_000;

        // when, then
        assertThat(audit((_, _) -> {}, null).differences()).isEmpty();

        // when: those of one fetch alone are too many
        heldBytes = 50_000;

        // then
        assertThatThrownBy(() -> audit((_, _) -> {}, null)).isInstanceOf(OverloadedException.class);
    }

    private AuditResult audit(AppliedJournal applied, @Nullable Instant asOf) {
        AuditRun run =
                new AuditRun(
                        new JournalReplay(
                                journal::consumer,
                                journal.deserializer(),
                                _ -> firstKept,
                                new AttributionWindow(Duration.ofDays(30))),
                        applied,
                        new ServedCells(
                                rollups,
                                reach,
                                new ReportReader(rollups, reach, Duration.ofSeconds(5))),
                        new PlainCount(_ -> Optional.of(FlowOutline.NONE)),
                        new Admission(Map.of(), 2 * heldBytes, new SimpleMeterRegistry())::work,
                        manifests,
                        null);
        TimeRange range =
                new TimeRange(
                        AuditedEvents.AT.minusSeconds(3_600), AuditedEvents.AT.plusSeconds(3_600));
        return run.run(
                new AuditRequest(new OrgId(Cells.ORG), range, ZoneOffset.UTC, asOf),
                _ -> {},
                () -> false);
    }
}
