package io.interlude.agent.adcp;

import io.interlude.agent.ApiRequest;
import io.interlude.agent.adcp.Exchange.Terms;
import io.interlude.agent.adcp.MediaBuy.BookedPackage;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `update_media_buy`: an agent may stop a running media buy or its packages. Where the org's
/// settings let the orders of agents start, it may also resume what no person paused, and change
/// bids and budgets. The rest is for a person at the publisher, and refused.
final class UpdateMediaBuy implements AdcpTool.Task {
    private static final String CAMPAIGNS = "/v1/manage/campaigns/";
    private static final String LINE_ITEMS = "/v1/manage/line-items/";
    private static final Set<String> TAKEN =
            Set.of(
                    "adcp_major_version",
                    "idempotency_key",
                    "account",
                    "media_buy_id",
                    "revision",
                    "paused",
                    "canceled",
                    "cancellation_reason",
                    "packages",
                    "push_notification_config",
                    "context",
                    "ext");
    private static final Set<String> TAKEN_OF_PACKAGES =
            Set.of("package_id", "paused", "canceled", "cancellation_reason", "context", "ext");
    private static final int CHANGES_READ = 100;
    private static final Set<String> TAKEN_OF_STARTED =
            Set.of(
                    "package_id",
                    "paused",
                    "canceled",
                    "cancellation_reason",
                    "bid_price",
                    "budget",
                    "context",
                    "ext");

    private final MediaBuys buys;
    private final InstantSource clock;

    UpdateMediaBuy(MediaBuys buys, InstantSource clock) {
        this.buys = buys;
        this.clock = clock;
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        ObjectNode request = exchange.arguments();
        String id = request.path("media_buy_id").asString();
        return Mono.zip(buys.require(exchange, id), exchange.terms())
                .flatMap(read ->
                        offers(exchange, read.getT2())
                                .map(offers ->
                                        new Change(request, read.getT1(), read.getT2(), offers))
                                .flatMap(change -> applied(exchange, change))
                                .then(Mono.defer(() -> buys.require(exchange, id)))
                                .map(buy -> json(request, buy, read.getT2())));
    }

    /// Every product, where an agent may change a bid.
    private static Mono<Map<String, Offer>> offers(Exchange exchange, Terms terms) {
        return terms.start()
                ? Offer.all(exchange, terms.currency())
                : Mono.just(Map.<String, Offer>of());
    }

    /// Refuses the whole before anything is changed.
    private Mono<Void> applied(Exchange exchange, Change change) {
        refuse(change);
        List<ApiRequest> requests = change.requests();
        return Flux.fromIterable(change.resumed())
                .concatMap(path -> refusePausedByPerson(exchange, path))
                .thenMany(Flux.fromIterable(requests))
                .concatMap(exchange::send)
                .then();
    }

    private void refuse(Change change) {
        ObjectNode request = change.request();
        String status = change.buy().status(clock.instant());
        if (request.has("revision") && request.path("revision").asLong() != change.revision()) {
            throw AdcpException.of("CONFLICT", "revision", "It was changed: read it again.");
        }
        if (status.equals("canceled") || status.equals("completed")) {
            throw AdcpException.of(
                    change.isCanceled() ? "NOT_CANCELLABLE" : "INVALID_STATE",
                    "media_buy_id",
                    "It is " + status + " already.");
        }
    }

    /// No person changed it since it is paused. A pause that lies further back than is read counts
    /// as a person's: else an agent could bury one below changes of its own.
    private static Mono<Void> refusePausedByPerson(Exchange exchange, String path) {
        return exchange.get(path + "/history?limit=" + CHANGES_READ)
                .flatMap(history -> {
                    List<JsonNode> sincePause =
                            history.path("items")
                                    .valueStream()
                                    .takeWhile(UpdateMediaBuy::isPaused)
                                    .toList();
                    return sincePause.size() == CHANGES_READ
                                    || sincePause.stream().anyMatch(each -> each.has("userId"))
                            ? Mono.error(resumedByPerson())
                            : Mono.empty();
                });
    }

    private static boolean isPaused(JsonNode change) {
        return change.path("resource").path("status").asString("").equals("paused");
    }

    private static AdcpException resumedByPerson() {
        return AdcpException.of("INVALID_STATE", "paused", "Only the publisher can resume it.");
    }

    private ObjectNode json(ObjectNode request, MediaBuy buy, Terms terms) {
        ObjectNode whole = buy.json(clock.instant(), terms.start());
        ObjectNode body = Answer.object();
        for (String name : List.of("media_buy_id", "status", "revision", "valid_actions")) {
            body.set(name, whole.path(name));
        }
        body.put("implementation_date", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        ArrayNode affected = body.putArray("affected_packages");
        for (JsonNode asked : request.path("packages")) {
            ObjectNode each = affected.addObject();
            each.set("package_id", asked.path("package_id"));
            for (String name : List.of("paused", "canceled", "bid_price", "budget")) {
                if (asked.has(name)) {
                    each.set(name, asked.path(name));
                }
            }
        }
        return body;
    }

    /// The change to a media buy.
    private record Change(
            ObjectNode request, MediaBuy buy, Terms terms, Map<String, Offer> offers) {
        Change {
            refuseFurther(request, TAKEN);
            for (JsonNode asked : request.path("packages")) {
                refuseFurther(asked, terms.start() ? TAKEN_OF_STARTED : TAKEN_OF_PACKAGES);
            }
        }

        private static void refuseFurther(JsonNode asked, Set<String> taken) {
            for (String name : asked.propertyNames()) {
                if (!taken.contains(name)) {
                    throw AdcpException.of(
                            "UNSUPPORTED_FEATURE",
                            name,
                            "An agent cannot change it; a person at the publisher can.");
                }
            }
        }

        boolean isCanceled() {
            return request.path("canceled").asBoolean(false);
        }

        long revision() {
            return buy.campaign().path("version").asLong();
        }

        /// The changes, none of them where nothing would change.
        List<ApiRequest> requests() {
            List<ApiRequest> requests = new ArrayList<>();
            request.path("packages").forEach(asked -> addTo(requests, asked));
            if (isCanceled()) {
                return List.of(ApiRequest.delete(CAMPAIGNS + buy.id()));
            }
            String status = status(request, buy.campaign());
            if (!status.equals(buy.campaign().path("status").asString())) {
                requests.add(MediaBuy.withStatus(CAMPAIGNS, buy.campaign(), status));
            }
            return requests;
        }

        private void addTo(List<ApiRequest> requests, JsonNode asked) {
            ObjectNode lineItem = found(asked).lineItem();
            if (asked.path("canceled").asBoolean(false)) {
                requests.add(ApiRequest.delete(LINE_ITEMS + lineItem.path("id").asString()));
                return;
            }
            ObjectNode changed = lineItem.deepCopy().put("status", status(asked, lineItem));
            new PackageTerms(asked, "packages").putInto(changed, offers);
            if (!changed.equals(lineItem)) {
                requests.add(MediaBuy.change(LINE_ITEMS, changed));
            }
        }

        private BookedPackage found(JsonNode asked) {
            return buy.packages().stream()
                    .filter(each -> each.id().equals(asked.path("package_id").asString()))
                    .findFirst()
                    .orElseThrow(() ->
                            AdcpException.of(
                                    "PACKAGE_NOT_FOUND",
                                    "packages",
                                    "The media buy has no such package."));
        }

        /// The status that is asked for; a draft stays one.
        private String status(JsonNode asked, ObjectNode resource) {
            String status = resource.path("status").asString();
            if (isResumed(asked, resource)) {
                if (!terms.start()) {
                    throw resumedByPerson();
                }
                return "active";
            }
            return asked.path("paused").asBoolean(false) && status.equals("active")
                    ? "paused"
                    : status;
        }

        private static boolean isResumed(JsonNode asked, ObjectNode resource) {
            return asked.has("paused")
                    && !asked.path("paused").asBoolean()
                    && resource.path("status").asString().equals("paused");
        }

        /// Paths of what is to run again.
        List<String> resumed() {
            List<String> paths = new ArrayList<>();
            if (isResumed(request, buy.campaign())) {
                paths.add(CAMPAIGNS + buy.id());
            }
            for (JsonNode asked : request.path("packages")) {
                BookedPackage each = found(asked);
                if (isResumed(asked, each.lineItem())) {
                    paths.add(LINE_ITEMS + each.id());
                }
            }
            return paths;
        }
    }
}
