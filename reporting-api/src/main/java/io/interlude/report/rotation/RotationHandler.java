package io.interlude.report.rotation;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.AdFormat;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.catalogue.CreativeVersion;
import io.interlude.domain.catalogue.LineItem;
import io.interlude.domain.identity.LineItemId;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.rotation.Engagement;
import io.interlude.domain.rotation.Posterior;
import io.interlude.domain.rotation.RotationMode;
import io.interlude.domain.rotation.RotationOutlook;
import io.interlude.domain.rotation.RotationOutlook.CreativeOutlook;
import io.interlude.report.answer.ReportHandler;
import io.interlude.report.explain.ChoiceJson;
import io.interlude.state.query.AggregateViews;
import io.interlude.state.query.EngagementQuery;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/rotation/{lineItemId}`: what is believed of each creative of a line item, and
/// the share that it gets now.
public final class RotationHandler implements RouteGroup {
    private static final double BPS = 10_000;

    /// What is made of a creative until it is written.
    private static final int CREATIVE_BYTES = 2_048;

    private final Authenticator authenticator;
    private final Catalogues catalogues;
    private final EngagementQuery engagements;
    private final AggregateViews views;
    private final InstantSource clock;

    /// @param engagements what the next fetch goes by
    /// @param views for the engaged fetches of all time
    public RotationHandler(
            Authenticator authenticator,
            Catalogues catalogues,
            EngagementQuery engagements,
            AggregateViews views,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.catalogues = catalogues;
        this.engagements = engagements;
        this.views = views;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/rotation/{lineItemId}", this::rotation);
    }

    private Mono<ServerResponse> rotation(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        Candidate candidate =
                lineItem(orgId, request.pathVariable("lineItemId"))
                        .orElseThrow(RotationHandler::notFound);
        Place place = Place.of(request);
        place.take((long) candidate.creatives().size() * CREATIVE_BYTES);
        // Shares are worked out by many draws: off the threads that serve connections.
        return Mono.fromSupplier(() -> json(orgId, candidate))
                .subscribeOn(place.sideWork())
                .flatMap(body -> Answers.json(200, body));
    }

    private Optional<Candidate> lineItem(OrgId orgId, String id) {
        try {
            return catalogues.org(orgId).flatMap(org -> org.lineItem(new LineItemId(id)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private Map<String, Object> json(OrgId orgId, Candidate candidate) {
        LineItem lineItem = candidate.lineItem();
        boolean adaptive = lineItem.rotation().mode() == RotationMode.ADAPTIVE;
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lineItemId", lineItem.id().value());
        body.put("lineItemName", lineItem.name());
        body.put("asOf", clock.instant().toString());
        body.put("policy", lineItem.rotation().mode().name().toLowerCase(Locale.ROOT));
        if (adaptive) {
            body.put("explorationShare", lineItem.rotation().explorationShareBps() / BPS);
        }
        List<Map<String, Object>> creatives = new ArrayList<>();
        // Cards and flows are never asked for together, so each rotate among themselves.
        creatives.addAll(among(orgId, candidate, AdFormat.NATIVE, "card"));
        creatives.addAll(among(orgId, candidate, AdFormat.FLOW, "flow"));
        body.put("creatives", creatives);
        return body;
    }

    private List<Map<String, Object>> among(
            OrgId orgId, Candidate candidate, AdFormat format, String type) {
        List<CreativeVersion> creatives =
                candidate.creatives().stream()
                        .filter(creative -> creative.renders(format))
                        .toList();
        RotationOutlook outlook =
                RotationOutlook.of(
                        candidate.lineItem().rotation(),
                        creatives.stream()
                                .map(creative -> engagements.engagement(orgId, creative.id()))
                                .toArray(Engagement[]::new),
                        creatives.stream().mapToInt(CreativeVersion::weight).toArray());
        List<Map<String, Object>> items = new ArrayList<>();
        for (int i = 0; i < creatives.size(); i++) {
            items.add(item(orgId, creatives.get(i), type, outlook, outlook.creatives().get(i)));
        }
        return items;
    }

    private Map<String, Object> item(
            OrgId orgId,
            CreativeVersion creative,
            String type,
            RotationOutlook rotation,
            CreativeOutlook outlook) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("creativeId", creative.id().value());
        item.put("creativeVersion", creative.version());
        item.put("type", type);
        item.put("weight", creative.weight());
        item.put("fetches", outlook.engagement().fetches());
        item.put("engagements", views.engagement(orgId, creative.id()).engagedFetches());
        Posterior posterior = outlook.posterior();
        if (posterior != null) {
            item.put("posterior", ChoiceJson.posterior(posterior));
            item.put("floor", rotation.floor());
        }
        item.put("share", outlook.share());
        item.put("epoch", rotation.stamp().epoch());
        item.put("sequence", rotation.stamp().sequence());
        return item;
    }

    private static ProblemException notFound() {
        return Problem.of(Reason.NOT_FOUND, "Your org has no line item with this id.").exception();
    }
}
