package io.interlude.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteNetworkTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
                "169.254.1.1", "::1", "fe80::1", "fc00::1", "fdff:1::2", "::ffff:10.0.0.1"
            })
    void isNobodysWhereItStandsForMany(String address) {
        assertThat(RemoteNetwork.isAVisitors(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.0.2.1",
                "172.32.0.1",
                "11.0.0.1",
                "2001:db8::1",
                "fe00::1",
                "::ffff:192.0.2.1"
            })
    void isAVisitorsWhereItIsPublic(String address) {
        assertThat(RemoteNetwork.isAVisitors(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    void takesAnIpv6NetworkForOne() {
        assertThat(of("2001:db8:0:1::9")).isEqualTo(of("2001:db8:0:1:ffff::"));
        assertThat(of("2001:db8:0:1::9")).isNotEqualTo(of("2001:db8:0:2::9"));
        assertThat(of("192.0.2.1")).isNotEqualTo(of("192.0.2.2"));
    }

    private static long of(String address) {
        return RemoteNetwork.of(InetAddress.ofLiteral(address));
    }
}
