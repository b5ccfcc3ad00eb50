package io.interlude.manage.settings;

import io.interlude.journal.json.Json;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.Envelope;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.SettingsChanged;
import io.interlude.web.answer.Answers;
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

/// `GET|PUT /v1/manage/settings`. An org that never wrote any has empty ones, of version 0.
public final class SettingsHandler implements RouteGroup {
    private static final String PATH = "/v1/manage/settings";

    private final Settings kind;
    private final ManagementRequests requests;
    private final CatalogueChanges changes;
    private final ResourceCommands commands;

    public SettingsHandler(
            Settings kind,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands) {
        this.kind = kind;
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::get).handle(HttpMethod.PUT, PATH, this::put);
    }

    private Mono<ServerResponse> get(ServerRequest request) {
        Editor editor = requests.editor(request);
        return shown(changes.live(editor.orgId()).find(kind.topic(), Settings.ID), Warnings.NONE);
    }

    private Mono<ServerResponse> put(ServerRequest request) {
        Editor editor = requests.editor(request);
        EntityTag condition = EntityTag.required(ManagementRequests.condition(request));
        return WriteBody.of(request)
                .flatMap(body ->
                        ManagementRequests.outcome(
                                () -> commands.putOnly(kind, editor, Settings.ID, condition, body)))
                .flatMap(written -> shown(written.value(), written.warnings()));
    }

    private Mono<ServerResponse> shown(Optional<SettingsChanged> settings, Warnings warnings) {
        ObjectNode json =
                settings.map(value -> ResourceJson.answer(kind, value))
                        .orElseGet(Json.MAPPER::createObjectNode);
        json.remove("id");
        warnings.addTo(json);
        String tag = EntityTag.of(settings.map(Envelope::version).orElse(0));
        return Answers.json(200, json, Map.of(HttpHeaders.ETAG, tag));
    }
}
