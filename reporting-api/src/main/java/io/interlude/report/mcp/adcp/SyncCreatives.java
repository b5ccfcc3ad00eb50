package io.interlude.report.mcp.adcp;

import io.interlude.report.mcp.ApiRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `sync_creatives`: the creatives of packages, as drafts for a person to approve. The product has
/// no library: a creative belongs to a line item, so that one for several packages is made in each.
/// A changed one is a draft again, and serves no more until it is approved.
record SyncCreatives(Formats formats) implements AdcpTool.Task {
    private static final String CREATIVES = "/v1/manage/creatives";

    /// What became of a creative in one package, the most first.
    private enum Action {
        CREATED,
        UPDATED,
        UNCHANGED
    }

    @Override
    public Mono<ObjectNode> answer(Exchange exchange) {
        ObjectNode request = exchange.arguments();
        for (String name : List.of("delete_missing", "dry_run")) {
            if (request.path(name).asBoolean(false)) {
                throw AdcpException.of(
                        "UNSUPPORTED_FEATURE", name, "Leave it out: it is not offered.");
            }
        }
        Set<String> only =
                Set.copyOf(
                        request.path("creative_ids")
                                .valueStream()
                                .map(JsonNode::asString)
                                .toList());
        JsonNode creatives = request.path("creatives");
        return Flux.range(0, creatives.size())
                .filter(i ->
                        only.isEmpty()
                                || only.contains(creatives.get(i).path("creative_id").asString()))
                .concatMap(i -> synced(exchange, creatives.get(i), "creatives[" + i + ']'))
                .collectList()
                .map(results -> {
                    ObjectNode body = Answer.object();
                    body.putArray("creatives").addAll(results);
                    return body;
                });
    }

    private Mono<ObjectNode> synced(Exchange exchange, JsonNode creative, String place) {
        String id = creative.path("creative_id").asString();
        List<String> packages =
                exchange.arguments()
                        .path("assignments")
                        .valueStream()
                        .filter(each -> each.path("creative_id").asString().equals(id))
                        .map(each -> each.path("package_id").asString())
                        .distinct()
                        .toList();
        return Mono.defer(
                        () -> {
                            ObjectNode draft = formats.creative(creative, place);
                            if (packages.isEmpty()) {
                                throw AdcpException.of(
                                        "VALIDATION_ERROR",
                                        "assignments",
                                        "Assign the creative to the packages that it is for.");
                            }
                            return Flux.fromIterable(packages)
                                    .concatMap(packageId -> placed(exchange, draft, id, packageId))
                                    .collectList()
                                    .map(placed -> result(id, placed));
                        })
                .onErrorResume(
                        AdcpException.class,
                        error ->
                                error.isOfCreative()
                                        ? Mono.just(failed(id, error))
                                        : Mono.error(error));
    }

    private static ObjectNode failed(String id, AdcpException error) {
        ObjectNode failed = Answer.object().put("creative_id", id).put("action", "failed");
        failed.putArray("errors").add(error.json());
        return failed;
    }

    private static ObjectNode result(String id, List<Placed> all) {
        ObjectNode result = Answer.object().put("creative_id", id);
        List<Kept> kept = all.stream().flatMap(each -> each.kept().stream()).toList();
        if (kept.isEmpty()) {
            result.put("action", "failed");
            ArrayNode errors = result.putArray("errors");
            all.forEach(each -> each.error().ifPresent(errors::add));
        } else {
            boolean isApproved = kept.stream().allMatch(Kept::isApproved);
            Action action = Collections.min(kept.stream().map(Kept::action).toList());
            result.put("action", action.name().toLowerCase(Locale.ROOT))
                    .put("status", isApproved ? "approved" : "pending_review")
                    .put("platform_id", kept.getFirst().id());
        }
        ArrayNode assigned = Answer.object().putArray("assigned_to");
        ObjectNode errors = Answer.object();
        for (Placed each : all) {
            each.kept().ifPresent(_ -> assigned.add(each.packageId()));
            each.error().ifPresent(error -> errors.set(each.packageId(), error.path("message")));
        }
        if (!assigned.isEmpty()) {
            result.set("assigned_to", assigned);
        }
        return errors.isEmpty() ? result : result.set("assignment_errors", errors);
    }

    /// A creative in a package that the buyer ordered.
    private static Mono<Placed> placed(
            Exchange exchange, ObjectNode content, String id, String packageId) {
        Mono<Optional<ObjectNode>> lineItem =
                Exchange.isId(packageId)
                        ? exchange.find("/v1/manage/line-items/" + packageId)
                        : Mono.just(Optional.empty());
        return lineItem.flatMap(found -> {
            boolean isOrdered =
                    found.filter(item -> OrderIds.isMediaBuy(item.path("campaignId").asString()))
                            .isPresent();
            return isOrdered
                    ? written(exchange, content, OrderIds.creativeId(id, packageId), packageId)
                    : Mono.just(
                            Placed.refused(
                                    packageId,
                                    AdcpException.of(
                                            "PACKAGE_NOT_FOUND",
                                            "assignments",
                                            "There is no such package.")));
        });
    }

    private static Mono<Placed> written(
            Exchange exchange, ObjectNode content, String creativeId, String packageId) {
        ObjectNode draft =
                content.deepCopy()
                        .put("id", creativeId)
                        .put("lineItemId", packageId)
                        .put("status", "draft");
        return exchange.find(CREATIVES + '/' + creativeId)
                .flatMap(found -> {
                    if (found.isEmpty()) {
                        return exchange.send(ApiRequest.post(CREATIVES + "?strict=true", draft))
                                .map(kept -> Placed.of(packageId, kept, Action.CREATED));
                    }
                    ObjectNode before = found.get();
                    if (before.path("card").equals(draft.path("card"))
                            && before.path("weight").asInt(1) == draft.path("weight").asInt(1)) {
                        return Mono.just(Placed.of(packageId, before, Action.UNCHANGED));
                    }
                    return exchange.send(
                                    ApiRequest.put(
                                            CREATIVES + '/' + creativeId + "?strict=true",
                                            draft,
                                            before.path("version").asLong()))
                            .map(kept -> Placed.of(packageId, kept, Action.UPDATED));
                });
    }

    /// A creative in one package: kept, or refused there.
    private record Placed(String packageId, Optional<Kept> kept, Optional<ObjectNode> error) {
        static Placed of(String packageId, ObjectNode creative, Action action) {
            return new Placed(packageId, Optional.of(new Kept(creative, action)), Optional.empty());
        }

        static Placed refused(String packageId, AdcpException error) {
            return new Placed(packageId, Optional.empty(), Optional.of(error.json()));
        }
    }

    /// As the product keeps it now.
    private record Kept(ObjectNode creative, Action action) {
        boolean isApproved() {
            return creative.path("status").asString().equals("approved");
        }

        String id() {
            return creative.path("id").asString();
        }
    }
}
