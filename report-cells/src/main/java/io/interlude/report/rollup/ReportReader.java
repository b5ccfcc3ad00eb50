package io.interlude.report.rollup;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.availability.StateUnavailableException;
import io.interlude.schema.Granularity;
import io.interlude.schema.ReachCell;
import io.interlude.schema.RollupCell;
import io.interlude.state.query.ReachQuery;
import io.interlude.state.query.RollupQuery;
import io.interlude.web.limits.OrgGate;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// Reads the cells of a report one slice after the other, and folds each before the next is read:
/// so memory grows with the rows of the answer, not with the cells behind it.
public final class ReportReader {
    /// Rows of one answer before further currencies.
    static final int MAX_ROWS = 50_000;

    /// Reports of an org that are made at a time.
    private static final int AT_ONCE = 2;

    private final RollupQuery cells;
    private final ReachQuery reach;
    private final AttributeQuery attributes;
    private final Duration deadline;

    /// Each collection meanwhile copies the memory that twenty reports of an org would hold at a
    /// time.
    private final OrgGate gate = new OrgGate(AT_ONCE, Schedulers.parallel()::schedule);

    /// A reader for orgs that declare no attributes.
    ///
    /// @param deadline for the whole report
    public ReportReader(RollupQuery cells, ReachQuery reach, Duration deadline) {
        this(cells, reach, AttributeQuery.NONE, deadline);
    }

    /// @param deadline for the whole report
    public ReportReader(
            RollupQuery cells, ReachQuery reach, AttributeQuery attributes, Duration deadline) {
        this.cells = cells;
        this.reach = reach;
        this.attributes = attributes;
        this.deadline = deadline;
    }

    /// Cells by the values of attributes.
    public AttributeQuery attributes() {
        return attributes;
    }

    /// The report.
    ///
    /// Fails with a [ProblemException]: `invalid_request` when it has too many rows,
    /// `state_unavailable` when the cells cannot be read in time.
    ///
    /// It is partial where some partitions cannot be read, and says so.
    ///
    /// @param memory told of bytes before they are filled; what it throws fails the report
    public Mono<Report> read(OrgId orgId, ReportQuery query, LongConsumer memory) {
        return read(orgId, ReportRequest.of(query), memory);
    }

    /// The report with what is asked for beside its rows.
    public Mono<Report> read(OrgId orgId, ReportRequest request, LongConsumer memory) {
        return read(orgId, request, CellDifferences.NONE, memory);
    }

    /// The same by a version of attribution.
    ///
    /// @param differences of the version that the request names
    public Mono<Report> read(
            OrgId orgId, ReportRequest request, CellDifferences differences, LongConsumer memory) {
        Sources sources = new Sources(cells::forEachReadable, reach::forEachReadableSketch);
        return read(orgId, request, differences, memory, sources);
    }

    /// Like [#read], but a report that would be partial is refused as `state_unavailable`.
    public Mono<Report> readWhole(OrgId orgId, ReportQuery query, CellDifferences differences) {
        Sources whole =
                new Sources(
                        (org, granularity, from, to, taker) ->
                                cells.forEachCell(org, granularity, from, to, taker)
                                        .thenApply(_ -> 0),
                        (org, granularity, from, to, taker) ->
                                reach.forEach(org, granularity, from, to, taker).thenApply(_ -> 0));
        return read(orgId, ReportRequest.of(query), differences, _ -> {}, whole);
    }

    /// Gives the cells that the report would be made from, one at a time, and answers with the
    /// number of partitions that are missing. Fails as [#read] does.
    public Mono<Integer> cells(OrgId orgId, ReportQuery query, Consumer<? super RollupCell> taker) {
        return Flux.fromIterable(slices(query))
                .concatMap(
                        slice ->
                                Mono.fromFuture(() ->
                                        cells.forEachReadable(
                                                orgId,
                                                slice.granularity(),
                                                slice.from(),
                                                slice.to(),
                                                taker)),
                        1)
                .reduce(0, Math::max)
                .timeout(deadline)
                .onErrorMap(ReportReader::refusal);
    }

    private Mono<Report> read(
            OrgId orgId,
            ReportRequest request,
            CellDifferences differences,
            LongConsumer memory,
            Sources sources) {
        Mono<Report> report =
                Mono.defer(() -> {
                    refuseUncounted(orgId, request.query().attribute());
                    ReportFolds folds = new ReportFolds(request, MAX_ROWS, memory);
                    return fold(orgId, request, differences, folds, sources);
                });
        return gate.of(orgId.value(), report).timeout(deadline).onErrorMap(ReportReader::refusal);
    }

    private void refuseUncounted(OrgId orgId, @Nullable String attribute) {
        Double counted = attribute == null ? null : attributes.progress(orgId).get(attribute);
        if (counted != null && counted < 1) {
            throw Problem.of(
                            Reason.STATE_UNAVAILABLE,
                            "The attribute is being counted from the journal's beginning, of which %.0f %% is done: try again in a second."
                                    .formatted(Math.floor(counted * 100)))
                    .withHeader("Retry-After", "1")
                    .exception();
        }
    }

    private Mono<Report> fold(
            OrgId orgId,
            ReportRequest request,
            CellDifferences differences,
            ReportFolds folds,
            Sources sources) {
        ReportQuery query = request.query();
        Mono<Void> all = byAttribute(orgId, query, folds.now());
        TimeRange other = request.before();
        ReportFolds.Side before = folds.before();
        if (other != null && before != null) {
            all = all.then(byAttribute(orgId, query.with(other), before));
        }
        if (folds.needsBookedCells()) {
            all = all.then(read(orgId, query, folds.now(), sources));
            if (other != null && before != null) {
                all = all.then(read(orgId, query.with(other), before, sources));
            }
        }
        // Making rows is work: off the threads that read cells and those that serve connections.
        return all.publishOn(SideWork.of(orgId.value()))
                .then(
                        Mono.fromSupplier(() -> {
                            add(differences, query.range(), folds.now());
                            if (other != null && before != null && !request.comparesBooked()) {
                                add(differences, other, before);
                            }
                            return folds.report();
                        }));
    }

    private static void add(CellDifferences differences, TimeRange range, ReportFolds.Side side) {
        differences.forEach(range.from(), range.to(), side::add);
    }

    /// Each slice in a turn of its own, so that other orgs' work comes between.
    private Mono<Void> byAttribute(OrgId orgId, ReportQuery query, ReportFolds.Side side) {
        String attribute = query.attribute();
        return attribute == null
                ? Mono.empty()
                : Flux.fromIterable(slices(query))
                        .concatMap(
                                slice ->
                                        Mono.fromRunnable(() ->
                                                        attributes.forEach(
                                                                orgId, attribute, slice, side::add))
                                                .subscribeOn(SideWork.of(orgId.value())),
                                1)
                        .then();
    }

    private static List<CellSlice> slices(ReportQuery query) {
        return CellPlan.cover(query.range(), query.granularity().coarsestCells(), query.zone());
    }

    private static Mono<Void> read(
            OrgId orgId, ReportQuery query, ReportFolds.Side side, Sources sources) {
        List<CellSlice> slices = slices(query);
        Mono<Void> all = read(orgId, slices, sources.cells(), side::add, side);
        return query.asksForReach()
                ? all.then(read(orgId, slices, sources.reach(), side::addReach, side))
                : all;
    }

    private static <C> Mono<Void> read(
            OrgId orgId,
            List<CellSlice> slices,
            CellSource<C> source,
            Consumer<? super C> taker,
            ReportFolds.Side side) {
        return Flux.fromIterable(slices)
                .concatMap(
                        slice ->
                                Mono.fromFuture(() ->
                                        source.read(
                                                orgId,
                                                slice.granularity(),
                                                slice.from(),
                                                slice.to(),
                                                taker)),
                        1)
                .doOnNext(side::miss)
                .then();
    }

    private static Throwable refusal(Throwable cause) {
        return switch (cause) {
            case CompletionException wrapped when wrapped.getCause() != null ->
                    refusal(wrapped.getCause());
            case ReportFold.TooManyRowsException _ ->
                    Problem.ofField(
                                    Reason.INVALID_REQUEST,
                                    "groupBy",
                                    "The report has more than %d rows: group by less, filter, or narrow from and to."
                                            .formatted(MAX_ROWS))
                            .exception();
            case ReportReach.TooLargeException _ ->
                    Problem.ofField(
                                    Reason.INVALID_REQUEST,
                                    "metrics",
                                    "The report has too much reach to merge at once: group by"
                                            + " less, filter, or narrow from and to.")
                            .exception();
            case StateUnavailableException _, TimeoutException _ ->
                    Problem.of(
                                    Reason.STATE_UNAVAILABLE,
                                    "The report cannot be read now: try again in a second.")
                            .withHeader("Retry-After", "1")
                            .exception();
            default -> cause;
        };
    }

    private record Sources(CellSource<RollupCell> cells, CellSource<ReachCell> reach) {}

    /// The source of a slice's cells, one at a time; it tells the number of missing partitions.
    private interface CellSource<C> {
        CompletableFuture<Integer> read(
                OrgId orgId,
                Granularity granularity,
                Instant from,
                Instant to,
                Consumer<? super C> taker);
    }
}
