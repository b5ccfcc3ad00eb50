package io.interlude.manage.catalogue;

import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.manage.catalogue.CatalogueDifference.Kind;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.LiveCatalogue;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.WriteBody;
import io.interlude.web.answer.Answers;
import io.interlude.web.answer.QueryParameters;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.ObjectNode;

/// `/v1/manage/catalogue`. The ETag is the revision of the org's catalogue; an import is
/// conditional on it when `If-Match` is sent.
public final class CatalogueHandler implements RouteGroup {
    /// Largest body of an import.
    public static final int MAX_BODY_BYTES = 8 * 1_024 * 1_024;

    private static final int SMALL_BODY_BYTES = 64 * 1_024;

    private static final String PATH = "/v1/manage/catalogue";
    private static final String DRY_RUN = "dryRun";

    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final CatalogueCommands commands;
    private final Set<OrgId> importing = ConcurrentHashMap.newKeySet();

    public CatalogueHandler(
            ManagementRequests requests, CatalogueChanges changes, CatalogueCommands commands) {
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::export)
                .handle(HttpMethod.PUT, PATH, this::replace);
    }

    private Mono<ServerResponse> export(ServerRequest request) {
        Editor editor = requests.editor(request);
        LiveCatalogue live = changes.live(editor.orgId());
        Place place = Place.of(request);
        return Mono.fromCallable(() -> commands.export(live, place))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(pieces ->
                        Answers.pieces(MediaType.APPLICATION_JSON_VALUE, pieces, tag(live), place));
    }

    private Mono<ServerResponse> replace(ServerRequest request) {
        Editor editor = requests.editor(request);
        boolean dryRun = QueryParameters.isOn(request.queryParams(), DRY_RUN);
        Place place = Place.of(request);
        return WriteBody.of(request, MAX_BODY_BYTES)
                // A large catalogue is planned for seconds, and reports must not wait behind it.
                .publishOn(Schedulers.boundedElastic())
                .flatMap(body ->
                        ManagementRequests.outcome(() -> {
                            Supplier<CompletableFuture<CatalogueDifference>> change =
                                    () ->
                                            commands.replace(
                                                    editor,
                                                    ManagementRequests.condition(request),
                                                    body,
                                                    dryRun,
                                                    place);
                            return isSmall(request) ? change.get() : alone(editor.orgId(), change);
                        }))
                .flatMap(difference -> {
                    LiveCatalogue live = changes.live(editor.orgId());
                    return Answers.json(200, json(difference, live, dryRun), tag(live));
                });
    }

    /// Whether a body says that it is small. Such imports wait for each other in the org's queue.
    private static boolean isSmall(ServerRequest request) {
        return request.headers().contentLength().orElse(Long.MAX_VALUE) <= SMALL_BODY_BYTES;
    }

    /// Imports, while no other large import of the org is under way: what is made of a body takes
    /// more memory than the body.
    private <R> CompletableFuture<R> alone(OrgId orgId, Supplier<CompletableFuture<R>> change) {
        if (!importing.add(orgId)) {
            throw Problem.of(
                            Reason.OVERLOADED,
                            "Another large import of your org is under way: send this one again when it has"
                                    + " ended.")
                    .exception();
        }
        return CompletableFuture.completedFuture(change)
                .thenCompose(Supplier::get)
                .whenComplete((_, _) -> importing.remove(orgId));
    }

    private static Map<String, String> tag(LiveCatalogue live) {
        return Map.of(HttpHeaders.ETAG, EntityTag.of(live.revision()));
    }

    private static ObjectNode json(
            CatalogueDifference difference, LiveCatalogue live, boolean dryRun) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("revision", live.revision());
        json.put(DRY_RUN, dryRun);
        for (Kind kind : Kind.values()) {
            json.put(kind.wireName(), difference.count(kind));
        }
        json.put("unchanged", difference.unchanged());
        json.set("changes", Json.MAPPER.valueToTree(difference.changes()));
        difference.warnings().addTo(json);
        return json;
    }
}
