package io.interlude.report.mcp.adcp;

import io.interlude.report.mcp.DraftBooking;
import io.interlude.report.mcp.DraftBooking.RefusedPart;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `create_media_buy`: a campaign with a line item for each package and its creatives, all of them
/// drafts. Nothing of it serves until a person lets it go, so the answer is the protocol's for an
/// order that waits for a human decision: `submitted`, with a task to follow.
///
/// A repeat finds what it made by the [OrderIds], and makes what a call that broke off did not.
final class CreateMediaBuy implements AdcpTool.Task {
    private static final String CAMPAIGNS = "/v1/manage/campaigns/";

    private final Formats formats;
    private final InstantSource clock;

    CreateMediaBuy(Formats formats, InstantSource clock) {
        this.formats = formats;
        this.clock = clock;
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        ObjectNode request = exchange.arguments();
        if (request.path("packages").isEmpty()) {
            throw AdcpException.of("INVALID_REQUEST", "packages", "Order at least one package.");
        }
        OrderIds ids = OrderIds.of(request);
        return exchange.find(CAMPAIGNS + ids.campaignId())
                .flatMap(campaign ->
                        campaign.isPresent()
                                ? repeat(exchange, ids, campaign.get())
                                : offers(exchange)
                                        .map(offers ->
                                                planned(request, ids, offers, clock.instant()))
                                        .flatMap(order -> book(exchange, order)));
    }

    private static Mono<Map<String, Offer>> offers(Exchange exchange) {
        return Offer.currency(exchange)
                .flatMap(currency ->
                        exchange.list("ad-units")
                                .filter(Formats::takesCards)
                                .map(adUnit -> Offer.of(adUnit, currency))
                                .collectMap(Offer::productId));
    }

    /// @param now before which nothing may begin
    private Order planned(
            ObjectNode request, OrderIds ids, Map<String, Offer> offers, Instant now) {
        List<PackageTerms> packages = packages(request);
        packages.forEach(PackageTerms::refuseUnsupported);
        Flight flight = Flight.of(request, now);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < packages.size(); i++) {
            PackageTerms terms = packages.get(i);
            String id = ids.packageId(i);
            ObjectNode lineItem = terms.lineItem(offers, flight, now);
            lineItem.put("id", id).put("campaignId", ids.campaignId());
            parts.add(new Part("line-items", terms.place(), lineItem));
            for (ObjectNode creative : terms.creatives(formats, id)) {
                parts.add(new Part("creatives", terms.place() + ".creatives", creative));
            }
        }
        return new Order(ids, campaign(request, ids), parts);
    }

    private static List<PackageTerms> packages(ObjectNode request) {
        JsonNode packages = request.path("packages");
        return IntStream.range(0, packages.size())
                .mapToObj(i -> new PackageTerms(packages.get(i), "packages[" + i + ']'))
                .toList();
    }

    private static ObjectNode campaign(ObjectNode request, OrderIds ids) {
        String brand = request.path("brand").path("domain").asString();
        String number = request.path("po_number").asString("");
        String name = number.isEmpty() ? brand : brand + ' ' + number;
        return Answer.object()
                .put("id", ids.campaignId())
                .put("advertiserName", brand)
                .put("name", name + ' ' + ids.digest());
    }

    private static Mono<ObjectNode> book(Exchange exchange, Order order) {
        DraftBooking booking = new DraftBooking(exchange.api(), exchange.caller());
        return booking.make("campaigns", "media_buy", order.campaign())
                .thenMany(Flux.fromIterable(order.parts()))
                .concatMap(part -> booking.make(part.section(), part.place(), part.draft()))
                .then(Mono.fromSupplier(() -> submitted(order.ids())))
                .onErrorResume(
                        RefusedPart.class,
                        refused ->
                                booking.takeBack()
                                        .then(Mono.error(AdcpException.of(refused.answer()))));
    }

    /// Answers as the first time. What a call that broke off did not make is made now, if it still
    /// can be.
    private Mono<ObjectNode> repeat(Exchange exchange, OrderIds ids, ObjectNode campaign) {
        DraftBooking booking = new DraftBooking(exchange.api(), exchange.caller());
        Mono<Void> complete =
                offers(exchange)
                        .map(offers ->
                                planned(exchange.arguments(), ids, offers, Instant.EPOCH).parts())
                        .flatMapIterable(parts -> parts)
                        .filterWhen(part -> wasNeverThere(exchange, part))
                        .concatMap(part -> booking.make(part.section(), part.place(), part.draft()))
                        .then()
                        .onErrorResume(AdcpException.class, _ -> Mono.empty())
                        .onErrorResume(RefusedPart.class, _ -> Mono.empty());
        return refuseOther(exchange, ids, campaign)
                .then(complete)
                .then(Mono.fromSupplier(() -> submitted(ids).put("replayed", true)));
    }

    /// What a person has archived since has a history.
    private static Mono<Boolean> wasNeverThere(Exchange exchange, Part part) {
        return exchange.find(
                        "/v1/manage/%s/%s/history?limit=1"
                                .formatted(part.section(), part.draft().path("id").asString()))
                .map(Optional::isEmpty);
    }

    /// Refuses another order under the same key. The campaign's name has the digest of the order;
    /// where a person gave it another one, its first line item tells.
    private static Mono<Void> refuseOther(Exchange exchange, OrderIds ids, ObjectNode campaign) {
        if (campaign.path("name").asString().endsWith(ids.digest())) {
            return Mono.empty();
        }
        return exchange.find("/v1/manage/line-items/" + ids.packageId(0))
                .flatMap(found ->
                        found.isPresent()
                                ? Mono.empty()
                                : Mono.error(
                                        AdcpException.of(
                                                "IDEMPOTENCY_CONFLICT",
                                                "idempotency_key",
                                                "The key was used for another order: take a new"
                                                        + " one.")));
    }

    private static ObjectNode submitted(OrderIds ids) {
        return Answer.object()
                .put("status", "submitted")
                .put("task_id", OrderIds.taskId(ids.campaignId()))
                .put(
                        "message",
                        "A person at the publisher looks at the order and starts it: ask"
                                + " tasks_get.");
    }

    /// @param parts line items and creatives, in the order in which they are made
    private record Order(OrderIds ids, ObjectNode campaign, List<Part> parts) {}

    /// @param place where it stands in the request
    private record Part(String section, String place, ObjectNode draft) {}
}
