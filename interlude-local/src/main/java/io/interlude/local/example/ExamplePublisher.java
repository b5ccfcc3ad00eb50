package io.interlude.local.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.web.answer.Answers;
import io.interlude.web.page.StaticFile;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/demo/embed`: a magazine with a card, a flow and a chat with an ad at a pause, under as strict
/// a Content-Security-Policy as a publisher may have. Without the demo's publisher tag there is
/// none of it.
public final class ExamplePublisher implements RouteGroup {
    private static final String PAGE = "/demo/embed";
    private static final String FOLDER = "demo/embed/";
    private static final String TAG_PLACE = "{{tag}}";
    private static final List<String> FILES =
            List.of("page.css", "chat.js", "harbour.svg", "train.svg", "landing.html");

    /// The script is from the same origin. Pictures of ads may be from anywhere.
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'; require-trusted-types-for 'script'";

    private final AtomicReference<Map<String, StaticFile>> pathToFile =
            new AtomicReference<>(Map.of());

    /// Publishes the page with the tag.
    public void open(String publisherTag) {
        Map<String, StaticFile> files = new HashMap<>();
        String page = new String(StaticFile.read(FOLDER + "index.html"), UTF_8);
        files.put(
                PAGE,
                StaticFile.of("index.html", page.replace(TAG_PLACE, publisherTag).getBytes(UTF_8)));
        for (String file : FILES) {
            files.put(pathOf(file), StaticFile.of(file, StaticFile.read(FOLDER + file)));
        }
        pathToFile.set(Map.copyOf(files));
    }

    private static String pathOf(String file) {
        return PAGE + "/" + file.replaceFirst("\\.html$", "");
    }

    @Override
    public void register(RouteTable routes) {
        both(routes, PAGE);
        FILES.forEach(file -> both(routes, pathOf(file)));
    }

    private void both(RouteTable routes, String path) {
        HandlerFunction<ServerResponse> handler = request -> answer(request, path);
        routes.handle(HttpMethod.GET, path, handler).handle(HttpMethod.HEAD, path, handler);
    }

    private Mono<ServerResponse> answer(ServerRequest request, String path) {
        StaticFile file = pathToFile.get().get(path);
        return file == null
                ? Answers.problem(Problem.of(Reason.NOT_FOUND, "The demo is not booked here."))
                : file.answer(
                        request,
                        Map.of(
                                HttpHeaders.CACHE_CONTROL,
                                "no-cache",
                                "Content-Security-Policy",
                                POLICY));
    }
}
