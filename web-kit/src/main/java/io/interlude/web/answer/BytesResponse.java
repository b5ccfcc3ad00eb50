package io.interlude.web.answer;

import static org.springframework.http.HttpHeaders.CONTENT_TYPE;

import io.interlude.web.limits.Place;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/// An answer whose body is in memory, written in one piece past the message writers.
///
/// A large one is counted for the request's owner until it is sent. So is what the sockets hold of
/// it beside the heap, which is never more.
public final class BytesResponse implements ServerResponse {
    /// Largest body that is not counted: the number of requests at once bounds these.
    public static final int LARGEST_UNCOUNTED = 8 * 1_024;

    /// The same where no key allows the request: the number of connections bounds these.
    public static final int LARGEST_UNCOUNTED_OF_STRANGER = 256;

    private final HttpStatusCode status;
    private final HttpHeaders headers = new HttpHeaders();
    private final byte[] body;

    BytesResponse(
            int status, @Nullable String contentType, byte[] body, Map<String, String> headers) {
        this.status = HttpStatusCode.valueOf(status);
        this.body = body;
        if (contentType != null) {
            this.headers.set(CONTENT_TYPE, contentType);
        }
        headers.forEach(this.headers::set);
    }

    /// Sends the answer past WebFlux, where there is no exchange.
    public Publisher<Void> sendTo(HttpServerResponse response) {
        response.status(status.value());
        headers.forEach((name, values) -> values.forEach(v -> response.header(name, v)));
        response.header(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length));
        return response.sendByteArray(Mono.just(body));
    }

    @Override
    public HttpStatusCode statusCode() {
        return status;
    }

    @Override
    public HttpHeaders headers() {
        return headers;
    }

    @Override
    public MultiValueMap<String, ResponseCookie> cookies() {
        return new LinkedMultiValueMap<>();
    }

    @Override
    public Mono<Void> writeTo(ServerWebExchange exchange, Context context) {
        if (exchange.getAttribute(Place.ATTRIBUTE) instanceof Place place) {
            count(exchange.getRequest().getMethod(), place);
        }
        ServerHttpResponse response = exchange.getResponse();
        response.setStatusCode(status);
        headers.forEach((name, values) -> response.getHeaders().put(name, values));
        if (mayHaveBody()) {
            response.getHeaders().setContentLength(body.length);
        }
        return body.length == 0
                ? response.setComplete()
                : response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    /// What has changed something is answered in any case.
    private void count(HttpMethod method, Place place) {
        int uncounted = place.isOfStranger() ? LARGEST_UNCOUNTED_OF_STRANGER : LARGEST_UNCOUNTED;
        if (body.length <= uncounted) {
            return;
        }
        if (method.equals(HttpMethod.GET)) {
            place.take(body.length);
        } else {
            place.takeAnyway(body.length);
        }
    }

    /// RFC 9110 forbids a content length on these.
    private boolean mayHaveBody() {
        return status.value() != 204 && status.value() != 304 && !status.is1xxInformational();
    }
}
