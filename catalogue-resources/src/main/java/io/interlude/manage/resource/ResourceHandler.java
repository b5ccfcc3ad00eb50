package io.interlude.manage.resource;

import io.interlude.manage.resource.ResourceCommands.Written;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.ObjectNode;

/// The routes of one kind of resource under `/v1/manage`.
public final class ResourceHandler<V extends CatalogueRecord> implements RouteGroup {
    private static final String ID = "id";

    private final ResourceKind<V> kind;
    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final ResourceCommands commands;
    private final Observation<V> observation;

    /// @param observation what is known of a resource beside its versions
    public ResourceHandler(
            ResourceKind<V> kind,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            Observation<V> observation) {
        this.kind = kind;
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
        this.observation = observation;
    }

    /// Adds to an answer what is known of a resource beside its versions.
    @FunctionalInterface
    public interface Observation<V> {
        void addTo(Editor editor, V value, ObjectNode json);
    }

    @Override
    public void register(RouteTable routes) {
        String one = all() + "/{" + ID + "}";
        routes.handle(HttpMethod.POST, all(), this::create)
                .handle(HttpMethod.GET, all(), this::list)
                .handle(HttpMethod.GET, one, this::get)
                .handle(HttpMethod.PUT, one, this::replace)
                .handle(HttpMethod.DELETE, one, this::archive);
    }

    private String all() {
        return "/v1/manage/" + kind.pathSegment();
    }

    private Mono<ServerResponse> create(ServerRequest request) {
        Editor editor = requests.editor(request);
        return WriteBody.of(request)
                .flatMap(body ->
                        ManagementRequests.outcome(() -> commands.create(kind, editor, body)))
                .flatMap(this::created);
    }

    private Mono<ServerResponse> created(Written<V> written) {
        ObjectNode json = ResourceJson.answer(kind, written.value());
        written.shownOnce().forEach(json::put);
        written.warnings().addTo(json);
        Map<String, String> headers =
                Map.of(
                        HttpHeaders.LOCATION,
                        all() + "/" + written.value().getId(),
                        HttpHeaders.ETAG,
                        EntityTag.of(written.value().getVersion()));
        return Answers.json(201, json, headers);
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        Editor editor = requests.reader(request, kind);
        Page.Wanted wanted = Page.Wanted.of(request);
        Place place = Place.of(request);
        return Mono.fromCallable(() ->
                        Page.of(
                                changes.live(editor.orgId()).after(kind.topic(), wanted.afterId()),
                                wanted))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(page ->
                        JsonSections.page(
                                page.items(),
                                page.nextCursor(),
                                ResourceJson::heapBytes,
                                value -> shown(editor, value),
                                place));
    }

    private Mono<ServerResponse> get(ServerRequest request) {
        Editor editor = requests.reader(request, kind);
        return found(
                editor,
                ResourceCommands.require(kind, id(request), changes.live(editor.orgId())),
                Warnings.NONE);
    }

    private Mono<ServerResponse> replace(ServerRequest request) {
        Editor editor = requests.editor(request);
        EntityTag condition = EntityTag.required(ManagementRequests.condition(request));
        return WriteBody.of(request)
                .flatMap(body ->
                        ManagementRequests.outcome(
                                () -> commands.replace(kind, editor, id(request), condition, body)))
                .flatMap(written -> found(editor, written.value(), written.warnings()));
    }

    private Mono<ServerResponse> found(Editor editor, V value, Warnings warnings) {
        ObjectNode json = shown(editor, value);
        warnings.addTo(json);
        String tag = EntityTag.of(value.getVersion());
        return Answers.json(200, json, Map.of(HttpHeaders.ETAG, tag));
    }

    private ObjectNode shown(Editor editor, V value) {
        ObjectNode json = ResourceJson.answer(kind, value);
        observation.addTo(editor, value, json);
        return json;
    }

    private Mono<ServerResponse> archive(ServerRequest request) {
        Editor editor = requests.editor(request);
        return ManagementRequests.outcome(() ->
                        commands.archive(
                                kind, editor, id(request), ManagementRequests.condition(request)))
                .flatMap(_ -> Answers.empty(204));
    }

    private static String id(ServerRequest request) {
        return request.pathVariable(ID);
    }
}
