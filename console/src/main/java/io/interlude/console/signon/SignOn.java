package io.interlude.console.signon;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// A sign-on that a browser has begun at the provider: what must come back, or be shown, for its
/// end. The browser keeps it in a cookie of a few minutes.
///
/// @param state comes back with the code; ties the answer to this browser
/// @param nonce is in the ID token, as a hash; ties the token to this sign-on
/// @param verifier proves that who exchanges the code has begun (RFC 7636)
/// @param org id of the org that is wanted; empty for the only one that the person is in
record SignOn(String state, String nonce, String verifier, String org) {
    private static final int FIELDS = 4;
    private static final int LARGEST_CHARACTERS = 1_024;

    String text() {
        return String.join(".", coded(state), coded(nonce), coded(verifier), coded(org));
    }

    static Optional<SignOn> parse(String text) {
        String[] fields = text.split("\\.", -1);
        if (fields.length != FIELDS || text.length() > LARGEST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new SignOn(
                            decoded(fields[0]),
                            decoded(fields[1]),
                            decoded(fields[2]),
                            decoded(fields[3])));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String coded(String field) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(field.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String field) {
        return new String(Base64.getUrlDecoder().decode(field), StandardCharsets.UTF_8);
    }
}
