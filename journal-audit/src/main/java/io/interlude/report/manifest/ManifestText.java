package io.interlude.report.manifest;

import io.interlude.domain.digest.Sha256;
import io.interlude.schema.HourSealed;

/// The text that is signed: a manifest as lines, with a line feed between them. Offsets and count
/// are in it as a digest, so that clients that may not see them can verify the signature.
final class ManifestText {
    private ManifestText() {}

    static String of(HourSealed manifest) {
        return String.join(
                "\n",
                "interlude-manifest-1",
                "topic=" + manifest.getTopic(),
                "partition=" + manifest.getPartition(),
                "hour=" + manifest.getHour().toEpochMilli(),
                "range=" + rangeDigest(manifest),
                "previousHash=" + manifest.getPreviousHash(),
                "hash=" + manifest.getHash(),
                "sealedAt=" + manifest.getSealedAt().toEpochMilli(),
                "keyId=" + manifest.getKeyId());
    }

    /// SHA-256 of offsets, count and salt, in hex.
    static String rangeDigest(HourSealed manifest) {
        String range =
                String.join(
                        "\n",
                        "firstOffset=" + manifest.getFirstOffset(),
                        "lastOffset=" + manifest.getLastOffset(),
                        "count=" + manifest.getCount(),
                        "salt=" + manifest.getRangeSalt());
        return Sha256.hex(range);
    }
}
