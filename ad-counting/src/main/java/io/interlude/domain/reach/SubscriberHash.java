package io.interlude.domain.reach;

import io.interlude.domain.identity.HmacSha256;
import io.interlude.domain.identity.OrgId;
import io.interlude.domain.identity.SigningKeys;
import io.interlude.domain.identity.Subscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The keyed one-way hash that stands for a subscriber in a [ReachSketch]: the first 64 bits of
/// HMAC-SHA-256. Without the signing key it cannot be told whether a subscriber is in a sketch. Two
/// of ten million subscribers share a hash with a chance of 3 in a million. Safe for use by many
/// threads.
public final class SubscriberHash {
    /// No fetch id proof, click token or context hash covers this label.
    private static final byte[] LABEL = "interlude-reach\0".getBytes(StandardCharsets.UTF_8);

    private static final byte[] SEPARATOR = {0};

    private final HmacSha256 key;

    /// @param signingKeys of which the oldest is used, so that adding a new one splits no
    ///   subscriber
    public SubscriberHash(SigningKeys signingKeys) {
        key = signingKeys.oldest();
    }

    /// The hash; of one subscriber id in two orgs, two hashes.
    public long of(OrgId orgId, Subscriber subscriber) {
        byte[] hash =
                key.of(
                        LABEL,
                        orgId.value().getBytes(StandardCharsets.UTF_8),
                        SEPARATOR,
                        subscriber.value().getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(hash).getLong();
    }
}
