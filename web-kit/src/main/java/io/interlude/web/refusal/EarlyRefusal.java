package io.interlude.web.refusal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.journal.json.Json;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Set;

/// Refusals made before there is a request to route, in the form of all others.
public final class EarlyRefusal {
    /// What the server itself answers to what it cannot decode.
    private static final Set<HttpResponseStatus> UNDECODED =
            Set.of(
                    HttpResponseStatus.BAD_REQUEST,
                    HttpResponseStatus.REQUEST_URI_TOO_LONG,
                    HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                    HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);

    private static final Problem TOO_LONG =
            Problem.of(
                    Reason.INVALID_REQUEST,
                    "The request line or the headers are too long: send less.");
    private static final Problem TOO_MANY_CONNECTIONS =
            Problem.of(Reason.OVERLOADED, "Too many connections are open: come back in a second.");

    private static final Problem TOO_MANY_HEADS =
            Problem.of(
                    Reason.OVERLOADED,
                    "Too many long request lines and headers are under way: come back in a second.");

    private EarlyRefusal() {}

    /// Whether the answer is one of the server's own, which have no body.
    public static boolean isBare(FullHttpResponse answer) {
        return UNDECODED.contains(answer.status())
                && !answer.content().isReadable()
                && !answer.headers().contains(HttpHeaderNames.CONTENT_TYPE);
    }

    /// The same refusal with a body. The connection ends with it, as its bytes make no sense.
    public static FullHttpResponse inFull(FullHttpResponse bare) {
        boolean unreadable = bare.status().equals(HttpResponseStatus.BAD_REQUEST);
        bare.release();
        byte[] body = json(unreadable ? ErrorMapping.unreadable() : TOO_LONG);
        FullHttpResponse answer =
                new DefaultFullHttpResponse(
                        bare.protocolVersion(),
                        HttpResponseStatus.BAD_REQUEST,
                        Unpooled.wrappedBuffer(body));
        answer.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        return answer;
    }

    /// A whole answer as bytes.
    public static byte[] tooManyConnections() {
        return whole(TOO_MANY_CONNECTIONS);
    }

    /// A whole answer as bytes.
    public static byte[] tooManyHeads() {
        return whole(TOO_MANY_HEADS);
    }

    private static byte[] whole(Problem problem) {
        byte[] body = json(problem);
        String head =
                "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
                        + "Retry-After: 1\r\nConnection: close\r\nContent-Length: "
                        + body.length
                        + "\r\n\r\n";
        return (head + new String(body, UTF_8)).getBytes(UTF_8);
    }

    static byte[] json(Problem problem) {
        return Json.MAPPER
                .createObjectNode()
                .put("reason", problem.reason().wireName())
                .put("description", problem.description())
                .toString()
                .getBytes(UTF_8);
    }
}
