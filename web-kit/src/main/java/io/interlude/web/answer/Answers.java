package io.interlude.web.answer;

import io.interlude.journal.json.Json;
import io.interlude.web.limits.Place;
import io.interlude.web.refusal.Problem;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Makes answers whose body is in memory, or made piece by piece. Everything else about an answer
/// (security headers, CORS) is added by the route table.
public final class Answers {
    /// Size of a piece of a large answer.
    public static final int PIECE_BYTES = 8 * 1_024;

    /// What is on its way of such an answer: Reactor Netty asks for 128 pieces ahead.
    public static final int SENDING_BYTES = 128 * PIECE_BYTES;

    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private Answers() {}

    /// An answer with a JSON body, which no cache may keep.
    public static Mono<ServerResponse> json(int status, Object body) {
        return json(status, body, Map.of());
    }

    public static Mono<ServerResponse> json(int status, Object body, Map<String, String> headers) {
        return bytes(status, JSON, Json.MAPPER.writeValueAsBytes(body), headers);
    }

    /// An answer whose body is ready to send.
    public static Mono<ServerResponse> bytes(
            int status, String contentType, byte[] body, Map<String, String> headers) {
        return Mono.just(new BytesResponse(status, contentType, body, headers));
    }

    /// An answer of pieces of about [#PIECE_BYTES], each made, off the connection's event loop,
    /// when the client has taken most of those before. One of a single piece is sent whole.
    ///
    /// @param place what the pieces that are on their way are counted by
    /// @throws io.interlude.web.limits.OverloadedException if the owner holds its share already
    public static Mono<ServerResponse> pieces(
            String contentType, Iterator<byte[]> pieces, Map<String, String> headers, Place place) {
        byte[] first = pieces.next();
        if (!pieces.hasNext()) {
            return bytes(200, contentType, first, headers);
        }
        place.take(SENDING_BYTES);
        Flux<DataBuffer> body =
                Flux.concat(Mono.just(first), Flux.fromIterable(() -> pieces))
                        .<DataBuffer>map(DefaultDataBufferFactory.sharedInstance::wrap)
                        .subscribeOn(place.sideWork());
        return ServerResponse.ok()
                .header(HttpHeaders.CONTENT_TYPE, contentType)
                .headers(all -> headers.forEach(all::set))
                .body(BodyInserters.fromDataBuffers(body));
    }

    /// An answer without a body.
    public static Mono<ServerResponse> empty(int status) {
        return empty(status, Map.of());
    }

    public static Mono<ServerResponse> empty(int status, Map<String, String> headers) {
        return Mono.just(new BytesResponse(status, null, new byte[0], headers));
    }

    /// A refusal: `{reason, description}` and the problem's own fields and headers. Where the
    /// problem says nothing else, 401 names the scheme and 429 and 503 ask to come back in a
    /// second.
    public static Mono<ServerResponse> problem(Problem problem) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("reason", problem.reason().wireName());
        body.put("description", problem.description());
        body.putAll(problem.fields());
        return json(problem.reason().status(), body, headers(problem));
    }

    private static Map<String, String> headers(Problem problem) {
        Map<String, String> headers = new LinkedHashMap<>();
        switch (problem.reason().status()) {
            case 401 -> headers.put(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
            case 429, 503 -> headers.put(HttpHeaders.RETRY_AFTER, "1");
            default -> {}
        }
        headers.putAll(problem.headers());
        return headers;
    }
}
