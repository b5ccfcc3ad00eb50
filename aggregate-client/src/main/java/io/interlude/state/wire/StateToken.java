package io.interlude.state.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.interlude.domain.identity.SigningKeys;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The token that services send one another when they ask for state: made from the signing secrets
/// that they share. The first secret's is shown, that of each listed secret is admitted, so that
/// secrets rotate as they do elsewhere. Prints nothing.
public final class StateToken {
    private static final String PURPOSE = "interlude internal state api 1";
    private static final String SCHEME = "Bearer ";

    private final List<byte[]> admitted;

    public StateToken(SigningKeys keys) {
        admitted =
                keys.derived(PURPOSE).stream()
                        .map(bytes -> (SCHEME + HexFormat.of().formatHex(bytes)).getBytes(US_ASCII))
                        .toList();
    }

    /// The value of the header `Authorization`.
    public String authorization() {
        return new String(admitted.getFirst(), US_ASCII);
    }

    /// Whether the value of the header `Authorization` is one of ours. Takes as long for each wrong
    /// one.
    public boolean admits(@Nullable String authorization) {
        if (authorization == null) {
            return false;
        }
        byte[] given = authorization.getBytes(US_ASCII);
        boolean found = false;
        for (byte[] one : admitted) {
            found |= MessageDigest.isEqual(given, one);
        }
        return found;
    }

    @Override
    public String toString() {
        return "StateToken[…]";
    }
}
