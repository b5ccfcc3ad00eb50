package io.interlude.manage.history;

import io.interlude.catalogue.history.ChangeHistory;
import io.interlude.manage.catalogue.CatalogueKinds;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.ResourceKind;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.CatalogueRecord;
import io.interlude.web.answer.Answers;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// The history of the resources of one kind, and `:restore`, which brings an earlier version back.
/// Archived ones have their history too, and can be brought back.
public final class ResourceHistoryHandler<V extends CatalogueRecord> implements RouteGroup {
    private static final String ID = "id";
    private static final String REVISION = "revision";

    private final ResourceKind<V> kind;
    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final ResourceCommands commands;
    private final ChangeHistory history;
    private final ChangeJson json;

    public ResourceHistoryHandler(
            ResourceKind<V> kind,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            ChangeHistory history,
            CatalogueKinds kinds) {
        this.kind = kind;
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
        this.history = history;
        this.json = new ChangeJson(kinds);
    }

    @Override
    public void register(RouteTable routes) {
        String only = "/v1/manage/" + kind.pathSegment();
        String one = kind.onlyId().isPresent() ? only : only + "/{" + ID + "}";
        routes.handle(HttpMethod.GET, one + "/history", this::list);
        if (kind.restorable()) {
            routes.handle(HttpMethod.POST, one + ":restore", this::restore);
        }
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        Editor editor = requests.editor(request);
        String id = id(request);
        HistoryCursor cursor = HistoryCursor.of(request);
        ResourceCommands.requireKnown(kind, id, changes.live(editor.orgId()));
        Place place = Place.of(request);
        return Mono.fromFuture(() ->
                        history.ofResource(
                                editor.orgId(), kind.topic(), id, cursor.before(), cursor.limit()))
                .flatMap(page -> json.answer(page, place));
    }

    private Mono<ServerResponse> restore(ServerRequest request) {
        Editor editor = requests.editor(request);
        String id = id(request);
        EntityTag condition = EntityTag.required(ManagementRequests.condition(request));
        return WriteBody.of(request)
                .map(ResourceHistoryHandler::wanted)
                .flatMap(wanted -> restore(editor, id, condition, wanted));
    }

    private String id(ServerRequest request) {
        return kind.onlyId().orElseGet(() -> request.pathVariable(ID));
    }

    private record Wanted(long revision, Warnings warnings) {}

    private static Wanted wanted(WriteBody body) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        fields.require(REVISION);
        int revision = fields.integer(REVISION, 1, Integer.MAX_VALUE, 1);
        fields.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        return new Wanted(revision, violations.warnings());
    }

    private Mono<ServerResponse> restore(
            Editor editor, String id, EntityTag condition, Wanted wanted) {
        ResourceCommands.requireKnown(kind, id, changes.live(editor.orgId()));
        // What was at a revision never changes, so it is read before the org's turn comes.
        return Mono.fromFuture(() ->
                        history.resourceAt(editor.orgId(), kind.topic(), id, wanted.revision()))
                .flatMap(then ->
                        ManagementRequests.outcome(() ->
                                commands.restore(
                                        kind,
                                        editor,
                                        id,
                                        condition,
                                        wanted.revision(),
                                        there(then))))
                .flatMap(written -> found(written.value(), wanted.warnings()));
    }

    private static <V extends CatalogueRecord> Optional<V> there(Optional<V> then) {
        return then.filter(value -> !value.getArchived());
    }

    private Mono<ServerResponse> found(V value, Warnings warnings) {
        ObjectNode answer = ResourceJson.answer(kind, value);
        warnings.addTo(answer);
        String tag = EntityTag.of(value.getVersion());
        return Answers.json(200, answer, Map.of(HttpHeaders.ETAG, tag));
    }
}
