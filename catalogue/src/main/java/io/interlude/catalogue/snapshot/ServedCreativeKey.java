package io.interlude.catalogue.snapshot;

import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Short stand-in for (org, creative, version) in click tokens: the first 64 bits of a SHA-256 of
/// the three.
public record ServedCreativeKey(long bits) {
    public static ServedCreativeKey of(OrgId orgId, CreativeId creativeId, int version) {
        String text = orgId.value() + '\0' + creativeId.value() + '\0' + version;
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return new ServedCreativeKey(ByteBuffer.wrap(digest).getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
