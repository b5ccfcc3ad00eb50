package io.interlude.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SigningKeysTest {
    private static final byte[] FIRST = filled(1);
    private static final byte[] SECOND = filled(2);

    @Test
    void derivesOneKeyOfEachSecretForEachPurpose() {
        // given
        SigningKeys keys = new SigningKeys(List.of(FIRST, SECOND));

        // when, then
        assertThat(keys.derived("a")).hasSize(2).allMatch(key -> key.length == 32);
        assertThat(keys.derived("a").getFirst())
                .isEqualTo(new SigningKeys(List.of(FIRST)).derived("a").getFirst())
                .isNotEqualTo(keys.derived("a").getLast())
                .isNotEqualTo(keys.derived("b").getFirst())
                .isNotEqualTo(FIRST);
    }

    /// Made with OpenSSL: `openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:01…01
    /// -kdfopt info:purpose HKDF`.
    @Test
    void derivesWhatHkdfSays() {
        assertThat(new SigningKeys(List.of(FIRST)).derived("purpose").getFirst())
                .isEqualTo(
                        HexFormat.of()
                                .parseHex(
                                        "328124524ef80c3d55619ba192cbedcd81bc4269de2f795cc0f467124f4e8daf"));
    }

    private static byte[] filled(int value) {
        byte[] secret = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(secret, (byte) value);
        return secret;
    }
}
