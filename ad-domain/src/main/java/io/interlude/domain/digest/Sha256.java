package io.interlude.domain.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 (FIPS 180-4), which every JDK has.
public final class Sha256 {
    private Sha256() {}

    /// A new one, for what comes in pieces. For one thread.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// The 32 bytes of these.
    public static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /// The 32 bytes of a text's UTF-8.
    public static byte[] of(String text) {
        return of(text.getBytes(UTF_8));
    }

    /// The same as 64 lower-case hex digits.
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }
}
