package io.interlude.report.audit.job;

import io.interlude.domain.flow.FlowOutline;
import io.interlude.report.attribution.Attributions;
import io.interlude.report.audit.CellComparison;
import io.interlude.report.audit.JournalReplay;
import io.interlude.report.audit.JournalReplay.ReplayRange;
import io.interlude.report.audit.ManifestCheck;
import io.interlude.report.audit.ManifestFindings;
import io.interlude.report.audit.RecordTap;
import io.interlude.report.audit.ServedCells;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.CellBook;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.PlainCount;
import io.interlude.report.audit.count.ReplayedCells;
import io.interlude.report.audit.count.Series;
import io.interlude.report.audit.job.AuditResult.LineItemTotal;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.schema.AdFetched;
import io.interlude.state.query.AppliedJournal;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Makes one audit. Blocks.
///
/// The cells and the journal are never still, so neither can be stopped for the other. First the
/// journal's end is noted, and the aggregator is awaited to have applied everything up to there.
/// Then the cells are read, then the journal's end is noted again. The cells hold everything from
/// before the first end, nothing from after the second, and of what is in between some: there the
/// replay knows bounds (see [InFlightTolerance]). When there are differences, both are read once
/// more, so that what an aggregator was only late with is none.
public final class AuditRun {
    private static final Duration APPLIED_DEADLINE = Duration.ofSeconds(60);
    private static final int ROUNDS = 2;
    private static final double BEFORE_REPLAY = 0.05;
    private static final double AFTER_REPLAY = 0.95;

    private final JournalReplay journal;
    private final AppliedJournal applied;
    private final ServedCells served;
    private final PlainCount count;
    private final Function<String, WorkMemory> orgToMemory;
    private final Supplier<ManifestCheck> manifests;
    private final @Nullable Attributions attributions;

    /// An audit of what is booked.
    ///
    /// @param orgToMemory that an audit of the org's is made in
    /// @param manifests begins a check of the journal against all manifests that there are then
    public static AuditRun of(
            JournalReplay journal,
            AppliedJournal applied,
            ServedCells served,
            Function<AdFetched, Optional<FlowOutline>> flows,
            Function<String, WorkMemory> orgToMemory,
            Supplier<ManifestCheck> manifests) {
        return new AuditRun(
                journal, applied, served, new PlainCount(flows), orgToMemory, manifests, null);
    }

    /// The same that can also audit versions of attribution.
    public AuditRun with(Attributions versions) {
        return new AuditRun(journal, applied, served, count, orgToMemory, manifests, versions);
    }

    /// @param orgToMemory that an audit of the org's is made in
    AuditRun(
            JournalReplay journal,
            AppliedJournal applied,
            ServedCells served,
            PlainCount count,
            Function<String, WorkMemory> orgToMemory,
            Supplier<ManifestCheck> manifests,
            @Nullable Attributions attributions) {
        this.journal = journal;
        this.applied = applied;
        this.served = served;
        this.count = count;
        this.orgToMemory = orgToMemory;
        this.manifests = manifests;
        this.attributions = attributions;
    }

    /// Refuses what cannot be audited.
    ///
    /// @throws io.interlude.web.refusal.ProblemException `invalid_request` if it names an unknown
    ///   version of attribution
    void check(AuditRequest request) {
        var _ = count(request);
    }

    /// The audit.
    ///
    /// @param progress is told how much is done, from 0 to 1
    /// @param stopped ends it
    /// @throws io.interlude.journal.availability.StateUnavailableException if cells or journal
    ///   cannot be read
    /// @throws OverloadedException if the range has more cells than fit into memory
    public AuditResult run(AuditRequest request, DoubleConsumer progress, BooleanSupplier stopped) {
        try (WorkMemory memory = orgToMemory.apply(request.orgId().value())) {
            return request.asOf() == null
                    ? compared(request, memory, progress, stopped)
                    : asOf(request, memory, progress, stopped);
        }
    }

    private AuditResult asOf(
            AuditRequest request,
            WorkMemory memory,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        // What is sealed is in the journal before its end is noted.
        ManifestCheck check = manifests.get();
        ReplayRange range =
                new ReplayRange(request.orgId().value(), journal.ends(), Map.of(), request.asOf());
        ReplayedCells replayed = replay(request, range, memory, check, progress, stopped);
        CellComparison none = new CellComparison(request, replayed.inFlight());
        return result(none, range, replayed, replayed.cellCount(), memory)
                .withManifests(check.findings());
    }

    private AuditResult compared(
            AuditRequest request,
            WorkMemory memory,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        ManifestCheck check = manifests.get();
        Round round = round(request, null, memory, check, progress, stopped);
        for (int rounds = 1; rounds < ROUNDS && round.result().differenceCount() > 0; rounds++) {
            // What is sealed does not change: once is enough.
            round = round(request, round, memory, RecordTap.NONE, progress, stopped);
        }
        return round.result().withManifests(check.findings());
    }

    /// @param before the round before this, whose replay still holds if the journal stood still
    private Round round(
            AuditRequest request,
            @Nullable Round before,
            WorkMemory memory,
            RecordTap tap,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        Map<TopicPartition, Long> ends = journal.ends();
        applied.await(ends, APPLIED_DEADLINE);
        CellDifferences differences = differences(request, ends);
        AttributeBreakdown attributes = attributes(request, ends);
        CellBook cells = served.read(request, differences, attributes.names(), memory);
        CellBook totals = served.totals(request, differences, memory);
        ReplayRange range =
                new ReplayRange(request.orgId().value(), journal.ends(), ends, null, attributes);
        ReplayedCells replayed = stillHolds(before, range);
        if (replayed == null) {
            replayed = replay(request, range, memory, tap, progress, stopped);
        }
        CellComparison comparison =
                new CellComparison(request, replayed.inFlight()).compare(cells, replayed);
        cells.release();
        if (totals != null) {
            CellBook must = replayed.totals(memory);
            comparison.compareTotals(totals, must);
            must.release();
            totals.release();
        }
        AuditResult result = result(comparison, range, replayed, comparison.cellCount(), memory);
        return new Round(range, replayed, result);
    }

    /// The replay of the round before; null where there is none or the journal moved, which drops
    /// it.
    private static @Nullable ReplayedCells stillHolds(@Nullable Round before, ReplayRange range) {
        if (before == null) {
            return null;
        }
        if (before.range().equals(range) && range.isWithoutDoubt()) {
            return before.replayed();
        }
        before.replayed().release();
        return null;
    }

    /// Those of the version, once it counts all that was in the journal.
    private CellDifferences differences(AuditRequest request, Map<TopicPartition, Long> ends) {
        if (attributions == null || request.attribution() == null) {
            return CellDifferences.NONE;
        }
        attributions.await(request.orgId(), ends, APPLIED_DEADLINE);
        return attributions.of(request.orgId(), request.attribution());
    }

    /// Those of what is booked; versions of attribution do not count by attributes.
    private AttributeBreakdown attributes(AuditRequest request, Map<TopicPartition, Long> ends) {
        return request.attribution() == null
                ? served.attributes(request, ends, APPLIED_DEADLINE)
                : AttributeBreakdown.NONE;
    }

    private PlainCount count(AuditRequest request) {
        return attributions == null
                ? count
                : count.by(attributions.rules(request.orgId(), request.attribution()));
    }

    private ReplayedCells replay(
            AuditRequest request,
            ReplayRange range,
            WorkMemory memory,
            RecordTap tap,
            DoubleConsumer progress,
            BooleanSupplier stopped) {
        ReplayedCells replayed =
                new ReplayedCells(
                        request,
                        count(request),
                        range.attributes(),
                        memory,
                        journal.firstKept(request.orgId()));
        double size = Math.max(1, range.size());
        progress.accept(BEFORE_REPLAY);
        journal.read(
                range,
                memory,
                replayed::add,
                tap,
                read ->
                        progress.accept(
                                BEFORE_REPLAY
                                        + (AFTER_REPLAY - BEFORE_REPLAY)
                                                * Math.min(1, read / size)),
                stopped);
        progress.accept(AFTER_REPLAY);
        return replayed.end();
    }

    private static AuditResult result(
            CellComparison comparison,
            ReplayRange range,
            ReplayedCells replayed,
            long cells,
            WorkMemory memory) {
        return new AuditResult(
                range.size(),
                cells,
                comparison.changingCount(),
                comparison.differences(),
                comparison.differenceCount(),
                totals(replayed.totals(memory)),
                replayed.notAvailable(),
                ManifestFindings.NONE);
    }

    private static List<LineItemTotal> totals(CellBook totals) {
        Map<List<String>, LineItemTotal> keyToTotal = new HashMap<>();
        for (Series series : totals.series()) {
            List<String> key = List.of(series.campaign(), series.lineItem(), series.currency());
            LineItemTotal total =
                    keyToTotal.computeIfAbsent(
                            key,
                            _ ->
                                    new LineItemTotal(
                                            series.campaign(),
                                            series.lineItem(),
                                            series.currency(),
                                            new Counts()));
            totals.of(series).values().forEach(total.counts()::add);
        }
        totals.release();
        List<LineItemTotal> ordered = new ArrayList<>(keyToTotal.values());
        ordered.sort(
                Comparator.comparing(LineItemTotal::campaign)
                        .thenComparing(LineItemTotal::lineItem)
                        .thenComparing(LineItemTotal::currency));
        return ordered;
    }

    /// One reading of the cells and the journal.
    private record Round(ReplayRange range, ReplayedCells replayed, AuditResult result) {}
}
