package io.interlude.manage.key;

import io.interlude.domain.identity.KeyId;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.Page;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Fields;
import io.interlude.manage.validation.Violations;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.ApiKeyChanged;
import io.interlude.web.access.KeyUses.Day;
import io.interlude.web.answer.Answers;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/// Routes of keys alone: `POST /v1/manage/keys/{id}:rotate`, and `GET /v1/manage/keys/{id}/use`.
public final class KeyHandler implements RouteGroup {
    /// How long the secret before goes on, unless the request says.
    static final Duration OVERLAP = Duration.ofHours(24);

    private static final Duration LONGEST_OVERLAP = Duration.ofDays(30);
    private static final int MAX_DURATION_CHARACTERS = 40;
    private static final String ID = "id";
    private static final String ONE = "/v1/manage/keys/{" + ID + "}";

    private final Keys keys;
    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final KeyCommands commands;
    private final KeyUseHistory uses;

    public KeyHandler(
            Keys keys,
            ManagementRequests requests,
            CatalogueChanges changes,
            KeyCommands commands,
            KeyUseHistory uses) {
        this.keys = keys;
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
        this.uses = uses;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.POST, ONE + ":rotate", this::rotate)
                .handle(HttpMethod.GET, ONE + "/use", this::use);
    }

    private Mono<ServerResponse> rotate(ServerRequest request) {
        Editor editor = requests.editor(request);
        return WriteBody.orEmpty(request)
                .map(KeyHandler::wanted)
                .flatMap(wanted ->
                        ManagementRequests.outcome(() ->
                                        commands.rotate(
                                                editor,
                                                request.pathVariable(ID),
                                                ManagementRequests.condition(request),
                                                wanted.overlap()))
                                .flatMap(written -> rotated(written, wanted.warnings())));
    }

    private record Wanted(Duration overlap, Warnings warnings) {}

    private static Wanted wanted(WriteBody body) {
        Violations violations = body.violations();
        Fields fields = Fields.of(body.json(), violations);
        String text = fields.text("overlap", MAX_DURATION_CHARACTERS);
        Duration overlap = OVERLAP;
        if (text != null) {
            try {
                overlap = Duration.parse(text);
            } catch (DateTimeException e) {
                fields.broken("overlap", "duration", "Give an ISO-8601 duration such as PT24H.");
            }
        }
        if (overlap.isNegative() || overlap.compareTo(LONGEST_OVERLAP) > 0) {
            fields.broken("overlap", "range", "Give PT0S to P30D.");
        }
        fields.noteUnknown();
        violations.refuseIfAny(Reason.INVALID_RESOURCE);
        return new Wanted(overlap, violations.warnings());
    }

    private Mono<ServerResponse> rotated(
            ResourceCommands.Written<ApiKeyChanged> written, Warnings warnings) {
        ObjectNode json = ResourceJson.answer(keys, written.value());
        written.shownOnce().forEach(json::put);
        warnings.addTo(json);
        String tag = EntityTag.of(written.value().getVersion());
        return Answers.json(200, json, Map.of(HttpHeaders.ETAG, tag));
    }

    private Mono<ServerResponse> use(ServerRequest request) {
        Editor editor = requests.editor(request);
        String id = request.pathVariable(ID);
        ResourceCommands.requireKnown(keys, id, changes.live(editor.orgId()));
        List<DayOfUse> days =
                uses.days(editor.orgId(), new KeyId(id)).stream().map(DayOfUse::of).toList();
        return Answers.json(200, new Page<>(days, null));
    }

    private record DayOfUse(String day, long requests, Refused refused) {
        static DayOfUse of(Day day) {
            return new DayOfUse(
                    day.day().toString(),
                    day.requests(),
                    new Refused(day.rateLimited(), day.wrongKind(), day.wrongOrigin()));
        }
    }

    private record Refused(long rateLimited, long wrongKind, long wrongOrigin) {}
}
