package io.interlude.report.prediction;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.AdUnit;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.outcome.RateKind;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.domain.prediction.Prediction;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.explain.PredictionJson;
import io.interlude.state.query.AggregateViews;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.SideWork;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/prediction?lineItem=`: the rates of clicks, conversions and engagement that are
/// predicted of a line item and its creatives, with what they come from.
public final class PredictionHandler implements RouteGroup {
    private static final String LINE_ITEM = "lineItem";

    private final Authenticator authenticator;
    private final Catalogues catalogues;
    private final AggregateViews views;
    private final InstantSource clock;

    public PredictionHandler(
            Authenticator authenticator,
            Catalogues catalogues,
            AggregateViews views,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.catalogues = catalogues;
        this.views = views;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/prediction", this::prediction);
    }

    private Mono<ServerResponse> prediction(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        String id = request.queryParam(LINE_ITEM).orElse("");
        if (id.isEmpty()) {
            throw Problem.ofField(Reason.INVALID_REQUEST, LINE_ITEM, "Give the id of a line item.")
                    .exception();
        }
        OrgCatalogue catalogue = catalogues.org(orgId).orElseThrow(PredictionHandler::notFound);
        Candidate candidate = lineItem(catalogue, id);
        // Every creative of the org is added up: off the threads that serve connections.
        return Mono.fromSupplier(() -> json(catalogue, candidate))
                .subscribeOn(SideWork.of(orgId.value()))
                .flatMap(body -> Answers.json(200, body));
    }

    private static Candidate lineItem(OrgCatalogue catalogue, String id) {
        LineItemId lineItemId;
        try {
            lineItemId = new LineItemId(id);
        } catch (IllegalArgumentException _) {
            throw notFound();
        }
        return catalogue.lineItem(lineItemId).orElseThrow(PredictionHandler::notFound);
    }

    private Map<String, Object> json(OrgCatalogue catalogue, Candidate candidate) {
        OrgPredictions predictions =
                OrgPredictions.of(
                        catalogue, id -> views.engagement(catalogue.orgId(), id).outcomes());
        LineItemId id = candidate.lineItem().id();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lineItemId", id.value());
        body.put("lineItemName", candidate.lineItem().name());
        body.put("asOf", clock.instant().toString());
        body.put("version", Prediction.VERSION);
        body.put("lineItem", rates(kind -> predictions.lineItem(id, kind)));
        body.put(
                "creatives",
                candidate.creatives().stream()
                        .map(creative -> {
                            Map<String, Object> item = new LinkedHashMap<>();
                            item.put("creativeId", creative.id().value());
                            item.putAll(rates(kind -> predictions.creative(creative.id(), kind)));
                            return item;
                        })
                        .toList());
        body.put("relevanceLifts", byKind(predictions::relevanceLifts));
        body.put("adUnitLifts", adUnitLifts(catalogue, candidate, predictions));
        return body;
    }

    private static Map<String, Object> rates(Function<RateKind, Prediction> prediction) {
        return byKind(kind -> PredictionJson.of(prediction.apply(kind)));
    }

    private static Map<String, Object> byKind(Function<RateKind, Object> value) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (RateKind kind : RateKind.values()) {
            json.put(kind.name().toLowerCase(Locale.ROOT), value.apply(kind));
        }
        return json;
    }

    /// Of the ad units that the line item may fill.
    private static Map<String, Object> adUnitLifts(
            OrgCatalogue catalogue, Candidate candidate, OrgPredictions predictions) {
        List<String> own = candidate.lineItem().adUnits().stream().sorted().toList();
        List<String> codes =
                own.isEmpty()
                        ? catalogue.adUnits().stream().map(AdUnit::code).sorted().toList()
                        : own;
        Map<String, Object> json = new TreeMap<>();
        codes.forEach(code -> json.put(code, byKind(kind -> predictions.adUnitLift(kind, code))));
        return json;
    }

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no line item with this id.").exception();
    }
}
