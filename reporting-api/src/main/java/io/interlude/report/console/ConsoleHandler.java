package io.interlude.report.console;

import io.interlude.kit.http.Answers;
import io.interlude.kit.http.RouteGroup;
import io.interlude.kit.http.RouteTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/console` and its files. They hold no secret and need no key: the page asks for one and sends
/// it with each request of its own. Browsers may keep the files, and ask each time whether they are
/// still good.
public final class ConsoleHandler implements RouteGroup {
    private static final String FOLDER = "/console/";
    private static final String INDEX = "index.html";
    private static final List<String> FILES =
            List.of(
                    "console.css",
                    "console.js",
                    "api.js",
                    "chart.js",
                    "text.js",
                    "icon.svg",
                    "flow/flow.css",
                    "flow/flow.js",
                    "flow/example.js",
                    "flow/graph.js",
                    "flow/places.js",
                    "flow/play.js");

    /// The walk of flows as publishers' pages run it, so that what is played here is what is
    /// served.
    private static final List<String> EXECUTOR = List.of("embed/walk.js", "embed/render-text.js");

    /// Nothing from elsewhere, nothing inline, in nobody's frame.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'; require-trusted-types-for 'script'";

    @Override
    public void register(RouteTable routes) {
        HandlerFunction<ServerResponse> index = handler(ConsolePage.load(FOLDER + INDEX));
        both(routes, "/console", index);
        both(routes, FOLDER, index);
        for (String file : FILES) {
            both(routes, FOLDER + file, handler(ConsolePage.load(FOLDER + file)));
        }
        for (String file : EXECUTOR) {
            both(routes, FOLDER + file, handler(ConsolePage.load("/" + file)));
        }
    }

    private static void both(
            RouteTable routes, String path, HandlerFunction<ServerResponse> handler) {
        routes.handle(HttpMethod.GET, path, handler).handle(HttpMethod.HEAD, path, handler);
    }

    private static HandlerFunction<ServerResponse> handler(ConsolePage page) {
        Map<String, String> headers = headers(page);
        return request ->
                isKept(request, page) ? Answers.empty(304, headers) : answer(page, headers);
    }

    private static Mono<ServerResponse> answer(ConsolePage page, Map<String, String> headers) {
        return Answers.bytes(200, page.contentType(), page.content(), headers);
    }

    private static boolean isKept(ServerRequest request, ConsolePage page) {
        return request.headers().header("If-None-Match").stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .map(tag -> tag.strip().replaceFirst("^W/", ""))
                .anyMatch(tag -> tag.equals(page.etag()) || tag.equals("*"));
    }

    private static Map<String, String> headers(ConsolePage page) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ETag", page.etag());
        headers.put("Cache-Control", "no-cache");
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        return headers;
    }
}
