package io.interlude.benchmark.fuzz.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One connection that sends any bytes and reads answers strictly.
public final class FuzzConnection implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    public FuzzConnection(URI base) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), DEADLINE_MILLIS);
        socket.setSoTimeout(DEADLINE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    public void endOurSide() throws IOException {
        socket.shutdownOutput();
    }

    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /// The next answer, or nothing when the connection ended before one began.
    ///
    /// @param head whether it is the answer to a HEAD, which has no body
    /// @throws IOException when an answer is malformed, cut short or does not come in time
    public Optional<Answer> read(boolean head) throws IOException {
        for (; ; ) {
            Optional<String> start = firstLine();
            if (start.isEmpty()) {
                return Optional.empty();
            }
            String line = start.get();
            if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9] .*")) {
                throw new IOException("no status line: " + line);
            }
            int status = Integer.parseInt(line.substring(9, 12));
            Map<String, String> headers = headers();
            if (status >= 200) {
                return Optional.of(new Answer(status, headers, text(body(status, headers, head))));
            }
        }
    }

    private static String text(byte[] body) {
        return new String(body, ISO_8859_1);
    }

    private Optional<String> firstLine() throws IOException {
        int first;
        try {
            first = in.read();
        } catch (java.net.SocketException reset) {
            return Optional.empty();
        }
        return first < 0 ? Optional.empty() : Optional.of((char) first + line());
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("no header: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] body(int status, Map<String, String> headers, boolean head) throws IOException {
        if (head || status == 204 || status == 304) {
            return new byte[0];
        }
        if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
            return chunks();
        }
        String length = headers.get("content-length");
        if (length == null) {
            throw new IOException("an answer " + status + " without a length");
        }
        return exactly(Integer.parseInt(length));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16);
                size > 0;
                size = Integer.parseInt(line(), 16)) {
            body.writeBytes(exactly(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ended early");
        }
        return bytes;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer ended early");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// An answer of the product.
    ///
    /// @param headers by lower-case name
    /// @param body one character a byte
    public record Answer(int status, Map<String, String> headers, String body) {
        public String text() {
            return headers + "\n" + body;
        }

        public boolean endsConnection() {
            return headers.getOrDefault("connection", "").equalsIgnoreCase("close");
        }
    }
}
