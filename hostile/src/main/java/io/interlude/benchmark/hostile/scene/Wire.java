package io.interlude.benchmark.hostile.scene;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Connections that are kept open, and closed together. Used by one thread.
public final class Wire implements AutoCloseable {
    private final Scene scene;
    private final List<Socket> sockets = new ArrayList<>();

    public Wire(Scene scene) {
        this.scene = scene;
    }

    /// Opens one more and sends something, as long as the product takes it.
    public void open(byte[]... parts) {
        try {
            Socket socket = scene.api().open();
            sockets.add(socket);
            scene.countUnanswered(1);
            for (byte[] part : parts) {
                socket.getOutputStream().write(part);
            }
        } catch (IOException _) {
            // Refused, or cut off: that is its answer.
        }
    }

    /// Sends something more on each.
    public void sendOnEach(String text) {
        for (Socket socket : sockets) {
            try {
                socket.getOutputStream().write(text.getBytes(ISO_8859_1));
            } catch (IOException _) {
                // The same.
            }
        }
    }

    /// Takes a little of each answer, until the time of the attack is over.
    public void readSlowly(int bytesEach) throws InterruptedException {
        byte[] buffer = new byte[bytesEach];
        while (scene.timeLeft()) {
            for (Socket socket : sockets) {
                try {
                    if (socket.getInputStream().available() > 0) {
                        var _ = socket.getInputStream().read(buffer);
                    }
                } catch (IOException _) {
                    // The same.
                }
            }
            Target.pause(100);
        }
    }

    public static byte[] text(String text) {
        return text.getBytes(ISO_8859_1);
    }

    public static String word() {
        return Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), 36);
    }

    @Override
    public void close() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException _) {
                // It is gone either way.
            }
        }
    }
}
