package io.interlude.benchmark.fuzz.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/// Writes a request that is well-formed HTTP, whatever it asks for.
public final class Http {
    public static final String JSON = "Content-Type: application/json";

    private final String method;
    private final String target;
    private final List<String> headers = new ArrayList<>(List.of("Host: 127.0.0.1"));
    private byte[] body = {};

    private Http(String method, String target) {
        this.method = method;
        this.target = target;
    }

    public static Http of(String method, String target) {
        return new Http(method, target);
    }

    public Http key(String key) {
        return header("Authorization: Bearer " + key);
    }

    public Http header(String line) {
        headers.add(line);
        return this;
    }

    public Http json(String text) {
        return header(JSON).body(text.getBytes(UTF_8));
    }

    public Http body(byte[] bytes) {
        body = bytes;
        return this;
    }

    /// With a Content-Length where there is a body.
    public byte[] bytes() {
        return bytes(body.length == 0 ? "" : "Content-Length: " + body.length + "\r\n", body);
    }

    /// In chunks of a size.
    public byte[] chunked(int chunkBytes) {
        StringBuilder chunks = new StringBuilder();
        for (int from = 0; from < body.length; from += chunkBytes) {
            int length = Math.min(chunkBytes, body.length - from);
            chunks.append(Integer.toHexString(length))
                    .append("\r\n")
                    .append(new String(body, from, length, ISO_8859_1))
                    .append("\r\n");
        }
        return bytes(
                "Transfer-Encoding: chunked\r\n",
                chunks.append("0\r\n\r\n").toString().getBytes(ISO_8859_1));
    }

    /// With framing headers and a body of one's own.
    public byte[] bytes(String framing, byte[] content) {
        byte[] head =
                (method
                                + ' '
                                + target
                                + " HTTP/1.1\r\n"
                                + String.join("\r\n", headers)
                                + "\r\n"
                                + framing
                                + "\r\n")
                        .getBytes(UTF_8);
        byte[] all = new byte[head.length + content.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(content, 0, all, head.length, content.length);
        return all;
    }
}
