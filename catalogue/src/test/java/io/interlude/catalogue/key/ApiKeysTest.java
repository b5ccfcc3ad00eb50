package io.interlude.catalogue.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApiKeysTest {
    @ParameterizedTest
    @EnumSource
    void generatesAPrefixAnd256Bits(KeyKind kind) {
        String key = ApiKeys.generate(kind, new SecureRandom());

        assertThat(key).matches("il_" + kind.name().toLowerCase(Locale.ROOT) + "_[0-9A-Za-z]{43}");
    }

    @Test
    void generatesAnotherKeyEachTime() {
        SecureRandom random = new SecureRandom();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            keys.add(ApiKeys.generate(KeyKind.FETCH, random));
        }

        assertThat(keys).hasSize(1_000);
    }

    /// FIPS 180-2, appendix B.1.
    @Test
    void hashesBySha256() {
        assertThat(ApiKeys.sha256("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void redactsKeysInATextByTheirHash() {
        String key = ApiKeys.generate(KeyKind.FETCH, new SecureRandom());
        String shortHash = ApiKeys.sha256(key).substring(0, 12);

        String redacted = ApiKeys.redacted("{\"" + key + "\":\"see " + key + ", il_read_me\"}");

        assertThat(redacted)
                .isEqualTo("{\"key:" + shortHash + "\":\"see key:" + shortHash + ", il_read_me\"}");
        assertThat(ApiKeys.redacted(redacted)).isEqualTo(redacted);
    }
}
