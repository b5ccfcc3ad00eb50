package io.interlude.report.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.schema.HourSealed;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The keys of manifests, made from the signing secrets: the first signs, all of them verify, and
/// so do public keys of secrets that are no longer used. Safe for use by many threads.
public final class ManifestKeys {
    private static final String SEED = "interlude manifest key 1";
    private static final String SALT = "interlude manifest salt 1";
    private static final int SALT_BYTES = 16;

    private final ManifestKey signing;
    private final HmacSha256 salting;
    private final Map<String, ManifestKey> idToKey = new LinkedHashMap<>();

    /// @param former public keys of 32 bytes each, of secrets that signed manifests once
    /// @throws IllegalArgumentException if one of them is no public key
    public ManifestKeys(SigningKeys secrets, List<byte[]> former) {
        List<ManifestKey> own = secrets.derived(SEED).stream().map(ManifestKey::ofSeed).toList();
        signing = own.getFirst();
        salting = new HmacSha256(secrets.derived(SALT).getFirst());
        own.forEach(key -> idToKey.put(key.id(), key));
        former.forEach(bytes -> {
            ManifestKey key = ManifestKey.ofPublic(bytes);
            idToKey.putIfAbsent(key.id(), key);
        });
    }

    /// The manifest of an hour that is over.
    HourSealed seal(SealableHour hour, Instant now) {
        HourSealed manifest = new HourSealed();
        manifest.setTopic(hour.topic());
        manifest.setPartition(hour.partition());
        manifest.setHour(hour.start());
        manifest.setFirstOffset(hour.firstOffset());
        manifest.setLastOffset(hour.lastOffset());
        manifest.setCount(hour.count());
        manifest.setPreviousHash(hour.previousHash());
        manifest.setHash(hour.hash());
        manifest.setRangeSalt(salt(hour));
        manifest.setSealedAt(now.truncatedTo(ChronoUnit.MILLIS));
        manifest.setKeyId(signing.id());
        manifest.setSignature(signing.sign(ManifestText.of(manifest)));
        return manifest;
    }

    private String salt(SealableHour hour) {
        byte[] salt =
                salting.of(
                        "%s/%d/".formatted(hour.topic(), hour.partition()).getBytes(UTF_8),
                        hour.hash().getBytes(UTF_8));
        return HexFormat.of().formatHex(Arrays.copyOf(salt, SALT_BYTES));
    }

    /// Whether the text was signed with the key of this id, and that is one of these.
    public boolean verify(String keyId, String text, String signature) {
        ManifestKey key = idToKey.get(keyId);
        return key != null && key.verifies(text, signature);
    }

    /// The public halves, the one that signs first.
    List<Map<String, Object>> jwks() {
        return idToKey.values().stream().map(ManifestKey::jwk).toList();
    }
}
