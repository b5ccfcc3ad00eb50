package io.interlude.catalogue.snapshot;

import io.interlude.domain.digest.Sha256;
import io.interlude.domain.identity.CreativeId;
import io.interlude.domain.identity.OrgId;
import java.nio.ByteBuffer;

/// Short stand-in for (org, creative, version) in click tokens: the first 64 bits of a SHA-256 of
/// the three.
public record ServedCreativeKey(long bits) {
    public static ServedCreativeKey of(OrgId orgId, CreativeId creativeId, int version) {
        String text = orgId.value() + '\0' + creativeId.value() + '\0' + version;
        return new ServedCreativeKey(ByteBuffer.wrap(Sha256.of(text)).getLong());
    }
}
