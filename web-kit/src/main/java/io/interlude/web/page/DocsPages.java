package io.interlude.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/docs`: the documentation, as docs-site built it, and in it the description of the HTTP
/// interface, drawn by Swagger UI from its WebJar. Everything comes from this process, and needs no
/// key.
public final class DocsPages implements RouteGroup {
    private static final String PATH = "/docs";
    private static final String SITE = "site/";
    private static final String PAGE = ".html";
    private static final String START = "index.html";
    private static final WebJar SWAGGER_UI = new WebJar("org.webjars", "swagger-ui");
    private static final List<String> LIBRARY = List.of("swagger-ui.css", "swagger-ui-bundle.js");

    /// Nothing from elsewhere, nothing inline. Swagger UI's style sheet has its icons in itself.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private static final Map<String, String> HEADERS = PageHeaders.with(POLICY);

    private final Map<String, LazyFile> pathToFile = new HashMap<>();

    public DocsPages() {
        new String(StaticFile.read(SITE + "files.txt"), UTF_8).lines().forEach(this::add);
        for (String name : LIBRARY) {
            pathToFile.put("lib/" + name, new LazyFile(name, () -> SWAGGER_UI.read(name)));
        }
    }

    /// A page is found by its name without the ending.
    private void add(String name) {
        String path = name.endsWith(PAGE) ? name.substring(0, name.length() - PAGE.length()) : name;
        pathToFile.put(path, new LazyFile(name, () -> StaticFile.read(SITE + name)));
    }

    /// One route for all of them: each route has meters of its own.
    @Override
    public void register(RouteTable routes) {
        LazyFile start = new LazyFile(START, () -> StaticFile.read(SITE + START));
        start.serve(routes, PATH, HEADERS);
        start.serve(routes, PATH + '/', HEADERS);
        for (HttpMethod method : List.of(HttpMethod.GET, HttpMethod.HEAD)) {
            routes.handle(method, PATH + "/{*file}", this::file);
        }
    }

    private Mono<ServerResponse> file(ServerRequest request) {
        LazyFile file = pathToFile.get(request.pathVariable("file"));
        if (file == null) {
            throw Problem.of(Reason.NOT_FOUND, "The documentation has no such page: see /docs.")
                    .exception();
        }
        return file.answer(request, HEADERS);
    }
}
