package io.interlude.catalogue.key;

import io.interlude.domain.identity.OrgId;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Every key that may be used, by its hash, and the orgs that are suspended. Written by the
/// catalogue's projection, read by many threads.
public final class KeyRing {
    private final InstantSource clock;
    private final Map<String, Secret> sha256ToSecret = new ConcurrentHashMap<>();
    private final Map<String, List<String>> idToSha256s = new ConcurrentHashMap<>();
    private final Set<OrgId> suspended = ConcurrentHashMap.newKeySet();

    /// By the system's clock.
    public KeyRing() {
        this(InstantSource.system());
    }

    /// @param clock tells when the secret before a rotation ends
    public KeyRing(InstantSource clock) {
        this.clock = clock;
    }

    /// The key of which this is the SHA-256 in lower-case hex, unless it is unknown, revoked, or
    /// over since a rotation.
    public Optional<RingKey> find(String sha256) {
        Secret secret = sha256ToSecret.get(sha256);
        return secret == null || secret.isOver(clock)
                ? Optional.empty()
                : Optional.of(secret.key());
    }

    /// Takes a key in, changes or revokes it.
    public void apply(KeyRingEntry entry) {
        Caller caller = entry.key().caller();
        KeyRingEntry.Former former = entry.former();
        List<String> hashes =
                former == null ? List.of(entry.sha256()) : List.of(entry.sha256(), former.sha256());
        List<String> before =
                idToSha256s.put(caller.orgId().value() + '/' + caller.keyId(), hashes);
        if (entry.revoked()) {
            hashes.forEach(sha256ToSecret::remove);
        } else {
            sha256ToSecret.put(entry.sha256(), new Secret(entry.key(), Long.MAX_VALUE));
            if (former != null) {
                long untilMillis = former.expiresAt().toEpochMilli();
                sha256ToSecret.put(former.sha256(), new Secret(entry.key(), untilMillis));
            }
        }
        if (before != null) {
            before.stream()
                    .filter(sha256 -> !hashes.contains(sha256))
                    .forEach(sha256ToSecret::remove);
        }
    }

    /// Suspends an org, whose keys are then still found, or lets it go on.
    public void suspend(OrgId orgId, boolean isSuspended) {
        if (isSuspended) {
            suspended.add(orgId);
        } else {
            suspended.remove(orgId);
        }
    }

    public boolean isSuspended(OrgId orgId) {
        return suspended.contains(orgId);
    }

    /// @param untilMillis Unix epoch milliseconds from which on it is over
    private record Secret(RingKey key, long untilMillis) {
        boolean isOver(InstantSource clock) {
            return untilMillis != Long.MAX_VALUE && clock.millis() >= untilMillis;
        }
    }
}
