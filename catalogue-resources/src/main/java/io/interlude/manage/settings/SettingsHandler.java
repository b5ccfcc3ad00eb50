package io.interlude.manage.settings;

import io.interlude.catalogue.snapshot.AttributeProgress;
import io.interlude.domain.identity.OrgId;
import io.interlude.journal.json.Json;
import io.interlude.manage.resource.CatalogueChanges;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.EntityTag;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.manage.resource.ResourceCommands;
import io.interlude.manage.resource.ResourceJson;
import io.interlude.manage.resource.WriteBody;
import io.interlude.manage.validation.Warnings;
import io.interlude.schema.CatalogueRecord;
import io.interlude.schema.SettingsChanged;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
    private final AttributeProgress attributes;

    /// @param attributes what is known of the counts by attributes
    public SettingsHandler(
            Settings kind,
            ManagementRequests requests,
            CatalogueChanges changes,
            ResourceCommands commands,
            AttributeProgress attributes) {
        this.kind = kind;
        this.requests = requests;
        this.changes = changes;
        this.commands = commands;
        this.attributes = attributes;
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, PATH, this::get).handle(HttpMethod.PUT, PATH, this::put);
    }

    private Mono<ServerResponse> get(ServerRequest request) {
        Editor editor = requests.reader(request, kind);
        return shown(
                editor.orgId(),
                changes.live(editor.orgId()).find(kind.topic(), Settings.ID),
                Warnings.NONE);
    }

    private Mono<ServerResponse> put(ServerRequest request) {
        Editor editor = requests.editor(request);
        EntityTag condition = EntityTag.required(ManagementRequests.condition(request));
        return WriteBody.of(request)
                .flatMap(body ->
                        ManagementRequests.outcome(
                                () -> commands.putOnly(kind, editor, Settings.ID, condition, body)))
                .flatMap(written -> shown(editor.orgId(), written.value(), written.warnings()));
    }

    private Mono<ServerResponse> shown(
            OrgId orgId, Optional<SettingsChanged> settings, Warnings warnings) {
        ObjectNode json =
                settings.map(value -> ResourceJson.answer(kind, value))
                        .orElseGet(Json.MAPPER::createObjectNode);
        json.remove("id");
        if (json.has(Settings.REPORTED_ATTRIBUTES)) {
            addProgress(orgId, json);
        }
        warnings.addTo(json);
        String tag = EntityTag.of(settings.map(CatalogueRecord::getVersion).orElse(0));
        return Answers.json(200, json, Map.of(HttpHeaders.ETAG, tag));
    }

    /// Tells how far the attributes are counted that reports cannot be by yet.
    private void addProgress(OrgId orgId, ObjectNode json) {
        Map<String, Double> counting = new TreeMap<>(attributes.progress(orgId));
        counting.values().removeIf(progress -> progress >= 1);
        if (!counting.isEmpty()) {
            ObjectNode progress = json.putObject(Settings.ATTRIBUTE_PROGRESS);
            counting.forEach(progress::put);
        }
    }
}
