package io.interlude.journal.loopback;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/// Ports of 127.0.0.1 for servers that are started a moment later, maybe as other processes.
///
/// All lie below 32,768, from where on Linux gives ports to clients (IANA from 49,152, RFC 6335): a
/// connection that anybody opens meanwhile can't take one of them. No process is told the same port
/// twice until it has been told all, and each begins its search elsewhere.
public final class FreePorts {
    private static final int LOWEST = 12_000;
    private static final int COUNT = 20_000;

    /// As many ports as a process is likely to ask for.
    private static final int STRETCH = 100;

    private static int next = (int) (ProcessHandle.current().pid() * STRETCH % COUNT);

    private FreePorts() {}

    /// A free port.
    ///
    /// @throws IllegalStateException when there is none
    public static int one() {
        return row(1);
    }

    /// The first of so many free ports on end.
    ///
    /// @param count 1 to 20,000
    /// @throws IllegalStateException when there are none
    public static synchronized int row(int count) {
        for (int tried = 0; tried < COUNT; tried++) {
            int first = next + count > COUNT ? 0 : next;
            next = first + 1;
            if (areFree(LOWEST + first, count)) {
                next = first + count;
                return LOWEST + first;
            }
        }
        throw new IllegalStateException("no %d ports on end are free".formatted(count));
    }

    private static boolean areFree(int first, int count) {
        for (int port = first; port < first + count; port++) {
            try (ServerSocket socket = new ServerSocket()) {
                // As servers do: a port whose last connections are only closing counts as free.
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
