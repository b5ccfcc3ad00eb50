package io.interlude.domain.reach;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SubscriberHashTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final Subscriber SUBSCRIBER = new Subscriber("ana");

    @Test
    void dependsOnKeyOrgAndSubscriber() {
        // given
        SubscriberHash hash = new SubscriberHash(keys(1));
        long expected = hash.of(ORG, SUBSCRIBER);

        // then
        assertThat(new SubscriberHash(keys(1)).of(ORG, SUBSCRIBER)).isEqualTo(expected);
        assertThat(new SubscriberHash(keys(2)).of(ORG, SUBSCRIBER)).isNotEqualTo(expected);
        assertThat(hash.of(new OrgId("other"), SUBSCRIBER)).isNotEqualTo(expected);
        assertThat(hash.of(ORG, new Subscriber("bob"))).isNotEqualTo(expected);
    }

    @Test
    void staysTheSameWhenAKeyIsAddedInFront() {
        assertThat(new SubscriberHash(keys(2, 1)).of(ORG, SUBSCRIBER))
                .isEqualTo(new SubscriberHash(keys(1)).of(ORG, SUBSCRIBER));
    }

    private static SigningKeys keys(int... fillings) {
        return new SigningKeys(
                Arrays.stream(fillings)
                        .mapToObj(filling -> {
                            byte[] secret = new byte[SigningKeys.SECRET_BYTES];
                            Arrays.fill(secret, (byte) filling);
                            return secret;
                        })
                        .toList());
    }
}
