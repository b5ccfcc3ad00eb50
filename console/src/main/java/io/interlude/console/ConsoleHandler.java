package io.interlude.console;

import io.interlude.catalogue.record.ContentTaxonomy;
import io.interlude.journal.json.Json;
import io.interlude.web.answer.Accepted;
import io.interlude.web.answer.Answers;
import io.interlude.web.page.LazyFile;
import io.interlude.web.page.PageHeaders;
import io.interlude.web.page.StaticFile;
import io.interlude.web.refusal.Problem;
import io.interlude.web.refusal.Reason;
import io.interlude.web.route.RouteGroup;
import io.interlude.web.route.RouteTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/// `/console` and its files. They hold no secret and need no key: the page signs in by
/// [SessionHandler], the operator's by [OperatorSessionHandler]. Browsers may keep the files, and
/// ask each time whether they are still good.
public final class ConsoleHandler implements RouteGroup {
    private static final String FOLDER = "/console/";

    /// The walk of flows as publishers' pages run it, so that what is played here is what is
    /// served.
    private static final List<String> EXECUTOR = List.of("embed/walk.js", "embed/render-text.js");

    private static final String IN_JAR = "classpath*:console/**/*.";
    private static final List<String> TYPES = List.of("js", "css", "svg", "md");

    private final List<String> imageOrigins;
    private final Map<String, String> headers;

    /// @param imageOrigins from which previews load a creative's image, as checked by
    ///   `ConsoleSettings`
    public ConsoleHandler(List<String> imageOrigins) {
        this.imageOrigins = List.copyOf(imageOrigins);
        headers = PageHeaders.with(policy(String.join(" ", imageOrigins)));
    }

    /// Nothing inline, in nobody's frame, and nothing from elsewhere but images of the origins that
    /// were named.
    private static String policy(String images) {
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
                + images
                + "; connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'; require-trusted-types-for 'script'";
    }

    @Override
    public void register(RouteTable routes) {
        LazyFile index = new LazyFile("index.html", () -> StaticFile.read("console/index.html"));
        index.serve(routes, "/console", headers);
        index.serve(routes, FOLDER, headers);
        new LazyFile("operator.html", () -> StaticFile.read("console/operator/operator.html"))
                .serve(routes, FOLDER + "operator", headers);
        routes.handle(HttpMethod.GET, "/", ConsoleHandler::root);
        files().forEach(file -> serve(routes, file, () -> StaticFile.read("console/" + file)));
        EXECUTOR.forEach(file -> serve(routes, file, () -> StaticFile.read(file)));
        serve(routes, ChartLibrary.FILE, ChartLibrary::read);
        serve(routes, "content-taxonomy.tsv", ContentTaxonomy::file);
        serve(routes, "image-origins.json", () -> Json.MAPPER.writeValueAsBytes(imageOrigins));
    }

    /// Everything under `console` that a page loads, by its path in there. A class path may lead to
    /// one jar in two ways.
    private static Set<String> files() {
        PathMatchingResourcePatternResolver resources = new PathMatchingResourcePatternResolver();
        Set<String> files = new TreeSet<>();
        try {
            for (String type : TYPES) {
                for (Resource resource : resources.getResources(IN_JAR + type)) {
                    String path = resource.getURL().getPath();
                    files.add(path.substring(path.lastIndexOf(FOLDER) + FOLDER.length()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /// Leads a person's browser to the console; a program finds nothing, as everywhere else.
    private static Mono<ServerResponse> root(ServerRequest request) {
        if (!Accepted.names(request, MediaType.TEXT_HTML)) {
            throw Problem.of(Reason.NOT_FOUND, "Nothing is here: check the path.").exception();
        }
        return Answers.empty(302, Map.of(HttpHeaders.LOCATION, "/console"));
    }

    private void serve(RouteTable routes, String file, Supplier<byte[]> content) {
        new LazyFile(file, content).serve(routes, FOLDER + file, headers);
    }
}
