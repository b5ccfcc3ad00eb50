package io.interlude.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.interlude.catalogue.key.Caller;
import io.interlude.catalogue.key.KeyKind;
import io.interlude.catalogue.key.RingKey;
import io.interlude.domain.identity.KeyId;
import io.interlude.domain.identity.OrgId;
import io.interlude.web.refusal.ProblemException;
import io.interlude.web.refusal.Reason;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RateLimits limits =
            new RateLimits(new RateLimits.Defaults(0, 2, 0, 0, 3), meters);

    private static RingKey aKey(String id, KeyKind kind, @Nullable Integer perSecond) {
        return new RingKey(
                new Caller(new OrgId("acme"), new KeyId(id), kind, null), Set.of(), perSecond);
    }

    private Optional<ProblemException> refusal(Runnable request) {
        return Optional.ofNullable(catchThrowableOfType(ProblemException.class, request::run));
    }

    private static Optional<InetSocketAddress> from(String address) {
        return Optional.of(new InetSocketAddress(address, 1));
    }

    @Test
    void holdsAKeyToItsOwnLimit() {
        RingKey key = aKey("k", KeyKind.FETCH, 1);

        limits.admit(key);
        ProblemException refusal = refusal(() -> limits.admit(key)).orElseThrow();

        assertThat(refusal.problem().reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(refusal.problem().headers()).containsEntry("Retry-After", "1");
        assertThat(meters.get("http.server.rate.limited").tag("key", "fetch").counter().count())
                .isEqualTo(1);
    }

    @Test
    void holdsATagWithoutALimitToTheDefaultAndOtherKeysToNone() {
        RingKey tag = aKey("t", KeyKind.TAG, null);
        limits.admit(tag);
        limits.admit(tag);
        assertThat(refusal(() -> limits.admit(tag))).isPresent();

        RingKey fetch = aKey("f", KeyKind.FETCH, null);
        for (int i = 0; i < 1_000; i++) {
            limits.admit(fetch);
        }
    }

    @Test
    void makesAKeyWaitForTheEventsOfItsBatches() {
        RingKey key = aKey("k", KeyKind.FETCH, 10);
        limits.admit(key);
        limits.charge(key.caller(), 99);

        ProblemException refusal = refusal(() -> limits.admit(key)).orElseThrow();

        assertThat(Integer.parseInt(refusal.problem().headers().get("Retry-After")))
                .isBetween(9, 10);
    }

    @Test
    void limitsWhatNoKeyAllowsByAddress() {
        for (int i = 0; i < 3; i++) {
            limits.admitStranger(from("192.0.2.1"));
        }

        assertThat(refusal(() -> limits.admitStranger(from("192.0.2.1")))).isPresent();
        assertThat(refusal(() -> limits.admitStranger(from("192.0.2.2")))).isEmpty();
    }

    @Test
    void takesAnIpv6NetworkForOneAddress() {
        for (int i = 1; i <= 3; i++) {
            limits.admitStranger(from("2001:db8:0:1::" + i));
        }

        assertThat(refusal(() -> limits.admitStranger(from("2001:db8:0:1::9")))).isPresent();
        assertThat(refusal(() -> limits.admitStranger(from("2001:db8:0:2::1")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "10.0.0.1", "192.168.7.7", "fd00::1"})
    void holdsNothingAgainstAnAddressThatStandsForMany(String address) {
        for (int i = 0; i < 1_000; i++) {
            limits.admitStranger(from(address));
        }
        limits.admitStranger(Optional.empty());
    }
}
