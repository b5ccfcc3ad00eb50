package io.interlude.domain.reach;

import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The keyed one-way hash that stands for a subscriber in a [ReachSketch]: the first 64 bits of
/// HMAC-SHA-256. Without the signing key nobody can tell whether a subscriber is in a sketch. Two
/// of ten million subscribers share a hash with a chance of 3 in a million. Safe for use by many
/// threads.
public final class SubscriberHash {
    private static final String ALGORITHM = "HmacSHA256";

    /// No fetch id proof, click token or context hash covers this label.
    private static final byte[] LABEL = "interlude-reach\0".getBytes(StandardCharsets.UTF_8);

    /// To look an algorithm up and to set its key takes longer than the hash itself.
    private final ThreadLocal<Mac> macs;

    /// @param signingKeys of which the oldest is used, so that adding a new one splits no
    ///   subscriber
    public SubscriberHash(SigningKeys signingKeys) {
        SecretKeySpec key = signingKeys.oldest(ALGORITHM);
        macs = ThreadLocal.withInitial(() -> mac(key));
    }

    /// The hash; of one subscriber id in two orgs, two hashes.
    public long of(OrgId orgId, Subscriber subscriber) {
        Mac mac = macs.get();
        mac.update(LABEL);
        mac.update(orgId.value().getBytes(StandardCharsets.UTF_8));
        mac.update((byte) 0);
        mac.update(subscriber.value().getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(mac.doFinal()).getLong();
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
