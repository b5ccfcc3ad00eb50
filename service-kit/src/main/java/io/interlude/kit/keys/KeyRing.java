package io.interlude.kit.keys;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Every key that may be used, by its hash. Written by the catalogue's projection, read by many
/// threads.
public final class KeyRing {
    private final Map<String, RingKey> sha256ToKey = new ConcurrentHashMap<>();
    private final Map<String, String> idToSha256 = new ConcurrentHashMap<>();

    /// The key of which this is the SHA-256 in lower-case hex, unless it is unknown or revoked.
    public Optional<RingKey> find(String sha256) {
        return Optional.ofNullable(sha256ToKey.get(sha256));
    }

    /// Takes a key in, changes or revokes it.
    public void apply(KeyRingEntry entry) {
        Caller caller = entry.key().caller();
        String former =
                idToSha256.put(caller.orgId().value() + '/' + caller.keyId(), entry.sha256());
        if (former != null && !former.equals(entry.sha256())) {
            sha256ToKey.remove(former);
        }
        if (entry.revoked()) {
            sha256ToKey.remove(entry.sha256());
        } else {
            sha256ToKey.put(entry.sha256(), entry.key());
        }
    }
}
