package io.interlude.agent.adcp;

import io.interlude.agent.adcp.MediaBuy.BookedPackage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// `get_media_buys`, and the reading of media buys for other tasks. Those that were ordered here
/// are told by their ids; what else the org has booked is no media buy.
final class MediaBuys implements AdcpTool.Task {
    /// Longer than a flight, and as far back as a report goes.
    static final Duration LOOK_BACK = Duration.ofDays(3_650);

    private static final String CAMPAIGNS = "/v1/manage/campaigns/";
    private static final String LINE_ITEMS = "/v1/manage/line-items/";
    private static final int PAGE = 20;

    private final InstantSource clock;

    MediaBuys(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        Instant now = clock.instant();
        JsonNode page = exchange.arguments().path("pagination");
        int most = page.path("max_results").asInt(PAGE);
        return asked(exchange, page.path("cursor").asString(""))
                .take(most + 1L)
                .collectList()
                .zipWith(
                        exchange.terms(),
                        (buys, terms) -> {
                            ObjectNode body = page(buys, most);
                            ArrayNode array = body.putArray("media_buys");
                            buys.stream()
                                    .limit(most)
                                    .map(buy -> buy.json(now, terms.start()))
                                    .forEach(buy ->
                                            array.add(buy.set("account", exchange.account())));
                            return body;
                        });
    }

    private static ObjectNode page(List<MediaBuy> buys, int most) {
        ObjectNode body = Answer.object();
        ObjectNode pagination = body.putObject("pagination").put("has_more", buys.size() > most);
        if (buys.size() > most) {
            pagination.put("cursor", buys.get(most - 1).id());
        }
        return body;
    }

    /// Those that the request names, or else all, in the order of their ids, with the statuses that
    /// it asks for: of all, the active ones where it says nothing.
    ///
    /// @param after id that they come after; empty for the first
    Flux<MediaBuy> asked(Exchange exchange, String after) {
        JsonNode ids = exchange.arguments().path("media_buy_ids");
        JsonNode statuses = exchange.arguments().path("status_filter");
        Flux<MediaBuy> buys =
                ids.isEmpty()
                        ? exchange.list("campaigns")
                                .map(campaign -> campaign.path("id").asString())
                                .filter(id -> OrderIds.isMediaBuy(id) && id.compareTo(after) > 0)
                                .concatMap(id -> read(exchange, id))
                                .concatMap(Mono::justOrEmpty)
                        : Flux.fromIterable(ids).concatMap(id -> require(exchange, id.asString()));
        return buys.filter(MediaBuy::isLetGo)
                .filter(buy -> isAmong(statuses, buy.status(clock.instant()), !ids.isEmpty()));
    }

    private static boolean isAmong(JsonNode statuses, String status, boolean areNamed) {
        if (statuses.isMissingNode()) {
            return areNamed || status.equals("active");
        }
        return statuses.isArray()
                ? statuses.valueStream().anyMatch(each -> each.asString().equals(status))
                : statuses.asString().equals(status);
    }

    /// One that a person let go. Fails with `MEDIA_BUY_NOT_FOUND`.
    Mono<MediaBuy> require(Exchange exchange, String id) {
        return read(exchange, id)
                .map(found ->
                        found.filter(MediaBuy::isLetGo)
                                .orElseThrow(() ->
                                        AdcpException.of(
                                                "MEDIA_BUY_NOT_FOUND",
                                                "media_buy_id",
                                                "There is no such media buy.")));
    }

    /// One that was ordered, whether a person let it go or not.
    Mono<Optional<MediaBuy>> read(Exchange exchange, String id) {
        if (!OrderIds.isMediaBuy(id)) {
            return Mono.just(Optional.empty());
        }
        return exchange.find(CAMPAIGNS + id)
                .flatMap(found ->
                        found.isPresent()
                                ? live(exchange, found.get()).map(Optional::of)
                                : archived(exchange, id));
    }

    private static Mono<MediaBuy> live(Exchange exchange, ObjectNode campaign) {
        String id = campaign.path("id").asString();
        return exchange.get("/v1/reports/delivery?campaign=" + id)
                .flatMapIterable(delivery -> delivery.path("items"))
                .concatMap(item -> livePackage(exchange, item))
                .sort((one, other) -> one.id().compareTo(other.id()))
                .collectList()
                .map(packages -> new MediaBuy(campaign, packages, false));
    }

    private static Mono<BookedPackage> livePackage(Exchange exchange, JsonNode delivery) {
        String id = delivery.path("lineItemId").asString();
        return Mono.zip(exchange.find(LINE_ITEMS + id), exchange.find("/v1/reports/rotation/" + id))
                .flatMap(read ->
                        Mono.justOrEmpty(
                                read.getT1()
                                        .map(lineItem ->
                                                new BookedPackage(
                                                        lineItem,
                                                        approved(read.getT2()),
                                                        delivery))));
    }

    private static List<String> approved(Optional<ObjectNode> rotation) {
        return rotation.stream()
                .flatMap(found -> found.path("creatives").valueStream())
                .map(creative -> creative.path("creativeId").asString())
                .distinct()
                .toList();
    }

    /// One that was archived, with the line items that were served.
    private Mono<Optional<MediaBuy>> archived(Exchange exchange, String id) {
        return last(exchange, CAMPAIGNS + id)
                .flatMap(last ->
                        last.isEmpty()
                                ? Mono.just(Optional.empty())
                                : served(exchange, id)
                                        .concatMap(
                                                lineItem -> last(exchange, LINE_ITEMS + lineItem))
                                        .concatMap(Mono::justOrEmpty)
                                        .map(lineItem ->
                                                new BookedPackage(
                                                        lineItem,
                                                        List.of(),
                                                        MissingNode.getInstance()))
                                        .collectList()
                                        .map(packages ->
                                                Optional.of(
                                                        new MediaBuy(last.get(), packages, true))));
    }

    /// A resource as it was last.
    private static Mono<Optional<ObjectNode>> last(Exchange exchange, String path) {
        return exchange.find(path + "/history?limit=1")
                .map(history ->
                        history.map(found -> found.path("items").path(0).path("resource"))
                                .filter(ObjectNode.class::isInstance)
                                .map(ObjectNode.class::cast));
    }

    private Flux<String> served(Exchange exchange, String campaignId) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        return exchange.get(
                        "/v1/reports?groupBy=lineItem&metrics=fetches&campaign="
                                + campaignId
                                + "&from="
                                + now.minus(LOOK_BACK))
                .flatMapIterable(report -> report.path("rows"))
                .map(row -> row.path("lineItem").asString());
    }
}
