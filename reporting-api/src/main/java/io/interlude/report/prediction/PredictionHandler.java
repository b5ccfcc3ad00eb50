package io.interlude.report.prediction;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.OrgCatalogue;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.prediction.OrgPredictions;
import io.interlude.report.answer.ReportHandler;
import io.interlude.state.query.AggregateViews;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/prediction?lineItem=`: the rates of clicks, conversions and engagement that are
/// predicted of a line item and its creatives, with what they come from.
public final class PredictionHandler implements RouteGroup {
    private static final String LINE_ITEM = "lineItem";

    /// Of a line item or creative of the org: what its predictions come from.
    private static final int PREDICTED_BYTES = 512;

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
        Place place = Place.of(request);
        // Every creative of the org is added up: off the threads that serve connections.
        return Mono.fromSupplier(() -> pieces(catalogue, candidate, place))
                .subscribeOn(place.sideWork())
                .flatMap(pieces ->
                        Answers.pieces(MediaType.APPLICATION_JSON_VALUE, pieces, Map.of(), place));
    }

    private PredictionPieces pieces(OrgCatalogue catalogue, Candidate candidate, Place place) {
        long predicted =
                catalogue.lineItems().stream().mapToLong(one -> 1L + one.creatives().size()).sum();
        place.take(predicted * PREDICTED_BYTES);
        OrgPredictions predictions =
                OrgPredictions.of(
                        catalogue, id -> views.engagement(catalogue.orgId(), id).outcomes());
        return new PredictionPieces(catalogue, candidate, predictions, clock.instant());
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

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no line item with this id.").exception();
    }
}
