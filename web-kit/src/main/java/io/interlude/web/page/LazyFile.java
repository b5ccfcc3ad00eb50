package io.interlude.web.page;

import io.interlude.web.route.RouteTable;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/// A [StaticFile] that is read and compressed when somebody asks for it first: for large files that
/// few processes ever serve, so that no start waits for them.
public final class LazyFile {
    private final Mono<StaticFile> file;

    /// @param name its ending tells the type, see [StaticFile#of]
    /// @param content reads it; called once
    public LazyFile(String name, Supplier<byte[]> content) {
        file =
                Mono.fromCallable(() -> StaticFile.of(name, content.get()))
                        .subscribeOn(Schedulers.boundedElastic())
                        .cache();
    }

    /// Serves it on a path, to GET and HEAD, with more headers.
    public void serve(RouteTable routes, String path, Map<String, String> headers) {
        HandlerFunction<ServerResponse> handler = request -> answer(request, headers);
        routes.handle(HttpMethod.GET, path, handler).handle(HttpMethod.HEAD, path, handler);
    }

    /// The answer to a request for it, with more headers: see [StaticFile#answer].
    public Mono<ServerResponse> answer(ServerRequest request, Map<String, String> headers) {
        return file.flatMap(read -> read.answer(request, headers));
    }
}
