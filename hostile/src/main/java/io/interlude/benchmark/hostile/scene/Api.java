package io.interlude.benchmark.hostile.scene;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// Requests on connections of their own, whose bytes are written as given. A request that is not
/// answered has the status 0. Safe for use by many threads.
public record Api(URI base) {
    static final String ORIGIN = "https://pages.example.com";

    private static final int DEADLINE_MILLIS = 20_000;
    private static final int MOST_READ_BYTES = 48 << 20;
    private static final String JSON = "application/json";

    public Answer get(String path, String key) {
        return send("GET", path, key, "");
    }

    public Answer post(String path, String key, String body) {
        return send("POST", path, key, body);
    }

    /// Sends JSON, as a page of the allowed origin would.
    ///
    /// @param key empty for none
    /// @param headers further ones, each a line
    public Answer send(String method, String path, String key, String body, String... headers) {
        return exchange(bytes(method, path, key, JSON, body.getBytes(UTF_8), headers));
    }

    /// The bytes of a whole request.
    public byte[] bytes(
            String method, String path, String key, String type, byte[] body, String... headers) {
        String framing =
                body.length == 0
                        ? ""
                        : "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n";
        byte[] head = (head(method, path, key, headers) + framing + "\r\n").getBytes(ISO_8859_1);
        byte[] all = new byte[head.length + body.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    /// Request line and headers, but for those of the body and the empty line.
    public String head(String method, String path, String key, String... headers) {
        StringBuilder head = new StringBuilder();
        head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: ");
        head.append(base.getAuthority()).append("\r\nConnection: close\r\n");
        if (key.startsWith("il_tag_")) {
            head.append("Origin: ").append(ORIGIN).append("\r\n");
        }
        if (!key.isEmpty()) {
            head.append("Authorization: Bearer ").append(key).append("\r\n");
        }
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.toString();
    }

    /// A request that asks for the connection to be closed.
    public Answer exchange(byte[] request) {
        long startNanos = System.nanoTime();
        byte[] answer = {};
        try (Socket socket = open()) {
            try {
                socket.getOutputStream().write(request);
            } catch (IOException _) {
                // It may have answered and closed.
            }
            answer = read(socket.getInputStream());
        } catch (IOException _) {
            // No connection.
        }
        return Answer.of(answer, (System.nanoTime() - startNanos) / 1e6);
    }

    public Socket open() throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), DEADLINE_MILLIS);
        socket.setSoTimeout(DEADLINE_MILLIS);
        return socket;
    }

    private static byte[] read(InputStream in) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        byte[] buffer = new byte[16 << 10];
        try {
            for (int n = in.read(buffer);
                    n >= 0 && answer.size() < MOST_READ_BYTES;
                    n = in.read(buffer)) {
                answer.write(buffer, 0, n);
            }
        } catch (IOException _) {
            // What came until then tells.
        }
        return answer.toByteArray();
    }

    /// An answer of the product.
    ///
    /// @param status 0 for none
    /// @param whole whether the answer came to its end
    public record Answer(int status, String body, boolean whole, double millis) {
        private static Answer of(byte[] bytes, double millis) {
            String text = new String(bytes, ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            if (end < 0 || !text.startsWith("HTTP/1.1 ")) {
                return new Answer(0, "", false, millis);
            }
            String head = text.substring(0, end).toLowerCase(Locale.ROOT);
            String content = text.substring(end + 4);
            int status = Integer.parseInt(head.substring(9, 12));
            if (head.contains("\r\ntransfer-encoding: chunked")) {
                boolean whole = content.endsWith("0\r\n\r\n");
                return new Answer(status, utf8(joined(content)), whole, millis);
            }
            int length = head.indexOf("\r\ncontent-length: ");
            int lineEnd = head.indexOf("\r\n", length + 1);
            boolean whole =
                    length < 0
                            || content.length()
                                    == Long.parseLong(
                                            head.substring(
                                                    length + 18,
                                                    lineEnd < 0 ? head.length() : lineEnd));
            return new Answer(status, utf8(content), whole, millis);
        }

        private static String utf8(String bytes) {
            return new String(bytes.getBytes(ISO_8859_1), UTF_8);
        }

        private static String joined(String chunks) {
            StringBuilder content = new StringBuilder();
            int at = 0;
            for (int line = chunks.indexOf("\r\n"); line > at; line = chunks.indexOf("\r\n", at)) {
                int size = Integer.parseInt(chunks.substring(at, line), 16);
                int from = line + 2;
                content.append(chunks, from, Math.min(chunks.length(), from + size));
                at = Math.min(chunks.length(), from + size + 2);
            }
            return content.toString();
        }

        public boolean good() {
            return status / 100 == 2 && whole;
        }

        /// Served, refused, or cut off: no fault of the product's own.
        boolean sane() {
            return status < 500 || status == 503;
        }

        public JsonNode json() {
            try {
                return JsonMapper.shared().readTree(body);
            } catch (JacksonException _) {
                return MissingNode.getInstance();
            }
        }

        public String text(String field) {
            return json().path(field).asString("");
        }

        /// Status and reason.
        public String said() {
            return status + (status < 400 || status > 599 ? "" : " " + text("reason"));
        }
    }
}
