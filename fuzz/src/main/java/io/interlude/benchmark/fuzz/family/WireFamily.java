package io.interlude.benchmark.fuzz.family;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.benchmark.fuzz.request.BadRequest;
import io.interlude.benchmark.fuzz.request.BadRequest.Ending;
import io.interlude.benchmark.fuzz.request.Canaries;
import io.interlude.benchmark.fuzz.request.Draw;
import io.interlude.benchmark.fuzz.request.Expectation;
import io.interlude.benchmark.fuzz.request.FuzzOrg;
import io.interlude.benchmark.fuzz.request.Http;
import java.io.ByteArrayOutputStream;

/// Requests that no HTTP client would send. One that a server must refuse by RFC 9112 carries a
/// good event, so that a server that takes it in writes a record; one that a server may put up
/// with, a wrong key.
record WireFamily(FuzzOrg org, Canaries canaries) implements Family {
    private static final String CRLF = "\r\n";

    @Override
    public BadRequest next(Draw draw) {
        return switch (draw.below(10)) {
            case 0 -> requestLine(draw);
            case 1 -> contentLength(draw);
            case 2 -> chunks(draw);
            case 3 -> smuggled(draw);
            case 4 -> headers(draw);
            case 5 -> tolerated(draw);
            case 6 -> half(draw);
            case 7 -> pipelined(draw);
            case 8 -> expectOrUpgrade(draw);
            default -> noise(draw);
        };
    }

    private static BadRequest wire(String kind, String text, Integer... statuses) {
        return wire(kind, text.getBytes(ISO_8859_1), statuses);
    }

    private static BadRequest wire(String kind, byte[] bytes, Integer... statuses) {
        return new BadRequest(
                "wire", kind, bytes, Expectation.problem(statuses).orClosed(), Ending.FRESH);
    }

    private String event(Draw draw) {
        return FuzzOrg.goodEvent(org.fetchIds().get(draw.below(org.fetchIds().size())));
    }

    /// Start of a good POST of an event, up to its framing.
    private String post() {
        return post("POST /v1/event HTTP/1.1", org.keys().fetch());
    }

    private static String post(String requestLine, String key) {
        return requestLine
                + CRLF
                + "Host: 127.0.0.1"
                + CRLF
                + "Authorization: Bearer "
                + key
                + CRLF
                + Http.JSON
                + CRLF;
    }

    private String wrongKey() {
        return "il_fetch_" + canaries.key();
    }

    private static String length(String body) {
        return "Content-Length: " + body.length() + CRLF;
    }

    private BadRequest requestLine(Draw draw) {
        String line =
                draw.of(
                        "POST /v1/event",
                        "POST",
                        "",
                        " ",
                        "POST  HTTP/1.1",
                        "POST /v1/event HTTP/1.1 x",
                        "POST /v1/event HTTP/9.9",
                        "POST /v1/event HTTP/2.0",
                        "POST /v1/event HTTP/1.",
                        "POST /v1/event http/1.1",
                        "POST /v1/event HTTQ/1.1",
                        "POST /v1/ev ent HTTP/1.1",
                        "PO\u0000ST /v1/event HTTP/1.1",
                        "P(O)ST /v1/event HTTP/1.1",
                        "POST\u000b/v1/event HTTP/1.1",
                        "POST /v1/event HTTP/1.1\r",
                        "POST /v1/event HTTP/11.1",
                        "POST /v1/\u0000 HTTP/1.1",
                        "x".repeat(70_000));
        String body = event(draw);
        return wire(
                "request line",
                post(line, wrongKey()) + length(body) + CRLF + body,
                400,
                401,
                404,
                405);
    }

    private BadRequest contentLength(Draw draw) {
        String body = event(draw);
        int right = body.length();
        String framing =
                draw.of(
                        "Content-Length: " + right + CRLF + "Content-Length: " + (right + 1),
                        "Content-Length: " + right + ", " + (right - 1),
                        "Content-Length: -1",
                        "Content-Length: +" + right,
                        "Content-Length: 0x" + Integer.toHexString(right),
                        "Content-Length: x",
                        "Content-Length:",
                        "Content-Length: " + right + " 0",
                        "Content-Length: 99999999999999999999",
                        "Content-Length: " + right + ".0",
                        "Content-Length : " + right,
                        "Content-Length: \u000b" + right);
        return wire("Content-Length", post() + framing + CRLF + CRLF + body, 400, 413);
    }

    private BadRequest chunks(Draw draw) {
        String body = event(draw);
        String size = Integer.toHexString(body.length());
        String chunks =
                draw.of(
                        "x" + CRLF + body,
                        "-1" + CRLF + body,
                        "0x" + size + CRLF + body,
                        size + body,
                        CRLF + body,
                        "fffffffffffffffff" + CRLF + body,
                        Integer.toHexString(body.length() - 1) + CRLF + body,
                        size + CRLF + body + "x" + CRLF,
                        " " + CRLF + size + CRLF + body,
                        "\u0000" + CRLF + body,
                        size + ";" + "e".repeat(70_000) + CRLF + body);
        return wire(
                        "chunks",
                        post()
                                + "Transfer-Encoding: chunked"
                                + CRLF
                                + CRLF
                                + chunks
                                + CRLF
                                + "0"
                                + CRLF
                                + CRLF,
                        400,
                        413)
                .ending(Ending.HALF);
    }

    /// A good event in the place where only one of two readings of the framing finds a request.
    private BadRequest smuggled(Draw draw) {
        String event = event(draw);
        String inner = post() + length(event) + CRLF + event;
        String chunked =
                "Transfer-Encoding: "
                        + draw.of(
                                "chunked",
                                "Chunked",
                                "chunked, identity",
                                "identity, chunked",
                                "xchunked",
                                "\u000bchunked",
                                "chunked\u0000",
                                "\"chunked\"",
                                "chunked;x",
                                "gzip, chunked",
                                "chunked, chunked");
        String body = "0" + CRLF + CRLF + inner;
        String framing =
                switch (draw.below(4)) {
                    case 0 -> length(body) + chunked + CRLF;
                    case 1 -> chunked + CRLF + length(body);
                    case 2 -> length(body) + "Transfer-Encoding : chunked" + CRLF;
                    default -> length(body) + "X: y" + CRLF + " " + chunked + CRLF;
                };
        return wire(
                "smuggling",
                post("POST /v1/event HTTP/1.1", wrongKey()) + framing + CRLF + body,
                400,
                401);
    }

    private BadRequest headers(Draw draw) {
        String body = event(draw);
        String bad =
                draw.of(
                        "X : y",
                        "X\u0000Y: z",
                        " X: y",
                        "(X): y",
                        "X y: z",
                        "X",
                        ": y",
                        "X: a\u0000b",
                        "X\u007f: y",
                        "X: " + "y".repeat(20_000),
                        ("X: y" + CRLF).repeat(5_000).strip(),
                        "\u00e9: y",
                        "X@: y");
        // A good request but for this header: first, so that the rest is not taken for its value.
        String text =
                "POST /v1/event HTTP/1.1"
                        + CRLF
                        + "Host: 127.0.0.1"
                        + CRLF
                        + bad
                        + CRLF
                        + post().substring(post().indexOf(CRLF) + 2)
                        + length(body)
                        + CRLF
                        + body;
        return wire("headers", text, 400);
    }

    /// A deviation that a server may put up with.
    private BadRequest tolerated(Draw draw) {
        String body = event(draw);
        String good = post("POST /v1/event HTTP/1.1", wrongKey()) + length(body) + CRLF + body;
        String text =
                switch (draw.below(6)) {
                    case 0 -> good.replace(CRLF, "\n");
                    case 1 -> good.replaceFirst("Host: 127.0.0.1" + CRLF, "");
                    case 2 -> good.replaceFirst("Host: ", "Host: a" + CRLF + "Host: ");
                    case 3 ->
                            good.replaceFirst(
                                    CRLF + "Content-Type:",
                                    CRLF + "X: a" + CRLF + "\tb" + CRLF + "Content-Type:");
                    case 4 -> good.replace("HTTP/1.1", "HTTP/1.0");
                    default -> CRLF.repeat(draw.between(1, 20)) + good;
                };
        return wire("tolerated", text, 400, 401);
    }

    /// Less than it announces, and then our side, or the connection, ends.
    private BadRequest half(Draw draw) {
        String body = event(draw);
        String framing =
                draw.of(
                        "Content-Length: " + (body.length() + draw.between(1, 9_000)) + CRLF,
                        "Transfer-Encoding: chunked" + CRLF);
        String chunked = framing.startsWith("T") ? Integer.toHexString(body.length()) + CRLF : "";
        String good = post() + framing + CRLF + chunked + body;
        int cut = draw.oneIn(2) ? good.length() : draw.between(1, good.length());
        return wire("half", good.substring(0, cut), 400, 408)
                .ending(draw.of(Ending.HALF, Ending.RESET));
    }

    /// As many answers as requests. The server may end the connection as soon as it sees that the
    /// last is none.
    private BadRequest pipelined(Draw draw) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int requests = draw.between(2, 12);
        for (int i = 0; i < requests; i++) {
            all.writeBytes(Http.of("GET", "/v1/fetch/v2").key(draw.of(wrongKey(), "x")).bytes());
        }
        boolean broken = draw.oneIn(3);
        if (broken) {
            all.writeBytes(draw.of("X\r\n\r\n", "GET /\u0000 x\r\n\r\n").getBytes(UTF_8));
            requests++;
        }
        Expectation expected = Expectation.problem(400, 401).times(requests);
        return new BadRequest(
                "wire",
                "pipelined",
                all.toByteArray(),
                broken ? expected.orClosed() : expected,
                Ending.FRESH);
    }

    private BadRequest expectOrUpgrade(Draw draw) {
        String body = event(draw);
        String header =
                draw.of(
                        "Expect: 100-continue",
                        "Expect: banana",
                        "Expect: ",
                        "Upgrade: h2c"
                                + CRLF
                                + "Connection: Upgrade, HTTP2-Settings"
                                + CRLF
                                + "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
                        "Upgrade: websocket" + CRLF + "Connection: Upgrade",
                        "Connection: close, keep-alive, x",
                        "TE: trailers, x",
                        "Trailer: Content-Length",
                        "Content-Encoding: gzip");
        return wire(
                "expect, upgrade",
                post("POST /v1/event HTTP/1.1", wrongKey())
                        + header
                        + CRLF
                        + length(body)
                        + CRLF
                        + body,
                400,
                401);
    }

    private static BadRequest noise(Draw draw) {
        byte[] bytes =
                switch (draw.below(4)) {
                    case 0 -> draw.bytes(draw.between(1, 3_000));
                    case 1 -> "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);
                    case 2 ->
                            new byte[] {
                                22,
                                3,
                                1,
                                2,
                                0,
                                1,
                                0,
                                1,
                                (byte) 252,
                                3,
                                3,
                                1,
                                2,
                                3,
                                4,
                                13,
                                10,
                                13,
                                10
                            };
                    default ->
                            draw.of(
                                            "HELO x\r\nMAIL FROM:<a@b>\r\n\r\n",
                                            "GET /",
                                            "\r\n\r\n\r\n",
                                            "\u0000\u0000\u0000",
                                            "SSH-2.0-x\r\n",
                                            "{}\r\n\r\n")
                                    .getBytes(ISO_8859_1);
                };
        return wire("noise", bytes, 400, 401, 404, 405).ending(Ending.HALF);
    }
}
