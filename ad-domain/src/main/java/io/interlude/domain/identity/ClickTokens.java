package io.interlude.domain.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes and checks the signed tokens of click URLs, and of the links by which readers learn why
/// they see an ad. Neither kind passes for the other. Arithmetic only; safe for use by many
/// threads.
///
/// A token is 47 characters of unpadded base64url (RFC 4648): 16 bytes fetch id, 8 bytes that stand
/// for the served creative version, 1 byte action index, then HMAC-SHA-256 of these cut to 80 bits.
/// The MAC covers a label that no fetch id proof has, so neither can be passed off as the other.
public final class ClickTokens {
    /// Largest action index that a token can name.
    public static final int MAX_ACTION_INDEX = 255;

    /// Length of every token.
    public static final int TOKEN_CHARACTERS = 47;

    private static final int CONTENT_BYTES = 2 * Long.BYTES + Long.BYTES + 1;
    private static final int MAC_BYTES = 10;
    private static final byte[] LABEL = "interlude-click\0".getBytes(StandardCharsets.UTF_8);

    private static final byte[] REASONS_LABEL = "interlude-why\0".getBytes(StandardCharsets.UTF_8);

    private final List<HmacSha256> keys;
    private final byte[] label;

    public ClickTokens(SigningKeys signingKeys) {
        this(signingKeys, LABEL);
    }

    private ClickTokens(SigningKeys signingKeys, byte[] label) {
        this.keys = signingKeys.verifying().stream().map(HmacSha256::new).toList();
        this.label = label;
    }

    /// Tokens of reasons, which stand in the place of the action's index.
    public static ClickTokens ofReasons(SigningKeys signingKeys) {
        return new ClickTokens(signingKeys, REASONS_LABEL);
    }

    /// The token of one action of a served ad.
    ///
    /// @param servedCreativeBits stand-in for org, creative and version
    /// @param actionIndex number of the creative's action, 0 to 255
    public String sign(FetchId fetchId, long servedCreativeBits, int actionIndex) {
        if (actionIndex < 0 || actionIndex > MAX_ACTION_INDEX) {
            throw new IllegalArgumentException("actionIndex is not 0 to 255: " + actionIndex);
        }
        byte[] content =
                ByteBuffer.allocate(CONTENT_BYTES)
                        .putLong(fetchId.uuid().getMostSignificantBits())
                        .putLong(fetchId.uuid().getLeastSignificantBits())
                        .putLong(servedCreativeBits)
                        .put((byte) actionIndex)
                        .array();
        return encode(
                ByteBuffer.allocate(CONTENT_BYTES + MAC_BYTES)
                        .put(content)
                        .put(keys.getFirst().of(label, content), 0, MAC_BYTES)
                        .array());
    }

    /// The content of the token, if one of the keys signed it. Only the one spelling that [#sign]
    /// gives is taken: no padding, and no other last character for the same bytes.
    public Optional<ClickToken> verify(String token) {
        return decode(token).filter(this::signed).map(ClickTokens::read);
    }

    private boolean signed(byte[] bytes) {
        byte[] content = new byte[CONTENT_BYTES];
        byte[] claimed = new byte[MAC_BYTES];
        ByteBuffer.wrap(bytes).get(content).get(claimed);
        for (HmacSha256 key : keys) {
            byte[] proof = new byte[MAC_BYTES];
            ByteBuffer.wrap(key.of(label, content)).get(proof);
            if (MessageDigest.isEqual(proof, claimed)) {
                return true;
            }
        }
        return false;
    }

    private static ClickToken read(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        FetchId fetchId = new FetchId(new UUID(buffer.getLong(), buffer.getLong()));
        return new ClickToken(fetchId, buffer.getLong(), Byte.toUnsignedInt(buffer.get()));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static Optional<byte[]> decode(String token) {
        if (token.length() != TOKEN_CHARACTERS) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            return encode(bytes).equals(token) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /// The content of a click URL.
    ///
    /// @param servedCreativeBits stand-in for org, creative and version
    /// @param actionIndex number of the creative's action, from 0
    public record ClickToken(FetchId fetchId, long servedCreativeBits, int actionIndex) {}
}
