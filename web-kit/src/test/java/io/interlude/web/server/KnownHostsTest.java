package io.interlude.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownHostsTest {
    private static final KnownHosts LOOPBACK =
            KnownHosts.of("127.0.0.1", List.of("Ads.example.com"));
    private static final KnownHosts OPEN = KnownHosts.of("0.0.0.0", List.of("ads.example.com"));

    @ParameterizedTest
    @CsvSource({
        "localhost, true, true",
        "LOCALHOST:8080, true, true",
        "app.localhost, true, true",
        "127.0.0.1, true, true",
        "127.8.9.1:80, true, true",
        "[::1]:8080, true, true",
        "ads.example.com, true, true",
        "ADS.EXAMPLE.COM:443, true, true",
        "10.1.2.3:8080, false, true",
        "[2001:db8::1], false, true",
        "fetch-service:8080, false, true",
        "fetch.ads.svc.cluster.local, false, true",
        "ads.example.com.evil.example, false, false",
        "evil.example, false, false",
        "127.0.0.1.evil.example, false, false",
        "localhost.evil.example:8080, false, false",
        "2130706433, true, true",
        "[::1, false, false",
    })
    void knowsItsNames(String host, boolean onLoopback, boolean open) {
        assertThat(LOOPBACK.knows(host)).isEqualTo(onLoopback);
        assertThat(OPEN.knows(host)).isEqualTo(open);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":80", "[]", "a b.example", "@"})
    void knowsNothingThatIsNoName(String host) {
        assertThat(LOOPBACK.knows(host)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:3000, true",
        "https://ads.example.com, true",
        "https://evil.example, false",
        "null, false",
        "http://, false",
        "::, false",
    })
    void knowsTheOriginsOfItsOwnPages(String origin, boolean known) {
        assertThat(LOOPBACK.knowsOrigin(origin)).isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "x", "10.0.0.1"})
    void knowsEveryNameWhereThatIsAsked(String host) {
        assertThat(KnownHosts.of("127.0.0.1", List.of("*")).knows(host)).isTrue();
    }
}
