package io.interlude.catalogue.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import io.interlude.catalogue.subscriber.SecretWrapping.Wrapped;
import io.interlude.domain.identity.SigningKeys;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretWrappingTest {
    private static final String PLACE = "acme/0/";

    private final SecureRandom random = new SecureRandom();
    private final byte[] secret = bytes(9);
    private final SecretWrapping wrapping = wrapping(bytes(1));

    private static byte[] bytes(int fill) {
        byte[] bytes = new byte[SigningKeys.SECRET_BYTES];
        Arrays.fill(bytes, (byte) fill);
        return bytes;
    }

    private SecretWrapping wrapping(byte[]... signingSecrets) {
        return new SecretWrapping(new SigningKeys(List.of(signingSecrets)), random);
    }

    @Test
    void unwrapsWhatItWrapped() {
        assertThat(wrapping.unwrap(wrapping.wrap(secret, PLACE), PLACE)).contains(secret);
    }

    @Test
    void wrapsDifferentlyEachTimeAndShowsNothing() {
        Wrapped once = wrapping.wrap(secret, PLACE);

        assertThat(wrapping.wrap(secret, PLACE).text()).isNotEqualTo(once.text());
        byte[] bytes = Base64.getDecoder().decode(once.text());
        assertThat(Arrays.toString(bytes)).doesNotContain("9, 9, 9");
        assertThat(bytes).hasSize(12 + 32 + 16);
    }

    @Test
    void unwrapsAtItsPlaceOnly() {
        Wrapped wrapped = wrapping.wrap(secret, PLACE);

        assertThat(wrapping.unwrap(wrapped, "other/0/")).isEmpty();
        assertThat(wrapping.unwrap(wrapped, "acme/1/")).isEmpty();
    }

    @Test
    void refusesWhatWasChanged() {
        Wrapped wrapped = wrapping.wrap(secret, PLACE);
        byte[] bytes = Base64.getDecoder().decode(wrapped.text());
        bytes[20] ^= 1;
        String changed = Base64.getEncoder().encodeToString(bytes);

        assertThat(wrapping.unwrap(new Wrapped(changed, wrapped.by()), PLACE)).isEmpty();
        for (String broken : List.of("", "AAAA", "no base64!")) {
            assertThat(wrapping.unwrap(new Wrapped(broken, wrapped.by()), PLACE)).isEmpty();
        }
    }

    @Test
    void theFirstSecretWrapsAndAllUnwrap() {
        Wrapped old = wrapping.wrap(secret, PLACE);

        SecretWrapping both = wrapping(bytes(2), bytes(1));
        SecretWrapping other = wrapping(bytes(2));

        assertThat(both.unwrap(old, PLACE)).contains(secret);
        assertThat(both.isNewest(old.by())).isFalse();
        Wrapped anew = both.wrap(secret, PLACE);
        assertThat(both.isNewest(anew.by())).isTrue();
        assertThat(other.unwrap(anew, PLACE)).contains(secret);
        assertThat(other.unwrap(old, PLACE)).isEmpty();
    }
}
