package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionMetricsTest {
    private static final int MOST = 8;

    private final ConnectionMetrics metrics = new ConnectionMetrics(new SimpleMeterRegistry());

    private boolean opens(String address) {
        return metrics.opened(new InetSocketAddress(address, 40_000), MOST);
    }

    private int admittedOf(String address) {
        int admitted = 0;
        for (int i = 0; i < 2 * MOST; i++) {
            admitted += opens(address) ? 1 : 0;
        }
        return admitted;
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 4",
        "2001:db8::7, 4",
        "127.0.0.1, 8",
        "10.1.2.3, 8",
        "fd00::1, 8",
    })
    void oneNetworkOfVisitorsHasHalfOfAllConnections(String address, int admitted) {
        assertThat(admittedOf(address)).isEqualTo(admitted);
    }

    @Test
    void addressesOfOneNetworkShareItsHalf() {
        assertThat(admittedOf("2001:db8::1")).isEqualTo(MOST / 2);
        assertThat(opens("2001:db8::2")).isFalse();
    }

    @Test
    void anotherNetworkFindsRoom() {
        for (int i = 0; i < MOST / 2; i++) {
            assertThat(opens("203.0.113.7")).isTrue();
        }

        assertThat(opens("203.0.113.7")).isFalse();
        metrics.closed(new InetSocketAddress("203.0.113.7", 40_000));
        assertThat(opens("198.51.100.1")).isTrue();
    }

    @Test
    void whatIsClosedMakesRoom() {
        assertThat(admittedOf("203.0.113.7")).isEqualTo(MOST / 2);
        for (int i = 0; i < 2 * MOST; i++) {
            metrics.closed(new InetSocketAddress("203.0.113.7", 40_000));
        }

        assertThat(admittedOf("203.0.113.7")).isEqualTo(MOST / 2);
    }
}
