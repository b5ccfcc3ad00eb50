package io.interlude.benchmark.load.floor;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// One keep-alive HTTP/1.1 connection that costs the generator as little as possible, so that the
/// server is what is measured. Reads answers with a Content-Length, chunks or no body. Used by one
/// thread.
public final class RawConnection implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 16 << 10;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final StringBuilder line = new StringBuilder();

    /// Connects, within 10 s.
    public RawConnection(URI base) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), DEADLINE_MILLIS);
        socket.setSoTimeout(DEADLINE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        out = socket.getOutputStream();
    }

    /// The bytes of a request; made once where the body does not change.
    public static byte[] request(
            String method, URI base, String path, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head =
                method
                        + " "
                        + path
                        + " HTTP/1.1\r\nHost: "
                        + base.getAuthority()
                        + "\r\n"
                        + headers
                        + (content.length == 0
                                ? ""
                                : "Content-Type: application/json\r\nContent-Length: "
                                        + content.length
                                        + "\r\n")
                        + "\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[start.length + content.length];
        System.arraycopy(start, 0, request, 0, start.length);
        System.arraycopy(content, 0, request, start.length, content.length);
        return request;
    }

    /// Sends a request and reads its whole answer.
    public Answer exchange(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        int status = Integer.parseInt(readLine().substring(9, 12));
        long length = -1;
        boolean chunked = false;
        for (String header = readLine(); !header.isEmpty(); header = readLine()) {
            if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Long.parseLong(header.substring(15).strip());
            } else if (header.regionMatches(true, 0, "transfer-encoding:", 0, 18)) {
                chunked = header.endsWith("chunked");
            }
        }
        if (chunked) {
            return new Answer(status, text(readChunks()));
        }
        boolean bodiless = status == 204 || status == 304 || length <= 0;
        return new Answer(status, bodiless ? "" : text(readExactly((int) length)));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(readLine(), 16);
                size > 0;
                size = Integer.parseInt(readLine(), 16)) {
            body.writeBytes(readExactly(size));
            readLine();
        }
        readLine();
        return body.toByteArray();
    }

    private byte[] readExactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the answer ended early");
        }
        return bytes;
    }

    private String readLine() throws IOException {
        line.setLength(0);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /// Status and body of an answer.
    public record Answer(int status, String body) {}
}
