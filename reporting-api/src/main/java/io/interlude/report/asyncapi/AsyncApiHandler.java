package io.interlude.report.asyncapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.schema.asyncapi.AsyncApiDocument;
import io.interlude.web.page.StaticFile;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.Map;

/// `GET /asyncapi.json`: every topic and schema. It tells what the schema registry tells, field
/// names and their meaning, so it asks for no key either.
public final class AsyncApiHandler implements RouteGroup {
    private static final String NAME = "asyncapi.json";
    private static final Map<String, String> HEADERS =
            Map.of(
                    "Cache-Control", "no-cache",
                    "X-Content-Type-Options", "nosniff",
                    "Access-Control-Allow-Origin", "*");

    @Override
    public void register(RouteTable routes) {
        StaticFile.of(NAME, AsyncApiDocument.text().getBytes(UTF_8))
                .serve(routes, "/" + NAME, HEADERS);
    }
}
