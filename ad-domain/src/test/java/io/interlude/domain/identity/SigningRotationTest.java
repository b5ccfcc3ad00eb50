package io.interlude.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A secret is rotated in two steps: a new one in front, and later the old one goes.
class SigningRotationTest {
    private static final OrgId ORG = new OrgId("acme");
    private static final long NOW_MILLIS = 1_760_000_000_000L;

    private final SigningKeys before = keys(1);
    private final SigningKeys during = keys(2, 1);
    private final SigningKeys after = keys(2);

    private static SigningKeys keys(int... seeds) {
        return new SigningKeys(Arrays.stream(seeds).mapToObj(SigningRotationTest::secret).toList());
    }

    private static byte[] secret(int seed) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        new Random(seed).nextBytes(secret);
        return secret;
    }

    @Test
    void whatTheOldSecretSignedHoldsUntilItGoes() {
        FetchId fetchId = new FetchIdProof(before).make(ORG, NOW_MILLIS, 3, 7);
        String token = new ClickTokens(before).sign(fetchId, 11, 2);

        assertThat(new FetchIdProof(during).holds(fetchId, ORG)).isTrue();
        assertThat(new ClickTokens(during).verify(token)).isPresent();
        assertThat(new FetchIdProof(after).holds(fetchId, ORG)).isFalse();
        assertThat(new ClickTokens(after).verify(token)).isEmpty();
    }

    @Test
    void whatIsSignedDuringTheOverlapHoldsAfterIt() {
        FetchId fetchId = new FetchIdProof(during).make(ORG, NOW_MILLIS, 3, 8);
        String token = new ClickTokens(during).sign(fetchId, 11, 2);

        assertThat(new FetchIdProof(after).holds(fetchId, ORG)).isTrue();
        assertThat(new ClickTokens(after).verify(token)).isPresent();
        assertThat(new FetchIdProof(before).holds(fetchId, ORG))
                .as("an instance without the new secret")
                .isFalse();
    }

    @Test
    void noOtherOrgsIdEverHolds() {
        FetchIdProof proof = new FetchIdProof(during);
        IntStream.range(0, 1_000)
                .mapToObj(sequence -> proof.make(ORG, NOW_MILLIS, 3, sequence))
                .forEach(fetchId -> assertThat(proof.holds(fetchId, new OrgId("other"))).isFalse());
    }
}
