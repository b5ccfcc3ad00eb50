package io.interlude.web.server;

import java.time.Duration;

/// The limits of one connection, and the number of connections. A client past a time limit is cut
/// off without an answer: a client too slow to send would be too slow to read it.
///
/// @param mostConnections at once, half of them for one network of visitors; one more is answered
///   503 and closed
/// @param headerTimeout from a request's first byte to the end of its headers
/// @param responseTimeout how long a client may take nothing of an answer
/// @param lingerTimeout how long what is left of a request is read and thrown away after an early
///   answer, so that the client, still sending, gets to read it
/// @param lingerBytes how much of it
public record ConnectionLimits(
        int mostConnections,
        Duration headerTimeout,
        Duration responseTimeout,
        Duration lingerTimeout,
        long lingerBytes) {
    /// Largest head, with few lines, that is not counted, since the number of connections bounds
    /// these.
    public static final int UNCOUNTED_HEAD_BYTES = 1_024;

    /// A head is kept as bytes, as texts and as what they mean.
    public static final int COPIES_OF_HEAD = 3;

    /// A header is objects besides: some lines have four bytes.
    static final int HEAD_LINE_BYTES = 128;

    /// Twice the largest body that any route takes: a client that sends a little too much shall
    /// read that it did, however fast it sends.
    private static final int LINGER_BYTES = 16 << 20;

    private static final Duration LINGER_TIMEOUT = Duration.ofSeconds(2);

    public ConnectionLimits(int mostConnections, Duration headerTimeout, Duration responseTimeout) {
        this(mostConnections, headerTimeout, responseTimeout, LINGER_TIMEOUT, LINGER_BYTES);
    }
}
