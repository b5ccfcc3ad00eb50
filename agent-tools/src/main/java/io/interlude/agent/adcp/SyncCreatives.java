package io.interlude.agent.adcp;

import io.interlude.agent.ApiAnswer;
import io.interlude.agent.ApiRequest;
import io.interlude.agent.adcp.Exchange.Terms;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `sync_creatives`: the creatives of packages, as drafts for a person to approve, or approved
/// where the org's settings let the orders of agents start. The product has no library: a creative
/// belongs to a line item, so that one for several packages is made in each. A changed one serves
/// no more until it is approved again.
///
/// Unless the request is lenient, nothing is written when one of its creatives breaks a rule.
record SyncCreatives(Formats formats) implements AdcpTool.Task {
    private static final String CREATIVES = "/v1/manage/creatives";
    private static final int UNPROCESSABLE = 422;

    /// The result of a creative in one package, the most first.
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
        List<Asked> creatives = asked(request);
        return exchange.terms()
                .flatMap(terms ->
                        faults(exchange, creatives)
                                .flatMap(faults ->
                                        faults.isEmpty()
                                                ? synced(exchange, creatives, terms)
                                                : Mono.just(faults)))
                .map(results -> {
                    ObjectNode body = Answer.object();
                    body.putArray("creatives").addAll(results);
                    return body;
                });
    }

    private static List<Asked> asked(ObjectNode request) {
        List<String> only =
                request.path("creative_ids").valueStream().map(JsonNode::asString).toList();
        JsonNode creatives = request.path("creatives");
        return IntStream.range(0, creatives.size())
                .mapToObj(i -> Asked.of(request, i))
                .filter(asked -> only.isEmpty() || only.contains(asked.id()))
                .toList();
    }

    /// The results of a strict request that breaks a rule, none of which is kept; empty where there
    /// is nothing to say.
    private Mono<List<ObjectNode>> faults(Exchange exchange, List<Asked> creatives) {
        if (exchange.arguments().path("validation_mode").asString("strict").equals("lenient")) {
            return Mono.just(List.of());
        }
        return Flux.fromIterable(creatives)
                .concatMap(asked -> fault(exchange, asked))
                .collectList()
                .map(faults ->
                        faults.stream().allMatch(Optional::isEmpty)
                                ? List.of()
                                : IntStream.range(0, faults.size())
                                        .mapToObj(i ->
                                                faults.get(i)
                                                        .orElseGet(
                                                                () -> held(creatives.get(i).id())))
                                        .toList());
    }

    private static ObjectNode held(String id) {
        return failed(
                id,
                AdcpException.of(
                        "VALIDATION_ERROR",
                        "creatives",
                        "Another creative of this request breaks a rule, and none was kept: mend"
                                + " that one, or ask for validation_mode lenient."));
    }

    /// The obstacle to writing a creative, as its result.
    private Mono<Optional<ObjectNode>> fault(Exchange exchange, Asked asked) {
        return Mono.defer(
                        () -> {
                            ObjectNode draft = asked.draft(formats);
                            return preview(exchange, asked, draft)
                                    .thenMany(Flux.fromIterable(asked.packages()))
                                    .filterWhen(id -> isOrdered(exchange, id).map(is -> !is))
                                    .map(Placed::unknown)
                                    .collectList();
                        })
                .map(unknown ->
                        unknown.isEmpty()
                                ? Optional.<ObjectNode>empty()
                                : Optional.of(result(asked.id(), unknown)))
                .onErrorResume(
                        AdcpException.class,
                        error ->
                                error.isOfCreative()
                                        ? Mono.just(Optional.of(failed(asked.id(), error)))
                                        : Mono.error(error));
    }

    /// Fails with what the management interface would refuse in the creative.
    private static Mono<Void> preview(Exchange exchange, Asked asked, ObjectNode draft) {
        ObjectNode content = draft.deepCopy().put("lineItemId", asked.packages().getFirst());
        return exchange.send(ApiRequest.post(CREATIVES + ":preview", content))
                .flatMap(answer -> {
                    List<JsonNode> violations =
                            answer.path("violations")
                                    .valueStream()
                                    .filter(each ->
                                            !each.path("path").asString("").equals("lineItemId"))
                                    .toList();
                    if (violations.isEmpty()) {
                        return Mono.empty();
                    }
                    ObjectNode refusal =
                            Answer.object()
                                    .put("reason", "invalid_creative")
                                    .put("description", "The creative breaks a rule.");
                    refusal.putArray("violations").addAll(violations);
                    return Mono.error(AdcpException.of(new ApiAnswer(UNPROCESSABLE, refusal)));
                });
    }

    private Mono<List<ObjectNode>> synced(Exchange exchange, List<Asked> creatives, Terms terms) {
        return Flux.fromIterable(creatives)
                .concatMap(asked -> synced(exchange, asked, terms))
                .collectList();
    }

    private Mono<ObjectNode> synced(Exchange exchange, Asked asked, Terms terms) {
        return Mono.defer(
                        () -> {
                            ObjectNode draft =
                                    asked.draft(formats).put("status", terms.statusOfCreatives());
                            return Flux.fromIterable(asked.packages())
                                    .concatMap(packageId ->
                                            placed(exchange, draft, asked.id(), packageId))
                                    .collectList()
                                    .map(placed -> result(asked.id(), placed));
                        })
                .onErrorResume(
                        AdcpException.class,
                        error ->
                                error.isOfCreative()
                                        ? Mono.just(failed(asked.id(), error))
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

    /// True if the package is of a buyer's order.
    private static Mono<Boolean> isOrdered(Exchange exchange, String packageId) {
        return Exchange.isId(packageId)
                ? exchange.find("/v1/manage/line-items/" + packageId)
                        .map(found ->
                                found.filter(item ->
                                                OrderIds.isMediaBuy(
                                                        item.path("campaignId").asString()))
                                        .isPresent())
                : Mono.just(false);
    }

    private static Mono<Placed> placed(
            Exchange exchange, ObjectNode content, String id, String packageId) {
        return isOrdered(exchange, packageId)
                .flatMap(isOrdered ->
                        isOrdered
                                ? written(
                                        exchange,
                                        content,
                                        OrderIds.creativeId(id, packageId),
                                        packageId)
                                : Mono.just(Placed.unknown(packageId)));
    }

    private static Mono<Placed> written(
            Exchange exchange, ObjectNode content, String creativeId, String packageId) {
        ObjectNode draft = content.deepCopy().put("id", creativeId).put("lineItemId", packageId);
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

    /// A creative of the request.
    ///
    /// @param place its position in the request
    /// @param packages that it is for
    private record Asked(String id, JsonNode creative, String place, List<String> packages) {
        static Asked of(ObjectNode request, int index) {
            JsonNode creative = request.path("creatives").path(index);
            String id = creative.path("creative_id").asString();
            return new Asked(
                    id,
                    creative,
                    "creatives[" + index + ']',
                    request.path("assignments")
                            .valueStream()
                            .filter(each -> each.path("creative_id").asString().equals(id))
                            .map(each -> each.path("package_id").asString())
                            .distinct()
                            .toList());
        }

        /// The draft that is written for it.
        ObjectNode draft(Formats formats) {
            ObjectNode draft = formats.creative(creative, place);
            if (packages.isEmpty()) {
                throw AdcpException.of(
                        "VALIDATION_ERROR",
                        "assignments",
                        "Assign the creative to the packages that it is for.");
            }
            return draft;
        }
    }

    /// A creative in one package: kept, or refused there.
    private record Placed(String packageId, Optional<Kept> kept, Optional<ObjectNode> error) {
        static Placed of(String packageId, ObjectNode creative, Action action) {
            return new Placed(packageId, Optional.of(new Kept(creative, action)), Optional.empty());
        }

        static Placed unknown(String packageId) {
            return new Placed(
                    packageId,
                    Optional.empty(),
                    Optional.of(
                            AdcpException.of(
                                            "PACKAGE_NOT_FOUND",
                                            "assignments",
                                            "There is no such package.")
                                    .json()));
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
