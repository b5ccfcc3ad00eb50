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
import io.interlude.web.answer.JsonPieces;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.core.JsonGenerator;

/// `GET /v1/reports/delivery`: each line item against its plan, with what it comes to and what
/// holds it back; those first that need attention. What was delivered is what the journal's fold
/// says, as pacing reads it; what holds a line item back is read from the journal's last hour.
public final class DeliveryHandler implements RouteGroup {
    private static final String CAMPAIGN = "campaign";
    private static final String LINE_ITEM = "lineItem";
    private static final List<String> NAMES = List.of(CAMPAIGN, LINE_ITEM);

    private static final Duration COUNTED_FOR = Duration.ofSeconds(10);

    /// What a line item takes until it is written.
    private static final int DELIVERY_BYTES = 128;

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
    private volatile @Nullable Stalled stalled;

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
        Place place = Place.of(request);
        return lastHour.of(orgId)
                // All that is booked is gone through: off the threads that serve connections.
                .publishOn(place.sideWork())
                .flatMap(heldBack -> {
                    List<LineItemDelivery> all = deliveries(orgId, asked, clock.instant());
                    place.take((long) all.size() * DELIVERY_BYTES);
                    return Answers.pieces(
                            MediaType.APPLICATION_JSON_VALUE,
                            new Pieces(all.iterator(), heldBack),
                            Map.of(),
                            place);
                });
    }

    /// Line items of all orgs that do not deliver, as counted within the last ten seconds: anybody
    /// may ask for metrics, and counting goes through all that is booked.
    public long notDelivering() {
        Instant now = clock.instant();
        Stalled known = stalled;
        if (known == null || !now.isBefore(known.countedAt().plus(COUNTED_FOR))) {
            known = new Stalled(now, notDelivering(now));
            stalled = known;
        }
        return known.lineItems();
    }

    private long notDelivering(Instant now) {
        return catalogues.orgs().stream()
                .flatMap(orgId -> deliveries(orgId, _ -> true, now).stream())
                .filter(delivery -> delivery.status() == DeliveryStatus.NOT_DELIVERING)
                .count();
    }

    private static Predicate<Candidate> asked(MultiValueMap<String, String> parameters) {
        QueryParameters given = QueryParameters.of(parameters).only(NAMES);
        Set<String> campaigns = Set.copyOf(given.values(CAMPAIGN));
        Set<String> lineItems = Set.copyOf(given.values(LINE_ITEM));
        return candidate ->
                isAmong(campaigns, candidate.campaign().id().value())
                        && isAmong(lineItems, candidate.lineItem().id().value());
    }

    private static boolean isAmong(Set<String> ids, String id) {
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

    /// The line items that did not deliver at a time.
    private record Stalled(Instant countedAt, long lineItems) {}

    /// The line items that are still to be written.
    private static final class Pieces extends JsonPieces {
        private final Iterator<LineItemDelivery> deliveries;
        private final HeldBack heldBack;

        Pieces(Iterator<LineItemDelivery> deliveries, HeldBack heldBack) {
            this.deliveries = deliveries;
            this.heldBack = heldBack;
        }

        @Override
        protected void writeHead(JsonGenerator json) {
            json.writeArrayPropertyStart("items");
        }

        @Override
        protected boolean writeNext(JsonGenerator json) {
            if (!deliveries.hasNext()) {
                json.writeEndArray();
                return false;
            }
            LineItemDelivery next = deliveries.next();
            json.writePOJO(DeliveryJson.of(next, heldBack.of(next.candidate())));
            return true;
        }
    }
}
