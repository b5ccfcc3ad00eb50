package io.interlude.domain.identity;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// HMAC-SHA-256 (RFC 2104) under one key. Safe for use by many threads.
public final class HmacSha256 {
    private static final String ALGORITHM = "HmacSHA256";

    /// To look an algorithm up takes longer than to use it.
    private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(HmacSha256::newMac);

    private final SecretKeySpec key;

    public HmacSha256(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /// The 32 bytes of the parts' hash, which are hashed one after the other as if they were one.
    public byte[] of(byte[]... parts) {
        Mac mac = MACS.get();
        try {
            mac.init(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 refuses its key", e);
        }
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    private static Mac newMac() {
        try {
            return Mac.getInstance(ALGORITHM);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /// Nothing of the key.
    @Override
    public String toString() {
        return "HmacSha256";
    }
}
