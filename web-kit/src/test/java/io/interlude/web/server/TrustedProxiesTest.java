package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
    private static final TrustedProxies PROXIES =
            new TrustedProxies(
                    Stream.of("127.0.0.1", "10.0.0.0/8", "fd00::/8")
                            .map(AddressRange::parse)
                            .toList());

    @ParameterizedTest(name = "{0} saying \"{1}\" asks for {2}")
    @CsvSource({
        // One hop, two hops, and a hop of IPv6.
        "127.0.0.1, '203.0.113.7', 203.0.113.7",
        "127.0.0.1, '203.0.113.7, 10.1.2.3', 203.0.113.7",
        "fd00::1, '2001:db8::7', 2001:db8::7",
        // What the client wrote stands before what the proxy added.
        "127.0.0.1, '198.51.100.1, 203.0.113.7', 203.0.113.7",
        "127.0.0.1, '10.9.9.9, 203.0.113.7', 203.0.113.7",
        "127.0.0.1, '198.51.100.1, 203.0.113.7, 10.1.2.3', 203.0.113.7",
        // Nobody believes a stranger.
        "203.0.113.7, '198.51.100.1', 203.0.113.7",
        "203.0.113.7, '127.0.0.1', 203.0.113.7",
        "11.0.0.1, '198.51.100.1', 11.0.0.1",
        // What is no address ends the search where it stands.
        "127.0.0.1, 'unknown', 127.0.0.1",
        "127.0.0.1, '198.51.100.1, not-an-address', 127.0.0.1",
        "127.0.0.1, '198.51.100.1,', 127.0.0.1",
        "127.0.0.1, '', 127.0.0.1",
        "127.0.0.1, 'localhost', 127.0.0.1",
        // A chain of proxies alone: the first of them.
        "127.0.0.1, '10.1.1.1, 10.1.2.3', 10.1.1.1",
    })
    void takesTheLastHopThatIsNoProxyForTheClient(String sender, String header, String client) {
        assertThat(PROXIES.client(InetAddress.ofLiteral(sender), List.of(header)))
                .isEqualTo(InetAddress.ofLiteral(client));
    }

    @ParameterizedTest
    @CsvSource({"203.0.113.7, 198.51.100.1", "198.51.100.1, 203.0.113.7"})
    void readsSeveralHeadersAsOne(String first, String second) {
        assertThat(PROXIES.client(InetAddress.ofLiteral("127.0.0.1"), List.of(first, second)))
                .isEqualTo(InetAddress.ofLiteral(second));
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.200, true",
        "0.0.0.0/0, 203.0.113.7, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, 127.0.0.2, false",
    })
    void aNetworkHasTheAddressesThatShareItsPrefix(String range, String address, boolean within) {
        assertThat(AddressRange.parse(range).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(within);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "1/2/3"})
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> AddressRange.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
