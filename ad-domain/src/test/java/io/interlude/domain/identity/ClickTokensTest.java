package io.interlude.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.interlude.domain.identity.ClickTokens.ClickToken;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClickTokensTest {
    private static final String BASE64URL =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final OrgId ORG = new OrgId("acme");

    private final SigningKeys signingKeys = keys(1);
    private final ClickTokens tokens = new ClickTokens(signingKeys);
    private final FetchId fetchId =
            new FetchIdProof(signingKeys).make(ORG, 1_760_000_000_000L, 7, 42);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void saysWhatWasSigned(long seed) {
        // given
        RandomGenerator random = new Random(seed);
        ClickToken click = new ClickToken(fetchId, random.nextLong(), random.nextInt(256));

        // when
        String token =
                tokens.sign(click.fetchId(), click.servedCreativeBits(), click.actionIndex());

        // then
        assertThat(token).hasSize(47).matches("[A-Za-z0-9_-]+");
        assertThat(tokens.verify(token)).contains(click);
    }

    @Test
    void refusesEverySingleChangedCharacter() {
        String token = tokens.sign(fetchId, -1234567890123L, 3);
        for (int at = 0; at < token.length(); at++) {
            for (char other : (BASE64URL + "=+/.% \u00e9").toCharArray()) {
                if (other != token.charAt(at)) {
                    String changed = token.substring(0, at) + other + token.substring(at + 1);
                    assertThat(tokens.verify(changed)).as(changed).isEmpty();
                }
            }
        }
    }

    @Test
    void refusesAnyOtherLength() {
        String token = tokens.sign(fetchId, 9, 0);
        for (int length = 0; length < token.length(); length++) {
            assertThat(tokens.verify(token.substring(0, length))).isEmpty();
        }
        assertThat(tokens.verify(token + "=")).isEmpty();
        assertThat(tokens.verify(token + "A")).isEmpty();
        assertThat(tokens.verify(token + token)).isEmpty();
    }

    @Test
    void newestKeySignsAndEveryListedKeyVerifies() {
        // given
        ClickTokens older = new ClickTokens(keys(2));
        ClickTokens rotated = new ClickTokens(keys(3, 2));

        // when
        String byOld = older.sign(fetchId, 5, 1);
        String byNew = rotated.sign(fetchId, 5, 1);

        // then
        assertThat(rotated.verify(byOld)).isPresent();
        assertThat(rotated.verify(byNew)).isPresent();
        assertThat(new ClickTokens(keys(3)).verify(byNew)).isPresent();
        assertThat(older.verify(byNew)).isEmpty();
    }

    @Test
    void refusesAnActionThatAByteCannotName() {
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.sign(fetchId, 1, 256));
        assertThatIllegalArgumentException().isThrownBy(() -> tokens.sign(fetchId, 1, -1));
    }

    private static SigningKeys keys(int... fills) {
        return new SigningKeys(Arrays.stream(fills).mapToObj(ClickTokensTest::secret).toList());
    }

    private static byte[] secret(int fill) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(secret, (byte) fill);
        return secret;
    }
}
