package io.interlude.journal.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void neverTheSameTwiceAndNoneThatClientsAreGiven() {
        Set<Integer> told = new HashSet<>();

        for (int i = 0; i < 20; i++) {
            told.add(FreePorts.one());
        }

        assertThat(told).hasSize(20).allMatch(port -> port >= 12_000 && port < 32_000);
    }

    @Test
    void aPortThatIsTakenIsPassedOver() throws IOException {
        int port = FreePorts.one();
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port + 2));

            int first = FreePorts.row(3);

            assertThat(first).isGreaterThan(port + 2);
            assertThat(FreePorts.one()).isGreaterThanOrEqualTo(first + 3);
        }
    }
}
