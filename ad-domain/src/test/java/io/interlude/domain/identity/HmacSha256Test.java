package io.interlude.domain.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HmacSha256Test {
    /// RFC 4231, test case 1.
    private static final byte[] EXPECTED =
            HexFormat.of()
                    .parseHex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");

    @Test
    void isTheHashOfItsPartsAsOne() {
        byte[] key = new byte[20];
        Arrays.fill(key, (byte) 0x0b);
        HmacSha256 hmac = new HmacSha256(key);

        assertThat(hmac.of("Hi There".getBytes(US_ASCII))).isEqualTo(EXPECTED);
        assertThat(hmac.of("Hi ".getBytes(US_ASCII), "There".getBytes(US_ASCII)))
                .isEqualTo(EXPECTED);
    }
}
