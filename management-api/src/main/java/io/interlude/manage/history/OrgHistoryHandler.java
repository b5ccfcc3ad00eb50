package io.interlude.manage.history;

import io.interlude.catalogue.history.ChangeFilter;
import io.interlude.catalogue.history.ChangeHistory;
import io.interlude.manage.catalogue.CatalogueKinds;
import io.interlude.manage.resource.Editor;
import io.interlude.manage.resource.ManagementRequests;
import io.interlude.web.limits.Place;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `GET /v1/manage/history`: every change of the org's catalogue, newest first.
public final class OrgHistoryHandler implements RouteGroup {
    private final ManagementRequests requests;
    private final ChangeHistory history;
    private final ChangeJson json;

    public OrgHistoryHandler(
            ManagementRequests requests, ChangeHistory history, CatalogueKinds kinds) {
        this.requests = requests;
        this.history = history;
        this.json = new ChangeJson(kinds);
    }

    @Override
    public void register(RouteTable routes) {
        routes.handle(HttpMethod.GET, "/v1/manage/history", this::list);
    }

    private Mono<ServerResponse> list(ServerRequest request) {
        Editor editor = requests.editor(request);
        HistoryCursor cursor = HistoryCursor.of(request);
        @Nullable Instant from = HistoryCursor.instant(request, "from");
        @Nullable Instant to = HistoryCursor.instant(request, "to");
        ChangeFilter filter = new ChangeFilter(from, to, request.queryParam("keyId").orElse(null));
        Place place = Place.of(request);
        return Mono.fromFuture(() ->
                        history.ofOrg(editor.orgId(), filter, cursor.before(), cursor.limit()))
                .flatMap(page -> json.answer(page, place));
    }
}
