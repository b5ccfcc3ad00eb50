package io.interlude.ingest.click;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.domain.identity.ClickTokens;
import io.interlude.domain.identity.FetchId;
import io.interlude.domain.identity.OrgId;
import io.interlude.ingest.harness.Fetches;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A token that is not as it was signed is no token. Seeded; the seed is the test's argument.
class ClickTokenPropertyTest {
    private static final ClickTokens TOKENS = new ClickTokens(Fetches.SIGNING_KEYS);
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.~%+/ ";
    private static final int FETCH_BYTES = 16;

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    private static String aToken(Random random) {
        FetchId fetch =
                Fetches.PROOF.make(
                        new OrgId("org-" + random.nextInt(1_000)),
                        Fetches.NOW.toEpochMilli() + random.nextInt(),
                        random.nextInt(FetchId.SANDBOX_PARTITION),
                        random.nextInt(1 << 26));
        return TOKENS.sign(fetch, random.nextLong(), random.nextInt(256));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aTokenWithOneOtherCharacterIsNone(long seed) {
        Random random = new Random(seed);
        String token = aToken(random);
        for (int at = 0; at < token.length(); at++) {
            char other = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
            String changed = token.substring(0, at) + other + token.substring(at + 1);
            assertThat(TOKENS.verify(changed).isPresent()).isEqualTo(changed.equals(token));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aTruncatedOrLongerTokenIsNone(long seed) {
        Random random = new Random(seed);
        String token = aToken(random);
        for (int length = 0; length < token.length(); length++) {
            assertThat(TOKENS.verify(token.substring(0, length))).isEmpty();
            assertThat(TOKENS.verify(token.substring(token.length() - length))).isEmpty();
        }
        assertThat(TOKENS.verify(token + token.charAt(random.nextInt(token.length())))).isEmpty();
    }

    /// The fetch of one org and the creative of another, each taken from a good token.
    @ParameterizedTest
    @MethodSource("seeds")
    void partsOfTwoTokensMakeNone(long seed) {
        Random random = new Random(seed);
        byte[] one = Base64.getUrlDecoder().decode(aToken(random));
        byte[] other = Base64.getUrlDecoder().decode(aToken(random));
        for (int cut = 1; cut < one.length; cut++) {
            byte[] mixed = other.clone();
            System.arraycopy(one, 0, mixed, 0, cut);
            boolean same = Arrays.equals(mixed, one) || Arrays.equals(mixed, other);
            assertThat(TOKENS.verify(encode(mixed)).isPresent()).isEqualTo(same);
        }
        byte[] replayed = one.clone();
        System.arraycopy(other, 0, replayed, 0, FETCH_BYTES);
        assertThat(TOKENS.verify(encode(replayed))).isEmpty();
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
