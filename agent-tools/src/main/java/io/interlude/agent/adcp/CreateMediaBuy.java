package io.interlude.agent.adcp;

import io.interlude.agent.DraftBooking;
import io.interlude.agent.DraftBooking.RefusedPart;
import io.interlude.agent.adcp.Exchange.Terms;
import io.interlude.agent.adcp.MediaBuy.BookedPackage;
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
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// `create_media_buy`: a campaign with a line item for each package and its creatives. They are
/// drafts: nothing of them serves until a person lets it go, so the answer is the protocol's for an
/// order that waits for a human decision, `submitted`, with a task to follow. Where the org's
/// settings let the orders of agents start, the campaign is activated once all of it is made, and
/// the answer is the media buy. An order that was canceled is a draft when it comes again.
///
/// A repeat finds what it made by the [OrderIds], and makes what a call that broke off did not.
final class CreateMediaBuy implements AdcpTool.Task {
    private static final String CAMPAIGNS = "/v1/manage/campaigns/";
    private static final String LINE_ITEMS = "line-items";

    private final Formats formats;
    private final MediaBuys buys;
    private final InstantSource clock;

    CreateMediaBuy(Formats formats, MediaBuys buys, InstantSource clock) {
        this.formats = formats;
        this.buys = buys;
        this.clock = clock;
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        ObjectNode request = exchange.arguments();
        if (request.path("packages").isEmpty()) {
            throw AdcpException.of("INVALID_REQUEST", "packages", "Order at least one package.");
        }
        OrderIds ids = OrderIds.of(request);
        return Mono.zip(exchange.terms(), exchange.find(CAMPAIGNS + ids.campaignId()))
                .flatMap(read ->
                        read.getT2().isPresent()
                                ? repeat(exchange, read.getT1(), ids, read.getT2().get())
                                : first(exchange, read.getT1(), ids));
    }

    private Mono<ObjectNode> first(Exchange exchange, Terms terms, OrderIds ids) {
        return terms(exchange, terms, ids)
                .flatMap(applied ->
                        Offer.all(exchange, applied.currency())
                                .map(offers ->
                                        new Order(
                                                ids,
                                                applied,
                                                campaign(exchange.arguments(), ids),
                                                parts(
                                                        exchange.arguments(),
                                                        ids,
                                                        offers,
                                                        clock.instant())))
                                .flatMap(order -> book(exchange, order)));
    }

    /// What was stopped after it ran starts by a person only.
    private Mono<Terms> terms(Exchange exchange, Terms terms, OrderIds ids) {
        return terms.start()
                ? buys.read(exchange, ids.campaignId())
                        .map(before ->
                                before.filter(MediaBuy::isLetGo).isPresent()
                                        ? terms.asDraft()
                                        : terms)
                : Mono.just(terms);
    }

    /// @param now before which nothing may begin
    private List<Part> parts(
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
            parts.add(new Part(LINE_ITEMS, terms.place(), lineItem));
            for (ObjectNode creative : terms.creatives(formats, id)) {
                parts.add(new Part("creatives", terms.place() + ".creatives", creative));
            }
        }
        return parts;
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

    private Mono<ObjectNode> book(Exchange exchange, Order order) {
        DraftBooking booking = new DraftBooking(exchange.api(), exchange.caller());
        return booking.make("campaigns", "media_buy", order.campaign())
                .flatMap(campaign ->
                        Flux.fromIterable(order.parts())
                                .concatMap(part -> made(booking, order.terms(), part))
                                .collectList()
                                .flatMap(made ->
                                        order.terms().start()
                                                ? started(exchange, campaign.body(), made)
                                                : Mono.just(submitted(order.ids()))))
                .onErrorResume(error -> booking.takeBack().then(Mono.error(refusal(error))));
    }

    private static Throwable refusal(Throwable error) {
        return error instanceof RefusedPart refused ? AdcpException.of(refused.answer()) : error;
    }

    /// The part as the product keeps it.
    private static Mono<Part> made(DraftBooking booking, Terms terms, Part part) {
        String status = part.isLineItem() ? terms.statusOfLineItems() : terms.statusOfCreatives();
        return booking.makeAs(status, part.section(), part.place(), part.content())
                .map(answer -> new Part(part.section(), part.place(), answer.body()));
    }

    /// Activates the campaign, on which all that was made waits.
    private Mono<ObjectNode> started(Exchange exchange, ObjectNode campaign, List<Part> made) {
        List<BookedPackage> packages =
                made.stream()
                        .filter(Part::isLineItem)
                        .map(part ->
                                new BookedPackage(
                                        part.content(),
                                        approved(made, part.id()),
                                        MissingNode.getInstance()))
                        .toList();
        return exchange.send(MediaBuy.withStatus(CAMPAIGNS, campaign, "active"))
                .map(active -> new MediaBuy(active, packages, false))
                .map(buy -> confirmed(exchange, buy));
    }

    private static List<String> approved(List<Part> made, String lineItemId) {
        return made.stream()
                .filter(part -> part.content().path("lineItemId").asString("").equals(lineItemId))
                .filter(part -> part.content().path("status").asString().equals("approved"))
                .map(Part::id)
                .toList();
    }

    private ObjectNode confirmed(Exchange exchange, MediaBuy buy) {
        ObjectNode body = buy.confirmation(clock.instant());
        body.set("account", exchange.account());
        body.set("idempotency_key", exchange.arguments().path("idempotency_key"));
        return body;
    }

    /// Answers as the first time. What a call that broke off did not make is made now, if it still
    /// can be.
    private Mono<ObjectNode> repeat(
            Exchange exchange, Terms terms, OrderIds ids, ObjectNode campaign) {
        DraftBooking booking = new DraftBooking(exchange.api(), exchange.caller());
        Mono<Void> complete =
                Offer.all(exchange, terms.currency())
                        .map(offers -> parts(exchange.arguments(), ids, offers, Instant.EPOCH))
                        .flatMapIterable(parts -> parts)
                        .filterWhen(part -> wasNeverThere(exchange, part))
                        .concatMap(part -> made(booking, terms, part))
                        .then()
                        .onErrorResume(AdcpException.class, _ -> Mono.empty())
                        .onErrorResume(RefusedPart.class, _ -> Mono.empty());
        return refuseOther(exchange, ids, campaign)
                .then(complete)
                .then(
                        terms.start()
                                ? again(exchange, ids)
                                : Mono.fromSupplier(() -> submitted(ids)))
                .map(body -> body.put("replayed", true));
    }

    /// Starts what a call that broke off made, and not what waits for a person.
    private Mono<ObjectNode> again(Exchange exchange, OrderIds ids) {
        return Mono.defer(() -> buys.read(exchange, ids.campaignId()))
                .map(Optional::orElseThrow)
                .flatMap(buy -> {
                    if (buy.isLetGo()) {
                        return Mono.just(confirmed(exchange, buy));
                    }
                    boolean waits = buy.packages().stream().anyMatch(BookedPackage::isDraft);
                    return waits || buy.packages().isEmpty()
                            ? Mono.just(submitted(ids))
                            : exchange.send(
                                            MediaBuy.withStatus(
                                                    CAMPAIGNS, buy.campaign(), "active"))
                                    .map(active -> new MediaBuy(active, buy.packages(), false))
                                    .map(active -> confirmed(exchange, active));
                });
    }

    /// What a person has archived since has a history.
    private static Mono<Boolean> wasNeverThere(Exchange exchange, Part part) {
        return exchange.find(
                        "/v1/manage/%s/%s/history?limit=1".formatted(part.section(), part.id()))
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
                                                null,
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
    private record Order(OrderIds ids, Terms terms, ObjectNode campaign, List<Part> parts) {}

    /// @param place where it stands in the request
    private record Part(String section, String place, ObjectNode content) {
        String id() {
            return content.path("id").asString();
        }

        boolean isLineItem() {
            return section.equals(LINE_ITEMS);
        }
    }
}
