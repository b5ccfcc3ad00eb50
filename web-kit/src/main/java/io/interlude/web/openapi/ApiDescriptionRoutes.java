package io.interlude.web.openapi;

import io.interlude.journal.json.Json;
import io.interlude.web.page.StaticFile;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Collection;
import java.util.Map;

/// `/openapi.json`: the description of what this process serves, which needs no key.
public final class ApiDescriptionRoutes implements RouteGroup {
    private static final Map<String, String> ANYONE = Map.of("Access-Control-Allow-Origin", "*");

    private final StaticFile document;

    public ApiDescriptionRoutes(Collection<ApiFragment> fragments) {
        document =
                StaticFile.of(
                        "openapi.json",
                        Json.MAPPER.writeValueAsBytes(ApiDescription.of(fragments)));
    }

    @Override
    public void register(RouteTable routes) {
        document.serve(routes, "/openapi.json", ANYONE);
    }
}
