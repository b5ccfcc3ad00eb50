package io.interlude.report.delivery;

import io.interlude.catalogue.snapshot.Catalogues;
import io.interlude.domain.catalogue.Candidate;
import io.interlude.domain.delivery.DeliveryStatus;
import io.interlude.domain.delivery.HeldBack;
import io.interlude.domain.delivery.LineItemDelivery;
import io.interlude.domain.identity.OrgId;
import io.interlude.report.answer.ReportHandler;
import io.interlude.state.query.AggregateViews;
import io.interlude.web.access.Authenticator;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.http.HttpMethod;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/reports/delivery`: each line item against its plan, with what it comes to and what
/// holds it back; those first that need attention. What was delivered is what the journal's fold
/// says, as pacing reads it; what holds a line item back is read from the journal's last hour.
public final class DeliveryHandler implements RouteGroup {
    private static final String CAMPAIGN = "campaign";
    private static final String LINE_ITEM = "lineItem";
    private static final Set<String> NAMES = Set.of(CAMPAIGN, LINE_ITEM);
    private static final Comparator<LineItemDelivery> ATTENTION =
            Comparator.comparing(LineItemDelivery::status)
                    .thenComparing(
                            LineItemDelivery::index,
                            Comparator.nullsLast(Comparator.naturalOrder()))
                    .thenComparing(delivery -> delivery.candidate().lineItem().id().value());

    private final Authenticator authenticator;
    private final Catalogues catalogues;
    private final AggregateViews views;
    private final LastHour lastHour;
    private final InstantSource clock;

    public DeliveryHandler(
            Authenticator authenticator,
            Catalogues catalogues,
            AggregateViews views,
            LastHour lastHour,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.catalogues = catalogues;
        this.views = views;
        this.lastHour = lastHour;
        this.clock = clock;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/reports/delivery", this::delivery);
    }

    private Mono<ServerResponse> delivery(ServerRequest request) {
        OrgId orgId = authenticator.authenticate(request, ReportHandler.READERS).orgId();
        Predicate<Candidate> asked = asked(request.queryParams());
        return lastHour.of(orgId)
                .map(heldBack -> json(deliveries(orgId, asked, clock.instant()), heldBack))
                .flatMap(body -> Answers.json(200, body));
    }

    /// Line items of all orgs that do not deliver now.
    public long notDelivering() {
        Instant now = clock.instant();
        return catalogues.orgs().stream()
                .flatMap(orgId -> deliveries(orgId, _ -> true, now).stream())
                .filter(delivery -> delivery.status() == DeliveryStatus.NOT_DELIVERING)
                .count();
    }

    private static Predicate<Candidate> asked(MultiValueMap<String, String> parameters) {
        for (String name : parameters.keySet()) {
            if (!NAMES.contains(name) && !QueryParameters.API_KEYS.contains(name)) {
                throw Problem.ofField(
                                Reason.INVALID_REQUEST,
                                "query",
                                "Delivery takes campaign and lineItem.")
                        .exception();
            }
        }
        QueryParameters given = QueryParameters.of(parameters);
        List<String> campaigns = given.values(CAMPAIGN);
        List<String> lineItems = given.values(LINE_ITEM);
        return candidate ->
                isAmong(campaigns, candidate.campaign().id().value())
                        && isAmong(lineItems, candidate.lineItem().id().value());
    }

    private static boolean isAmong(List<String> ids, String id) {
        return ids.isEmpty() || ids.contains(id);
    }

    private List<LineItemDelivery> deliveries(
            OrgId orgId, Predicate<Candidate> asked, Instant now) {
        return catalogues.org(orgId).stream()
                .flatMap(org -> org.lineItems().stream())
                .filter(asked)
                .map(candidate ->
                        LineItemDelivery.of(
                                candidate, views.spend(orgId, candidate.lineItem().id()), now))
                .sorted(ATTENTION)
                .toList();
    }

    private static Map<String, Object> json(List<LineItemDelivery> all, HeldBack heldBack) {
        return Map.of(
                "items",
                all.stream()
                        .map(one -> DeliveryJson.of(one, heldBack.of(one.candidate())))
                        .toList());
    }
}
