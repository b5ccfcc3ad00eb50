package io.interlude.catalogue.key;

import io.interlude.domain.digest.Sha256;
import java.math.BigInteger;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Makes API keys and the hashes under which they are stored. A key is a readable prefix and 256
/// random bits in base62, so its hash needs no salt and no stretching.
public final class ApiKeys {
    private static final int RANDOM_BYTES = 32;
    private static final int RANDOM_CHARACTERS = 43; // 62^43 > 2^256
    private static final char[] BASE_62 =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".toCharArray();
    private static final BigInteger RADIX = BigInteger.valueOf(BASE_62.length);

    private static final int SHOWN_CHARACTERS = 6; // leaves 220 bits unknown
    private static final int SHORT_HASH_CHARACTERS = 12;
    private static final Pattern SECRET =
            Pattern.compile("il_(?:fetch|tag|mgmt|read)_[0-9A-Za-z]{8,}");

    private ApiKeys() {}

    /// A new key such as `il_fetch_3Fz…`. `random` must be cryptographically strong.
    public static String generate(KeyKind kind, RandomGenerator random) {
        byte[] bits = new byte[RANDOM_BYTES];
        random.nextBytes(bits);
        return "il_" + kind.name().toLowerCase(Locale.ROOT) + '_' + base62(bits);
    }

    /// SHA-256 of a key as lower-case hex, which it is known by.
    public static String sha256(String key) {
        return Sha256.hex(key);
    }

    /// The first characters of a key, by which its holder can tell it from others.
    public static String prefix(String key) {
        return key.substring(0, key.lastIndexOf('_') + 1 + SHOWN_CHARACTERS);
    }

    /// The text with every API key in it, and whatever looks like one, replaced by `key:` and the
    /// first digits of its hash: for texts of clients that are kept. Of a JSON text it makes a JSON
    /// text.
    public static String redacted(String text) {
        return text.contains("il_")
                ? SECRET.matcher(text)
                        .replaceAll(found ->
                                "key:" + sha256(found.group()).substring(0, SHORT_HASH_CHARACTERS))
                : text;
    }

    private static String base62(byte[] bits) {
        BigInteger rest = new BigInteger(1, bits);
        char[] text = new char[RANDOM_CHARACTERS];
        for (int i = text.length - 1; i >= 0; i--) {
            BigInteger[] quotientAndDigit = rest.divideAndRemainder(RADIX);
            text[i] = BASE_62[quotientAndDigit[1].intValue()];
            rest = quotientAndDigit[0];
        }
        return new String(text);
    }
}
