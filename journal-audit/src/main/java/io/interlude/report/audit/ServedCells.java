package io.interlude.report.audit;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.money.Money;
import io.interlude.domain.reach.ReachSketch;
import io.interlude.domain.reach.ReachUnion;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.report.audit.count.AttributeBreakdown;
import io.interlude.report.audit.count.AuditMetric;
import io.interlude.report.audit.count.AuditRequest;
import io.interlude.report.audit.count.AuditSpan;
import io.interlude.report.audit.count.CellBook;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.report.audit.count.Series;
import io.interlude.report.audit.count.Totals;
import io.interlude.report.rollup.AttributeQuery;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.report.rollup.CellSlice;
import io.interlude.report.rollup.Dimension;
import io.interlude.report.rollup.Metric;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportGranularity;
import io.interlude.report.rollup.ReportQuery;
import io.interlude.report.rollup.ReportReader;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Reads what reports are made from, and the report of the whole range. Blocks.
public final class ServedCells {
    private static final long DEADLINE_SECONDS = 60;
    private static final long MINUTES_OF_DAY = 24 * 60;

    /// Of a sketch, besides its numbers: with its series, which may be no other's.
    private static final int SKETCH_BYTES = 800;

    private static final List<Dimension> ALL_DIMENSIONS = Dimension.BOOKED;

    /// Of reports, those that are sums; the others are made from them.
    private static final List<Metric> METRICS =
            AuditMetric.REPORTED.stream()
                    .map(metric -> Metric.named(metric.wireName()).orElseThrow())
                    .toList();

    private final RollupQuery rollups;
    private final ReachQuery reach;
    private final ReportReader reports;

    public ServedCells(RollupQuery rollups, ReachQuery reach, ReportReader reports) {
        this.rollups = rollups;
        this.reach = reach;
        this.reports = reports;
    }

    /// The attributes by which the org's reports can be read, and under which values their counts
    /// stand, once everything before these offsets is counted by them.
    ///
    /// @throws StateUnavailableException if it is not in time
    public AttributeBreakdown attributes(
            AuditRequest request, Map<TopicPartition, Long> ends, Duration longest) {
        AttributeQuery attributes = reports.attributes();
        List<String> counted =
                attributes.progress(request.orgId()).entrySet().stream()
                        .filter(each -> each.getValue() >= 1)
                        .map(Map.Entry::getKey)
                        .toList();
        if (counted.isEmpty()) {
            return AttributeBreakdown.NONE;
        }
        attributes.await(request.orgId(), ends, longest);
        return new AttributeBreakdown(
                counted, (name, value) -> attributes.label(request.orgId(), name, value));
    }

    /// The cells that the range touches, also by these attributes.
    ///
    /// @param differences of the version of attribution that is audited
    /// @throws StateUnavailableException if they cannot be read now
    /// @throws OverloadedException if they are too many
    public CellBook read(
            AuditRequest request,
            CellDifferences differences,
            List<String> attributes,
            WorkMemory memory) {
        CellBook book = new CellBook(memory);
        read(request, AuditSpan.MINUTE, Granularity.minute, MINUTES_OF_DAY, memory, book);
        read(request, AuditSpan.HOUR, Granularity.hour, 31 * MINUTES_OF_DAY, memory, book);
        read(request, AuditSpan.DAY, Granularity.day, 366 * MINUTES_OF_DAY, memory, book);
        differences.forEach(
                AuditSpan.instant(request.windowStart()),
                AuditSpan.instant(request.windowEnd()),
                cell -> add(cell, request, book));
        for (String attribute : attributes) {
            read(request, AuditSpan.MINUTE, Granularity.minute, attribute, book);
            read(request, AuditSpan.HOUR, Granularity.hour, attribute, book);
            read(request, AuditSpan.DAY, Granularity.day, attribute, book);
        }
        return book;
    }

    private static void add(RollupCell minute, AuditRequest request, CellBook book) {
        for (AuditSpan span : List.of(AuditSpan.MINUTE, AuditSpan.HOUR, AuditSpan.DAY)) {
            long start = span.startOf(startOf(minute), request.zone(), request.firstMinute());
            if (request.covers(span, start)) {
                add(minute, book.at(Series.of(minute), span, start));
            }
        }
    }

    private void read(
            AuditRequest request,
            AuditSpan span,
            Granularity granularity,
            long stepMinutes,
            WorkMemory memory,
            CellBook book) {
        OrgId orgId = request.orgId();
        for (long start = request.first(span); start < request.endMinute(); start += stepMinutes) {
            Instant from = AuditSpan.instant(start);
            Instant to = AuditSpan.instant(Math.min(request.endMinute(), start + stepMinutes));
            var _ =
                    await(
                            rollups.forEachCell(
                                    orgId,
                                    granularity,
                                    from,
                                    to,
                                    cell ->
                                            add(
                                                    cell,
                                                    book.at(
                                                            Series.of(cell),
                                                            span,
                                                            startOf(cell)))));
            Sketches sketches = new Sketches(memory);
            var _ = await(reach.forEach(orgId, granularity, from, to, sketches::add));
            sketches.moveTo(book, span);
        }
    }

    private void read(
            AuditRequest request,
            AuditSpan span,
            Granularity granularity,
            String attribute,
            CellBook book) {
        CellSlice slice =
                new CellSlice(
                        granularity,
                        AuditSpan.instant(request.first(span)),
                        AuditSpan.instant(request.endMinute()));
        reports.attributes()
                .forEach(
                        request.orgId(),
                        attribute,
                        slice,
                        cell -> add(cell, book.at(Series.of(cell), span, startOf(cell))));
    }

    private static void add(RollupCell cell, Counts counts) {
        for (AuditMetric metric : AuditMetric.ALL) {
            counts.add(metric, cell.getCorrection(), metric.of(cell));
        }
    }

    private static long startOf(RollupCell cell) {
        return AuditSpan.minute(cell.getStartsAt());
    }

    /// The report of the whole range by all dimensions, laid out as [Totals] has it; null for one
    /// that is larger than a report may be.
    public @Nullable CellBook totals(
            AuditRequest request, CellDifferences differences, WorkMemory memory) {
        CellBook book = new CellBook(memory);
        for (View view : List.of(View.EXCLUDE, View.INCLUDE)) {
            Report report = report(request, differences, view);
            if (report == null) {
                return null;
            }
            for (List<Object> row : report.rows()) {
                addRow(row, view, request, book);
            }
        }
        return book;
    }

    private @Nullable Report report(AuditRequest request, CellDifferences differences, View view) {
        ReportQuery query =
                new ReportQuery(
                        request.range(),
                        ReportGranularity.TOTAL,
                        ALL_DIMENSIONS,
                        METRICS,
                        Map.of(),
                        view == View.INCLUDE,
                        request.zone());
        try {
            return await(reports.readWhole(request.orgId(), query, differences).toFuture());
        } catch (ProblemException e) {
            if (e.problem().reason() == Reason.INVALID_REQUEST) {
                return null;
            }
            throw new StateUnavailableException("the report cannot be read", e);
        }
    }

    private static void addRow(List<Object> row, View view, AuditRequest request, CellBook book) {
        Series series =
                new Series(
                        (String) row.get(0),
                        (String) row.get(1),
                        (String) row.get(2),
                        (String) row.get(3),
                        (String) row.get(4),
                        (String) row.get(5),
                        (String) row.get(6),
                        (String) row.get(7),
                        (String) row.get(8),
                        (String) row.get(9),
                        "",
                        "");
        for (AuditMetric metric : AuditMetric.REPORTED) {
            Object value = row.get(ALL_DIMENSIONS.size() + 1 + metric.index());
            long amount = value instanceof Long count ? count : micros((String) value);
            Cell cell = new Cell(AuditSpan.TOTAL, request.firstMinute());
            if (amount != 0) {
                Counts counts = book.at(Totals.series(series, metric), cell.span(), cell.start());
                // First come the numbers before corrections, then those after.
                counts.add(metric, false, view == View.EXCLUDE ? amount : 0);
                counts.add(metric, true, view == View.EXCLUDE ? -amount : amount);
            }
        }
    }

    /// Modulo 2^64, as [Counts] are.
    private static long micros(String amount) {
        return new BigDecimal(amount)
                .movePointRight(Money.MICROS_SCALE)
                .toBigIntegerExact()
                .longValue();
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> reading) {
        try {
            return reading.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new StateUnavailableException("the cells are not read in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateUnavailableException("interrupted", e);
        }
    }

    /// The reach of one stretch of time: sketches take more than the numbers that come of them.
    private static final class Sketches {
        private final Map<Place, ReachSketch[]> placeToSketches = new HashMap<>();
        private final WorkMemory memory;
        private long heldBytes;

        Sketches(WorkMemory memory) {
            this.memory = memory;
        }

        void add(ReachCell cell) {
            long bytes = SKETCH_BYTES + 2L * cell.getSketch().remaining();
            memory.take(bytes);
            heldBytes += bytes;
            RollupCell of = cell.getCell();
            ReachSketch[] both =
                    placeToSketches.computeIfAbsent(
                            new Place(Series.of(of).in(Series.NO_CURRENCY), startOf(of)),
                            _ -> new ReachSketch[] {ReachSketch.NONE, ReachSketch.NONE});
            int index = of.getCorrection() ? 1 : 0;
            both[index] = both[index].plus(ReachSketch.of(cell.getSketch()));
        }

        void moveTo(CellBook book, AuditSpan span) {
            placeToSketches.forEach(
                    (place, both) -> add(book.at(place.series(), span, place.start()), both));
            memory.giveBack(heldBytes);
        }

        private static void add(Counts counts, ReachSketch[] both) {
            ReachUnion union = new ReachUnion();
            union.add(both[0]);
            union.add(both[1]);
            long counted = both[0].estimate();
            counts.add(AuditMetric.REACH, false, counted);
            counts.add(AuditMetric.REACH, true, union.estimate() - counted);
        }
    }

    private record Place(Series series, long start) {}
}
