package io.interlude.web.openapi;

import io.interlude.web.page.LazyFile;
import io.interlude.web.page.PageHeaders;
import io.interlude.web.page.StaticFile;
import io.interlude.web.page.WebJar;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.List;
import java.util.Map;

/// `/docs`: the description as a page, drawn by Swagger UI from its WebJar. Everything on it comes
/// from this process. It needs no key; one that a reader gives it stays in the page's memory.
public final class ApiPage implements RouteGroup {
    private static final String PATH = "/docs";
    private static final WebJar SWAGGER_UI = new WebJar("org.webjars", "swagger-ui");
    private static final List<String> LIBRARY = List.of("swagger-ui.css", "swagger-ui-bundle.js");

    /// Nothing from elsewhere, nothing inline. Swagger UI's style sheet has its icons in itself.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'";

    private static final Map<String, String> HEADERS = PageHeaders.with(POLICY);

    @Override
    public void register(RouteTable routes) {
        file("index.html").serve(routes, PATH, HEADERS);
        for (String name : List.of("docs.css", "docs.js")) {
            file(name).serve(routes, PATH + '/' + name, HEADERS);
        }
        for (String name : LIBRARY) {
            new LazyFile(name, () -> SWAGGER_UI.read(name))
                    .serve(routes, PATH + "/lib/" + name, HEADERS);
        }
    }

    private static LazyFile file(String name) {
        return new LazyFile(name, () -> StaticFile.read("openapi/page/" + name));
    }
}
