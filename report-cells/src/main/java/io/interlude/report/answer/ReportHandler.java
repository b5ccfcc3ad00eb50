package io.interlude.report.answer;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.snapshot.CatalogueRecords;
import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.rollup.CellDifferences;
import io.interlude.report.rollup.Report;
import io.interlude.report.rollup.ReportQueryCodec;
import io.interlude.report.rollup.ReportReader;
import io.interlude.report.rollup.ReportRequest;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Accepted;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports`: a report as JSON, as CSV by `Accept: text/csv`, or as a Parquet file by its
/// type.
public final class ReportHandler implements RouteGroup {
    /// Keys that may read reports.
    public static final Set<KeyKind> READERS = Set.of(KeyKind.MGMT, KeyKind.READ);

    private static final MediaType CSV = new MediaType("text", "csv");
    private static final MediaType PARQUET = new MediaType("application", "vnd.apache.parquet");

    private final Authenticator authenticator;
    private final ReportReader reader;
    private final CellDifferences.Versions attributions;
    private final Catalogues catalogues;
    private final CatalogueRecords records;
    private final InstantSource clock;

    public ReportHandler(
            Authenticator authenticator,
            ReportReader reader,
            CellDifferences.Versions attributions,
            Catalogues catalogues,
            CatalogueRecords records,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.reader = reader;
        this.attributions = attributions;
        this.catalogues = catalogues;
        this.records = records;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports", this::report);
    }

    private Mono<ServerResponse> report(ServerRequest request) {
        Caller caller = authenticator.authenticate(request, READERS);
        ReportRequest asked =
                ReportQueryCodec.read(
                        request.queryParams(),
                        clock.instant(),
                        catalogues.timeZone(caller.orgId()).orElse(ZoneOffset.UTC),
                        reader.attributes().progress(caller.orgId()).keySet());
        ReportPaging paging = ReportPaging.read(request.queryParams(), asked);
        Optional<MediaType> form =
                Accepted.preferred(request, MediaType.APPLICATION_JSON, PARQUET, CSV);
        Place place = Place.of(request);
        CellDifferences differences = attributions.of(caller.orgId(), asked.attribution());
        return reader.read(caller.orgId(), paging.of(asked), differences, place::take)
                .flatMap(report -> {
                    if (form.isEmpty()) {
                        return json(report, paging, place);
                    }
                    Report sorted = paging.order().sort(report);
                    ReportNames names = names(caller.orgId());
                    return form.get().equals(PARQUET)
                            ? file(
                                    report,
                                    "parquet",
                                    PARQUET.toString(),
                                    new ReportParquet(sorted, names),
                                    place)
                            : file(
                                    report,
                                    "csv",
                                    "text/csv;charset=UTF-8;header=present",
                                    ReportCsv.pieces(sorted, names),
                                    place);
                });
    }

    private static Mono<ServerResponse> json(Report report, ReportPaging paging, Place place) {
        return Answers.pieces(
                MediaType.APPLICATION_JSON_VALUE,
                ReportJson.pieces(paging.page(report), paging.next(report)),
                report.headers(),
                place);
    }

    private static Mono<ServerResponse> file(
            Report report, String ending, String type, Iterator<byte[]> pieces, Place place) {
        Map<String, String> headers = new HashMap<>(report.headers());
        headers.put("Cache-Control", "no-store");
        headers.put(
                "Content-Disposition",
                "attachment; filename=\""
                        + ReportFileName.of(report.query())
                        + "."
                        + ending
                        + "\"");
        return Answers.pieces(type, pieces, headers, place);
    }

    private ReportNames names(OrgId orgId) {
        return new ReportNames(records.pinned(orgId), orgId);
    }
}
