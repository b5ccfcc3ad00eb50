package io.interlude.web.warmup;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;

/// A kept-alive connection to the environment's server: no client library, which would have to be
/// loaded for this alone. Used by one thread.
final class WarmUpConnection implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 5_000;
    private static final int STATUS_AT = 9;
    private static final int STATUS_DIGITS = 3;
    private static final String LENGTH = "content-length:";

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    WarmUpConnection(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), DEADLINE_MILLIS);
        socket.setSoTimeout(DEADLINE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /// Sends a request, reads its answer, and returns the status.
    int exchange(byte[] request) throws IOException {
        out.write(request);
        out.flush();
        int status = Integer.parseInt(line().substring(STATUS_AT, STATUS_AT + STATUS_DIGITS));
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the answer ended early");
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
}
