package io.interlude.report.audit.count;

import io.interlude.domain.matching.OrderKey;
import io.interlude.domain.retention.RetentionDays;
import io.interlude.report.audit.count.CellBook.Cell;
import io.interlude.report.audit.count.Counts.View;
import io.interlude.schema.JournalEvent;
import io.interlude.web.limits.OverloadedException;
import io.interlude.web.limits.WorkMemory;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The cells as they must be by the journal. Holds minutes; longer cells are made of them when they
/// are compared. Used by one thread.
public final class ReplayedCells {
    /// The spans that cells are kept of.
    private static final List<AuditSpan> KEPT =
            List.of(AuditSpan.MINUTE, AuditSpan.HOUR, AuditSpan.DAY);

    /// As it is held by a log that doubles.
    private static final int REACHED_BYTES = 2 * Long.BYTES;

    private static final int REACH_LOG_BYTES = 150;

    /// Of a fetch that waits, for each of its records.
    private static final int WAITING_BYTES = 1_000;

    private final AuditRequest request;
    private final PlainCount count;
    private final AttributeBreakdown attributes;
    private final CellBook minutes;
    private final Map<Series, Map<Long, ReachLog>> seriesToReach = new HashMap<>();
    private final InFlightTolerance inFlight;
    private final int firstKept;
    private long notAvailable;

    /// Fetches that claim orders, by the rules of a version of attribution.
    private final Map<Subject, FetchEvents> claiming = new LinkedHashMap<>();

    /// @param attributes by which cells are served as well
    /// @param memory that cells, whom they reached and waiting fetches are taken from
    /// @param firstKept the first epoch whose events the org keeps whole
    public ReplayedCells(
            AuditRequest request,
            PlainCount count,
            AttributeBreakdown attributes,
            WorkMemory memory,
            int firstKept) {
        this.request = request;
        this.count = count;
        this.attributes = attributes;
        this.firstKept = firstKept;
        minutes = new CellBook(memory);
        inFlight = new InFlightTolerance(request);
    }

    /// Counts all that the journal holds of one subject. By the rules of a version fetches that
    /// claim orders wait for [#end].
    ///
    /// @throws OverloadedException if the range has too many cells
    public void add(Subject subject) {
        Optional<FetchEvents> claims =
                count.isBooked() ? Optional.empty() : count.claiming(subject.records(false));
        if (claims.isPresent()) {
            minutes.take((long) WAITING_BYTES * subject.records(true).size());
            claiming.put(subject, claims.get());
        } else {
            add(subject, Set.of());
        }
    }

    /// Counts what waits for others.
    public ReplayedCells end() {
        List<Subject> subjects = List.copyOf(claiming.keySet());
        List<Set<OrderKey>> elsewhere = OrderTurns.elsewhere(List.copyOf(claiming.values()));
        for (int index = 0; index < subjects.size(); index++) {
            add(subjects.get(index), elsewhere.get(index));
        }
        claiming.clear();
        return this;
    }

    private void add(Subject subject, Set<OrderKey> elsewhere) {
        List<JournalEvent> records = subject.records(false);
        notAvailable += records.stream().filter(this::isOutline).count();
        Tally certain = count(records, elsewhere);
        add(certain);
        if (subject.isDoubtful()) {
            List<Tally> states =
                    subject.states().stream().map(state -> count(state, elsewhere)).toList();
            inFlight.add(
                    certain,
                    states.isEmpty() ? List.of(count(subject.records(true), elsewhere)) : states,
                    states.isEmpty());
        }
    }

    private Tally count(List<JournalEvent> records, Set<OrderKey> elsewhere) {
        return count.count(records, elsewhere).alsoBy(attributes);
    }

    private boolean isOutline(JournalEvent event) {
        long minute = AuditSpan.minute(event.getOccurredAt());
        return RetentionDays.epoch(event.getReceivedAt()) < firstKept
                && minute >= request.firstMinute()
                && minute < request.endMinute();
    }

    /// Events of the range of which the org keeps an outline only. That is counted like any event;
    /// what else they said cannot be held against anything.
    public long notAvailable() {
        return notAvailable;
    }

    private void add(Tally tally) {
        tally.forEach((minute, counts) -> {
            if (isInWindow(minute.minute())) {
                minutes.at(minute.series(), AuditSpan.MINUTE, minute.minute()).add(counts);
            }
        });
        Tally.Reached reached = tally.reached();
        if (reached != null && isInWindow(reached.minute())) {
            var _ = minutes.at(reached.series(), AuditSpan.MINUTE, reached.minute());
            minutes.take(REACHED_BYTES);
            seriesToReach
                    .computeIfAbsent(reached.series(), _ -> new HashMap<>())
                    .computeIfAbsent(reached.minute(), _ -> newLog())
                    .add(reached.subscriber(), reached.takenBack());
        }
    }

    private ReachLog newLog() {
        minutes.take(REACH_LOG_BYTES);
        return new ReachLog();
    }

    /// Drops all that it holds.
    public void release() {
        minutes.release();
        seriesToReach.clear();
    }

    private boolean isInWindow(long minute) {
        return minute >= request.windowStart() && minute < request.windowEnd();
    }

    public Set<Series> series() {
        return new HashSet<>(minutes.series());
    }

    /// How many cells the range touches.
    public long cellCount() {
        long cells = 0;
        for (Series series : minutes.series()) {
            for (Cell cell : of(series).keySet()) {
                cells += request.covers(cell.span(), cell.start()) ? 1 : 0;
            }
        }
        return cells;
    }

    public InFlightTolerance inFlight() {
        return inFlight;
    }

    /// The minutes, hours and days of a series.
    public Map<Cell, Counts> of(Series series) {
        Map<Cell, Counts> cells = new HashMap<>();
        minutes.of(series)
                .forEach((minute, counts) -> {
                    for (AuditSpan span : KEPT) {
                        cells.computeIfAbsent(cell(span, minute.start()), _ -> new Counts())
                                .add(counts);
                    }
                });
        Map<Cell, ReachLog> reach = new HashMap<>();
        seriesToReach
                .getOrDefault(series, Map.of())
                .forEach((minute, log) -> {
                    for (AuditSpan span : KEPT) {
                        reach.computeIfAbsent(cell(span, minute), _ -> new ReachLog()).add(log);
                    }
                });
        reach.forEach((cell, log) -> addReach(cells.computeIfAbsent(cell, _ -> new Counts()), log));
        return cells;
    }

    /// The whole range, laid out as [Totals] has it.
    public CellBook totals(WorkMemory memory) {
        CellBook totals = new CellBook(memory);
        for (Series series : minutes.series()) {
            minutes.of(series)
                    .forEach((minute, counts) -> {
                        if (!series.isByAttribute()
                                && request.covers(AuditSpan.MINUTE, minute.start())) {
                            addTotal(totals, series, counts);
                        }
                    });
        }
        seriesToReach.forEach((series, minuteToLog) -> {
            ReachLog all = new ReachLog();
            minuteToLog.forEach((minute, log) -> {
                if (request.covers(AuditSpan.MINUTE, minute)) {
                    all.add(log);
                }
            });
            addReach(total(totals, series), all);
        });
        return totals;
    }

    private void addTotal(CellBook totals, Series series, Counts counts) {
        for (AuditMetric metric : AuditMetric.REPORTED) {
            if (counts.get(metric, View.INCLUDE) != 0 || counts.get(metric, View.EXCLUDE) != 0) {
                total(totals, Totals.series(series, metric)).add(counts, metric);
            }
        }
    }

    private Counts total(CellBook totals, Series series) {
        return totals.at(series, AuditSpan.TOTAL, request.firstMinute());
    }

    private Cell cell(AuditSpan span, long minute) {
        return new Cell(span, span.startOf(minute, request.zone(), request.firstMinute()));
    }

    private static void addReach(Counts counts, ReachLog log) {
        long counted = log.counted();
        counts.add(AuditMetric.REACH, false, counted);
        counts.add(AuditMetric.REACH, true, log.corrected() - counted);
    }
}
