package io.interlude.web.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.journal.waiting.Eventually;
import io.interlude.web.answer.Answers;
import io.interlude.web.route.RouteTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

/// What is behind the endpoint is taken down as soon as it has stopped, so nothing may come through
/// it any more: neither by a new connection nor by one that slipped in meanwhile.
class HttpEndpointStopIT {
    private static final int CLIENTS = 48;
    private static final int ROUNDS = 8;
    private static final byte[] REQUEST = "GET /now HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII);

    @Test
    void answersNobodyOnceItHasStopped() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            // given clients that connect again as soon as they are cut off
            Traffic traffic = new Traffic();
            HttpEndpoint endpoint =
                    LoopbackServer.of(List.of(traffic::register), new SimpleMeterRegistry());
            endpoint.start();
            traffic.clients(endpoint.port());
            Eventually.holds("calls are made", () -> traffic.handled.get() > 10 * CLIENTS);

            // when
            endpoint.stop();
            int whenStopped = traffic.handled.get();
            traffic.end();

            // then
            assertThat(traffic.handled).hasValue(whenStopped);
        }
    }

    private static final class Traffic {
        private final AtomicInteger handled = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        void register(RouteTable routes) {
            routes.handle(
                    HttpMethod.GET,
                    "/now",
                    _ -> {
                        handled.incrementAndGet();
                        return Answers.empty(204);
                    });
        }

        void clients(int port) {
            for (int i = 0; i < CLIENTS; i++) {
                threads.add(Thread.ofVirtual().start(() -> call(port)));
            }
        }

        /// Each client makes some more calls, as far as it is let.
        void end() throws InterruptedException {
            over.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private void call(int port) {
            for (boolean last = false; !last; ) {
                last = over.get();
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    for (int calls = 0; exchange(socket) && (!last || calls < 3); calls++) {
                        last |= over.get();
                    }
                } catch (IOException _) {
                    // Refused, or cut off: that is what is to happen.
                }
            }
        }

        private static boolean exchange(Socket socket) throws IOException {
            socket.getOutputStream().write(REQUEST);
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return false;
                }
                head.append((char) next);
            }
            return true;
        }
    }
}
