package io.interlude.report.mcp.adcp;

import io.interlude.report.mcp.ApiRequest;
import io.interlude.report.mcp.adcp.MediaBuy.BookedPackage;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `update_media_buy`: an agent may stop what runs, a media buy or its packages. What would start
/// or change it is for a person at the publisher, and refused.
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
        return buys.require(exchange, id)
                .flatMap(buy -> {
                    List<ApiRequest> changes = changes(request, buy);
                    return Flux.fromIterable(changes)
                            .concatMap(exchange::send)
                            .then(Mono.defer(() -> buys.require(exchange, id)));
                })
                .map(buy -> json(request, buy));
    }

    /// Refuses the whole before anything is changed.
    private List<ApiRequest> changes(ObjectNode request, MediaBuy buy) {
        String status = buy.status(clock.instant());
        boolean isCanceled = request.path("canceled").asBoolean(false);
        refuseFurther(request, TAKEN, null);
        if (request.has("revision")
                && request.path("revision").asLong() != buy.campaign().path("version").asLong()) {
            throw AdcpException.of("CONFLICT", "revision", "It was changed: read it again.");
        }
        if (status.equals("canceled") || status.equals("completed")) {
            throw AdcpException.of(
                    isCanceled ? "NOT_CANCELLABLE" : "INVALID_STATE",
                    "media_buy_id",
                    "It is " + status + " already.");
        }
        List<ApiRequest> changes = new ArrayList<>();
        for (JsonNode each : request.path("packages")) {
            change(each, buy, changes);
        }
        if (isCanceled) {
            return List.of(ApiRequest.delete(CAMPAIGNS + buy.id()));
        }
        if (isPaused(request, buy.campaign(), "paused")) {
            changes.add(paused(CAMPAIGNS, buy.campaign()));
        }
        return changes;
    }

    private static void change(JsonNode asked, MediaBuy buy, List<ApiRequest> changes) {
        String id = asked.path("package_id").asString();
        refuseFurther(asked, TAKEN_OF_PACKAGES, "packages");
        BookedPackage found =
                buy.packages().stream()
                        .filter(each -> each.id().equals(id))
                        .findFirst()
                        .orElseThrow(() ->
                                AdcpException.of(
                                        "PACKAGE_NOT_FOUND",
                                        "packages",
                                        "The media buy has no such package."));
        if (asked.path("canceled").asBoolean(false)) {
            changes.add(ApiRequest.delete(LINE_ITEMS + id));
        } else if (isPaused(asked, found.lineItem(), "packages")) {
            changes.add(paused(LINE_ITEMS, found.lineItem()));
        }
    }

    private static void refuseFurther(JsonNode asked, Set<String> taken, @Nullable String field) {
        for (String name : asked.propertyNames()) {
            if (!taken.contains(name)) {
                throw AdcpException.of(
                        "UNSUPPORTED_FEATURE",
                        field == null ? name : field,
                        "An agent can pause and cancel; a person at the publisher changes the"
                                + " rest.");
            }
        }
    }

    /// Whether it is to be paused that runs now.
    private static boolean isPaused(JsonNode asked, JsonNode resource, String field) {
        String status = resource.path("status").asString();
        if (asked.has("paused") && !asked.path("paused").asBoolean() && status.equals("paused")) {
            throw AdcpException.of("INVALID_STATE", field, "A person at the publisher resumes it.");
        }
        return asked.path("paused").asBoolean(false) && status.equals("active");
    }

    private static ApiRequest paused(String section, ObjectNode resource) {
        return ApiRequest.put(
                section + resource.path("id").asString(),
                resource.deepCopy().put("status", "paused"),
                resource.path("version").asLong());
    }

    private ObjectNode json(ObjectNode request, MediaBuy buy) {
        ObjectNode whole = buy.json(clock.instant());
        ObjectNode body = Answer.object();
        for (String name : List.of("media_buy_id", "status", "revision", "valid_actions")) {
            body.set(name, whole.path(name));
        }
        body.put("implementation_date", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        ArrayNode affected = body.putArray("affected_packages");
        for (JsonNode asked : request.path("packages")) {
            ObjectNode each = affected.addObject();
            each.set("package_id", asked.path("package_id"));
            for (String name : List.of("paused", "canceled")) {
                if (asked.has(name)) {
                    each.set(name, asked.path(name));
                }
            }
        }
        return body;
    }
}
