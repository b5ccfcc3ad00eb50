package io.interlude.report.manifest;

import io.interlude.domain.digest.Sha256;
import io.interlude.schema.HourSealed;

/// What is signed: a manifest as lines of text, with a line feed between them. Offsets and count
/// are in it as a digest, so that the signature can be verified by those who may not see them.
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
